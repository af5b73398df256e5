package org.schedlab.workload.rtapp;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.input.Nearest;
import org.schedlab.workload.GroupSetting;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;
import org.schedlab.workload.text.GroupValues;
import org.schedlab.workload.text.InputText;
import org.schedlab.workload.text.LenientJson;
import org.schedlab.workload.text.Node;
import org.schedlab.workload.text.Problems;
import org.schedlab.workload.text.Values;

/**
 * Reads rt-app's workload files (scheduler-tools/rt-app, doc/tutorial.txt) as they are found in the wild; docs/workloads.md lists every
 * construct. What the model has not is refused by the construct's name and line. All faults of a file are reported together. Stateless.
 */
public final class RtAppReader {

    /** rt-app's priority for FIFO and RR tasks that name none. */
    public static final int DEFAULT_RT_PRIORITY = 10;

    private static final List<String> TOP = List.of("tasks", "global", "resources", "x-cgroups");

    private final Problems problems;
    private final Values values;
    private final RtAppOptions options;
    private final List<String> notes = new ArrayList<>();
    private List<GroupSetting> groups = List.of();
    private SchedulingPolicy defaultPolicy = SchedulingPolicy.NORMAL;
    private Workload.TimerOrigin timerOrigin = Workload.TimerOrigin.THREAD_START;
    private long durationNs = Workload.UNLIMITED;

    private RtAppReader(Problems problems, RtAppOptions options) {
        this.problems = problems;
        this.values = new Values(problems);
        this.options = options;
    }

    /**
     * Reads a file's text.
     *
     * @throws org.schedlab.topology.input.InvalidInputException with all faults
     */
    public static RtAppFile read(InputText input, RtAppOptions options) {
        Problems problems = new Problems(input.source());
        RtAppFile file = read(LenientJson.parse(input), options, problems);
        problems.throwIfAny();
        return file;
    }

    /** Reads a tree, as a scenario holds it. Faults are left in {@code problems}; the answer is then of no use. */
    public static RtAppFile read(Node root, RtAppOptions options, Problems problems) {
        RtAppReader reader = new RtAppReader(problems, options);
        return reader.file(root);
    }

    /** The policy that a member names ({@code SCHED_FIFO}), or null after noting the fault. */
    public static @Nullable SchedulingPolicy policy(Node.Member member, Problems problems) {
        return RtAppTaskReader.policy(member, problems, new Values(problems));
    }

    private RtAppFile file(Node root) {
        List<TaskSpec> tasks = List.of();
        if (root instanceof Node.Obj top) {
            for (Node.Member member : top.members()) {
                switch (member.key()) {
                    case "global" -> global(member);
                    case "x-cgroups" -> groups = new GroupValues(problems).groups(member);
                    case "resources", "tasks" -> {}
                    default ->
                        problems.add(
                                member.line(),
                                "key (" + member.key() + ") is not known at the top",
                                Nearest.maybe(member.key(), TOP));
                }
            }
            tasks = tasks(top);
        } else {
            problems.add(
                    root.line(),
                    "the file holds " + root.kind() + ", not an object with tasks",
                    "it is not an rt-app file.");
        }
        return new RtAppFile(new Workload(tasks, timerOrigin, durationNs), groups, notes);
    }

    private List<TaskSpec> tasks(Node.Obj top) {
        Node.Member member = top.last("tasks");
        if (member == null) {
            problems.add(
                    top.line(),
                    "there is no \"tasks\"",
                    "this is only a part of a workload, or \"tasks\" is misspelt.");
            return List.of();
        }
        Node.Obj object = values.object(member);
        if (object == null) {
            return List.of();
        }
        List<TaskSpec> tasks = new ArrayList<>();
        Set<String> names = new HashSet<>();
        long threads = 0;
        RtAppTaskReader reader = new RtAppTaskReader(problems, options, defaultPolicy);
        for (Node.Member task : object.members()) {
            if (!names.add(task.key())) {
                problems.add(task.line(), "task (" + task.key() + ") occurs twice", "\"instance\" : 2 was meant.");
                continue;
            }
            TaskSpec spec = reader.task(task);
            if (spec != null) {
                tasks.add(spec);
                threads += spec.instances();
            }
        }
        if (object.members().isEmpty()) {
            problems.add(member.line(), "\"tasks\" is empty", "the tasks stand in another file.");
        }
        if (threads > options.maxThreads()) {
            problems.add(
                    member.line(),
                    "the tasks make " + threads + " threads (instance), more than " + options.maxThreads(),
                    "\"instance\" has too many digits.");
        }
        reader.checkForks(names);
        return threads > options.maxThreads() ? List.of() : tasks;
    }

    private void global(Node.Member member) {
        Node.Obj object = values.object(member);
        if (object == null) {
            return;
        }
        for (Node.Member entry : object.members()) {
            switch (entry.key()) {
                case "duration" -> duration(entry);
                case "default_policy" -> {
                    SchedulingPolicy policy = RtAppTaskReader.policy(entry, problems, values);
                    defaultPolicy = policy == null ? defaultPolicy : policy;
                }
                case "pi_enabled" -> {
                    if (values.bool(entry, false)) {
                        problems.add(entry.line(), "pi_enabled (true): priority inheritance is not modelled", null);
                    }
                }
                case "x-timer-origin" -> timerOrigin(entry);
                case "calibration" -> calibration(entry);
                default -> hostOnly(entry);
            }
        }
    }

    private void hostOnly(Node.Member entry) {
        if (!RtAppKeys.GLOBAL_HOST_ONLY.contains(entry.key())) {
            List<String> known = new ArrayList<>(RtAppKeys.GLOBAL);
            known.addAll(RtAppKeys.GLOBAL_HOST_ONLY);
            problems.add(
                    entry.line(),
                    "key (" + entry.key() + ") is not known in global",
                    Nearest.maybe(entry.key(), known));
        }
    }

    private void duration(Node.Member entry) {
        if (entry.value() instanceof Node.Num number && number.value().compareTo(BigDecimal.ONE.negate()) == 0) {
            durationNs = Workload.UNLIMITED;
            return;
        }
        durationNs = values.timeNs(entry, "s", 0);
    }

    private void timerOrigin(Node.Member entry) {
        @Nullable String name = values.text(entry);
        if ("first-use".equals(name)) {
            timerOrigin = Workload.TimerOrigin.FIRST_USE;
        } else if ("thread-start".equals(name)) {
            timerOrigin = Workload.TimerOrigin.THREAD_START;
        } else if (name != null) {
            problems.add(
                    entry.line(), "x-timer-origin (" + name + ") is not known", "you meant first-use or thread-start.");
        }
    }

    /** The recorder of the published kernel traces writes "own-cpu-time": its timers begin at their first use. */
    private void calibration(Node.Member entry) {
        if (entry.value() instanceof Node.Text text && text.value().equals("own-cpu-time")) {
            timerOrigin = Workload.TimerOrigin.FIRST_USE;
        } else if (entry.value() instanceof Node.Num) {
            notes.add("line " + entry.line()
                    + ": calibration has no effect: work is given in time on a CPU of capacity 1024");
        }
    }
}
