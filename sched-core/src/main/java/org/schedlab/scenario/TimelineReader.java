package org.schedlab.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.TimelineAction;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.Nearest;
import org.schedlab.workload.GroupSetting;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;
import org.schedlab.workload.rtapp.RtAppReader;
import org.schedlab.workload.text.Node;
import org.schedlab.workload.text.Problems;
import org.schedlab.workload.text.Values;

/** Reads the list {@code timeline}: each item has {@code at} and one action. One thread. */
final class TimelineReader {

    private static final List<String> ACTIONS = List.of(
            "renice", "setaffinity", "setpolicy", "setslice", "cpu-off", "cpu-on", "create", "remove", "move", "write");

    private final Problems problems;
    private final Values values;
    private final @Nullable Topology topology;
    private final Workload workload;

    TimelineReader(Problems problems, @Nullable Topology topology, Workload workload) {
        this.problems = problems;
        this.values = new Values(problems);
        this.topology = topology;
        this.workload = workload;
    }

    List<TimelineAction> read(Node.@Nullable Member member) {
        List<TimelineAction> actions = new ArrayList<>();
        if (member == null) {
            return actions;
        }
        if (!(member.value() instanceof Node.Arr list)) {
            values.wrongKind(member, "a list of actions");
            return actions;
        }
        for (Node item : list.items()) {
            Node.Obj object = values.object(new Node.Member("timeline", item.line(), item));
            if (object != null) {
                actions.addAll(item(object));
            }
        }
        return actions;
    }

    private List<TimelineAction> item(Node.Obj object) {
        Node.Member at = object.last("at");
        if (at == null) {
            problems.add(object.line(), "the action has no time", "at: 500ms is missing.");
        }
        long atNs = at == null ? 0 : values.spanNs(at, 0);
        Node.@Nullable Member action = null;
        for (Node.Member member : object.members()) {
            if (member.key().equals("at")) {
                continue;
            }
            if (!ACTIONS.contains(member.key())) {
                problems.add(
                        member.line(),
                        "action (" + member.key() + ") is not known",
                        Nearest.maybe(member.key(), ACTIONS));
                return List.of();
            }
            if (action != null) {
                problems.add(
                        member.line(),
                        "a second action (" + member.key() + ") stands in one item",
                        "a dash is missing.");
                return List.of();
            }
            action = member;
        }
        if (action == null) {
            problems.add(object.line(), "there is no action", "one of " + String.join(", ", ACTIONS) + " is missing.");
            return List.of();
        }
        if (action.key().equals("write")) {
            return new GroupActions(problems).writes(atNs, action);
        }
        TimelineAction one = action(atNs, action);
        return one == null ? List.of() : List.of(one);
    }

    private @Nullable TimelineAction action(long atNs, Node.Member member) {
        return switch (member.key()) {
            case "cpu-off" -> {
                int cpu = cpu(member);
                yield cpu < 0 ? null : new TimelineAction.CpuOff(atNs, cpu);
            }
            case "cpu-on" -> {
                int cpu = cpu(member);
                yield cpu < 0 ? null : new TimelineAction.CpuOn(atNs, cpu);
            }
            case "create", "remove" -> new GroupActions(problems).directory(atNs, member);
            case "move" -> move(atNs, fields(member, "task", "cgroup"));
            case "renice" -> renice(atNs, fields(member, "task", "nice"));
            case "setaffinity" -> affinity(atNs, fields(member, "task", "cpus"));
            case "setpolicy" -> policy(atNs, member, optional(member, "task", "policy", "priority"));
            case "setslice" -> slice(atNs, fields(member, "task", "slice"));
            default -> throw new IllegalArgumentException("action (" + member.key() + ") has no reader");
        };
    }

    private @Nullable TimelineAction renice(long atNs, Map<String, Node.Member> fields) {
        Node.Member nice = fields.get("nice");
        String task = task(fields);
        return nice == null || task == null
                ? null
                : new TimelineAction.Renice(atNs, task, (int) values.integer(nice, -20, 19, 0));
    }

    private @Nullable TimelineAction move(long atNs, Map<String, Node.Member> fields) {
        Node.Member cgroup = fields.get("cgroup");
        String task = task(fields);
        GroupSetting group = cgroup == null ? null : new GroupActions(problems).group(cgroup);
        return group == null || task == null ? null : new TimelineAction.GroupMove(atNs, task, group);
    }

    private @Nullable TimelineAction affinity(long atNs, Map<String, Node.Member> fields) {
        Node.Member cpus = fields.get("cpus");
        String task = task(fields);
        CpuMask mask = cpus == null ? null : values.cpus(cpus, topology == null ? null : topology.possible());
        return mask == null || task == null ? null : new TimelineAction.SetAffinity(atNs, task, mask);
    }

    private @Nullable TimelineAction policy(long atNs, Node.Member member, Map<String, Node.Member> fields) {
        String task = task(fields);
        Node.Member policyKey = fields.get("policy");
        if (policyKey == null) {
            problems.add(member.line(), "setpolicy has no policy", null);
            return null;
        }
        SchedulingPolicy policy = RtAppReader.policy(policyKey, problems);
        if (task == null || policy == null) {
            return null;
        }
        Node.Member priority = fields.get("priority");
        boolean fair = policy.isFair();
        int value = fair ? 0 : RtAppReader.DEFAULT_RT_PRIORITY;
        if (priority != null) {
            value = (int) values.integer(priority, fair ? -20 : 1, fair ? 19 : 99, value);
        }
        SchedParams params = fair ? SchedParams.fair(policy, value) : SchedParams.realTime(policy, value);
        return new TimelineAction.SetPolicy(atNs, task, params);
    }

    private @Nullable TimelineAction slice(long atNs, Map<String, Node.Member> fields) {
        Node.Member slice = fields.get("slice");
        String task = task(fields);
        return slice == null || task == null ? null : new TimelineAction.SetSlice(atNs, task, values.spanNs(slice, 0));
    }

    private @Nullable String task(Map<String, Node.Member> fields) {
        Node.Member member = fields.get("task");
        String task = member == null ? null : values.text(member);
        // Without tasks the workload itself is at fault, which was said already.
        if (member != null && task != null && !workload.tasks().isEmpty() && !ScenarioReader.names(workload, task)) {
            List<String> known = workload.tasks().stream().map(TaskSpec::name).toList();
            problems.add(member.line(), "task (" + task + ") is not known", Nearest.maybe(task, known));
            return null;
        }
        return task;
    }

    private int cpu(Node.Member member) {
        long cpu = values.integer(member, 0, Integer.MAX_VALUE, -1);
        if (cpu >= 0
                && topology != null
                && (cpu >= topology.cpuCapacity() || !topology.possible().contains((int) cpu))) {
            problems.add(
                    member.line(),
                    "cpu (" + cpu + ") is not known",
                    "the machine has the CPUs " + topology.possible() + ".");
            return -1;
        }
        return (int) cpu;
    }

    private Map<String, Node.Member> fields(Node.Member member, String... names) {
        Map<String, Node.Member> fields = optional(member, names);
        if (member.value() instanceof Node.Obj) {
            for (String name : names) {
                if (!fields.containsKey(name)) {
                    problems.add(member.line(), member.key() + " has no " + name, null);
                }
            }
        }
        return fields;
    }

    private Map<String, Node.Member> optional(Node.Member member, String... names) {
        Map<String, Node.Member> fields = new TreeMap<>();
        Node.Obj object = values.object(member);
        if (object != null) {
            List<String> known = List.of(names);
            for (Node.Member field : object.members()) {
                if (known.contains(field.key())) {
                    fields.put(field.key(), field);
                } else {
                    problems.add(
                            field.line(), "key (" + field.key() + ") is not known", Nearest.maybe(field.key(), known));
                }
            }
            if (!fields.containsKey("task") && names.length > 2) {
                problems.add(member.line(), member.key() + " has no task", null);
            }
        }
        return fields;
    }
}
