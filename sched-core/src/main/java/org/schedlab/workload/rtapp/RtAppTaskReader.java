package org.schedlab.workload.rtapp;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.input.Nearest;
import org.schedlab.workload.Phase;
import org.schedlab.workload.SchedParams;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.text.GroupValues;
import org.schedlab.workload.text.Node;
import org.schedlab.workload.text.Problems;
import org.schedlab.workload.text.Values;

/** Reads the tasks of a workload. One thread. */
final class RtAppTaskReader {

    private static final Map<String, SchedulingPolicy> POLICIES = new TreeMap<>(Map.of(
            "SCHED_OTHER", SchedulingPolicy.NORMAL,
            "SCHED_BATCH", SchedulingPolicy.BATCH,
            "SCHED_IDLE", SchedulingPolicy.IDLE,
            "SCHED_FIFO", SchedulingPolicy.FIFO,
            "SCHED_RR", SchedulingPolicy.RR));

    private final Problems problems;
    private final Values values;
    private final RtAppOptions options;
    private final RtAppEvents events;
    private final SchedulingPolicy defaultPolicy;
    private final List<ForkUse> forks = new ArrayList<>();

    RtAppTaskReader(Problems problems, RtAppOptions options, SchedulingPolicy defaultPolicy) {
        this.problems = problems;
        this.values = new Values(problems);
        this.options = options;
        this.events = new RtAppEvents(problems);
        this.defaultPolicy = defaultPolicy;
    }

    private record ForkUse(String task, int line) {}

    /** What the settings of a task or phase say; null or the default where they say nothing. */
    private static final class Settings {
        int instances = 1;

        @Nullable
        Integer loop;

        Node.@Nullable Member phases;

        @Nullable
        SchedulingPolicy policy;

        Node.@Nullable Member priority;

        @Nullable
        Long sliceNs;

        @Nullable
        CpuMask cpus;

        @Nullable
        String group;

        long delayNs;
        final List<Step> steps = new ArrayList<>();
        Node.@Nullable Member firstEvent;
    }

    /** The task, or null when it is too broken to be made. */
    @Nullable
    TaskSpec task(Node.Member member) {
        Node.Obj object = values.object(member);
        if (object == null) {
            return null;
        }
        if (member.key().isEmpty()) {
            problems.add(member.line(), "a task has an empty name", null);
            return null;
        }
        int faultsBefore = problems.count();
        Settings settings = settings(member.key(), object, RtAppKeys.TASK_SETTINGS);
        SchedParams sched = sched(
                settings,
                new SchedParams(defaultPolicy, 0, defaultPolicy.isFair() ? 0 : RtAppReader.DEFAULT_RT_PRIORITY, 0));
        List<Phase> phases = phases(member.key(), settings, sched);
        int loop = settings.loop == null ? TaskSpec.FOREVER : settings.loop;
        if (phases.isEmpty()) {
            return null;
        }
        TaskSpec spec = new TaskSpec(
                member.key(),
                settings.instances,
                sched,
                settings.cpus,
                settings.delayNs,
                loop,
                phases,
                settings.group == null ? "" : settings.group);
        if (problems.count() == faultsBefore && Idleness.spins(spec)) {
            problems.add(
                    member.line(),
                    "task (" + member.key() + ") repeats forever without taking time",
                    "a run, sleep, timer or suspend is missing.");
        }
        return spec;
    }

    private List<Phase> phases(String task, Settings settings, SchedParams sched) {
        if (settings.phases == null) {
            return List.of(new Phase("", 1, null, null, null, settings.steps));
        }
        if (settings.firstEvent != null) {
            problems.add(
                    settings.firstEvent.line(),
                    settings.firstEvent.key() + " stands beside phases, where rt-app would not see it",
                    "it belongs into a phase.");
        }
        Node.Obj object = values.object(settings.phases);
        if (object == null) {
            return List.of();
        }
        if (object.members().isEmpty()) {
            problems.add(settings.phases.line(), "phases of task (" + task + ") is empty", null);
        }
        List<Phase> phases = new ArrayList<>();
        for (Node.Member member : object.members()) {
            Node.Obj body = values.object(member);
            if (body != null) {
                phases.add(phase(task, member.key(), body, sched));
            }
        }
        return phases;
    }

    private Phase phase(String task, String name, Node.Obj body, SchedParams inherited) {
        Settings settings = settings(task, body, RtAppKeys.PHASE_SETTINGS);
        boolean sets = settings.policy != null || settings.priority != null || settings.sliceNs != null;
        return new Phase(
                name,
                settings.loop == null ? 1 : settings.loop,
                sets ? sched(settings, inherited) : null,
                settings.cpus,
                settings.group,
                settings.steps);
    }

    private Settings settings(String task, Node.Obj object, List<String> known) {
        Settings settings = new Settings();
        Map<String, Integer> seen = new TreeMap<>();
        for (Node.Member member : object.members()) {
            String key = member.key();
            if (known.contains(key)) {
                Integer first = seen.putIfAbsent(key, member.line());
                if (first != null) {
                    problems.add(member.line(), key + " occurs twice, first on line " + first, "one of them can go.");
                }
                setting(settings, member);
                continue;
            }
            if (refused(member)) {
                continue;
            }
            String word = RtAppKeys.word(key, RtAppKeys.EVENTS);
            if (word != null) {
                event(settings, word, member, task);
            } else {
                unknown(member, known);
            }
        }
        return settings;
    }

    private void event(Settings settings, String word, Node.Member member, String task) {
        Step step = events.step(word, member, task);
        if (step != null) {
            settings.steps.add(step);
            settings.firstEvent = settings.firstEvent == null ? member : settings.firstEvent;
        }
        if (step instanceof Step.Fork fork) {
            forks.add(new ForkUse(fork.task(), member.line()));
        }
    }

    private void setting(Settings settings, Node.Member member) {
        switch (member.key()) {
            case "instance" -> settings.instances = (int) values.integer(member, 0, Integer.MAX_VALUE, 1);
            case "loop" -> settings.loop = (int) values.integer(member, -1, Integer.MAX_VALUE, 1);
            case "phases" -> settings.phases = member;
            case "policy" -> settings.policy = policy(member, problems, values);
            case "priority", "x-nice" -> settings.priority = member;
            case "cpus" -> settings.cpus = values.cpus(member, options.cpus());
            case "delay" -> settings.delayNs = values.timeNs(member, "us", 0);
            case "taskgroup", "cgroup" -> settings.group = group(member);
            case "dl-runtime" -> settings.sliceNs = values.timeNs(member, "us", 0);
            case "x-slice-ns" -> settings.sliceNs = values.timeNs(member, "ns", 0);
            default -> throw new IllegalArgumentException("setting (" + member.key() + ") has no reader");
        }
    }

    private boolean refused(Node.Member member) {
        String key = member.key();
        if (RtAppKeys.OLD.contains(key)) {
            problems.add(
                    member.line(),
                    key + " belongs to the grammar before rt-app 1.0, which is not read",
                    "run, timer, lock and unlock say the same.");
            return true;
        }
        String reason = RtAppKeys.SETTINGS_NOT_MODELLED.get(key);
        String word = RtAppKeys.word(key, RtAppKeys.EVENTS_NOT_MODELLED.keySet());
        if (reason == null && word != null) {
            reason = RtAppKeys.EVENTS_NOT_MODELLED.get(word);
        }
        if (reason == null) {
            return false;
        }
        problems.add(member.line(), key + ": " + reason, null);
        return true;
    }

    private void unknown(Node.Member member, List<String> settings) {
        List<String> known = new ArrayList<>(RtAppKeys.EVENTS);
        known.addAll(settings);
        problems.add(member.line(), "key (" + member.key() + ") is not known", Nearest.maybe(member.key(), known));
    }

    /** The policy that a member names, or null. */
    static @Nullable SchedulingPolicy policy(Node.Member member, Problems problems, Values values) {
        String name = values.text(member);
        if (name == null) {
            return null;
        }
        SchedulingPolicy policy = POLICIES.get(name);
        if (name.equals("SCHED_DEADLINE")) {
            problems.add(member.line(), member.key() + " (SCHED_DEADLINE) is not modelled", null);
        } else if (policy == null) {
            problems.add(
                    member.line(),
                    member.key() + " (" + name + ") is not known",
                    Nearest.maybe(name, POLICIES.keySet()));
        }
        return policy;
    }

    private @Nullable String group(Node.Member member) {
        String path = values.text(member);
        if (path == null) {
            return null;
        }
        String group = new GroupValues(problems).path(path, member.line());
        return group == null ? null : group.substring(1);
    }

    private SchedParams sched(Settings settings, SchedParams inherited) {
        SchedulingPolicy policy = settings.policy == null ? inherited.policy() : settings.policy;
        long sliceNs = settings.sliceNs == null ? inherited.sliceNs() : settings.sliceNs;
        if (policy.isFair()) {
            int otherwise = inherited.policy().isFair() ? inherited.nice() : 0;
            int nice =
                    settings.priority == null ? otherwise : (int) values.integer(settings.priority, -20, 19, otherwise);
            return new SchedParams(policy, nice, 0, sliceNs);
        }
        int otherwise = inherited.policy().isFair() ? RtAppReader.DEFAULT_RT_PRIORITY : inherited.rtPriority();
        int priority =
                settings.priority == null ? otherwise : (int) values.integer(settings.priority, 1, 99, otherwise);
        return new SchedParams(policy, 0, priority, sliceNs);
    }

    /** Notes forks of tasks that do not exist, when all tasks have been read. */
    void checkForks(Collection<String> tasks) {
        for (ForkUse fork : forks) {
            if (!tasks.contains(fork.task())) {
                problems.add(
                        fork.line(),
                        "fork (" + fork.task() + ") names no task",
                        Nearest.maybe(fork.task(), tasks.stream().sorted().toList()));
            }
        }
    }
}
