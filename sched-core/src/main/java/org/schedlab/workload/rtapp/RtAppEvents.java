package org.schedlab.workload.rtapp;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.Nearest;
import org.schedlab.workload.Step;
import org.schedlab.workload.text.Node;
import org.schedlab.workload.text.Problems;
import org.schedlab.workload.text.Values;

/** Turns events into steps. Faults are noted; the step is then null. One thread. */
final class RtAppEvents {

    private final Problems problems;
    private final Values values;

    RtAppEvents(Problems problems) {
        this.problems = problems;
        this.values = new Values(problems);
    }

    /**
     * @param task name of the task that the event belongs to
     */
    @Nullable
    Step step(String word, Node.Member event, String task) {
        return switch (word) {
            case "run" -> new Step.Run(values.timeNs(event, "us", 0));
            case "runtime" -> new Step.RunFor(values.timeNs(event, "us", 0));
            case "sleep" -> new Step.Sleep(values.timeNs(event, "us", 0));
            case "timer" -> timer(event);
            case "yield" -> new Step.Yield();
            // workgen writes the task's own name where a suspend stands alone.
            case "suspend" -> event.value() == null ? new Step.Suspend(task) : named(event, Step.Suspend::new);
            case "resume" -> named(event, Step.Resume::new);
            case "lock" -> named(event, Step.Lock::new);
            case "unlock" -> named(event, Step.Unlock::new);
            case "signal" -> named(event, Step.Signal::new);
            case "broad", "broadcast" -> named(event, Step.Broadcast::new);
            case "barrier" -> named(event, Step.Barrier::new);
            case "fork" -> named(event, Step.Fork::new);
            case "wait", "sync" -> condition(word, event);
            case "x-wait" -> named(event, Step.PoolWait::new);
            case "x-qpost" -> named(event, Step.QueuePost::new);
            case "x-qserve" -> named(event, Step.QueueServe::new);
            case "x-signal" -> counted(event, "count", Integer.MAX_VALUE, Step.PoolSignal::new);
            case "x-pipe-write" -> counted(event, "bytes", Step.PIPE_BYTES, Step.PipeWrite::new);
            case "x-pipe-read" -> counted(event, "bytes", Step.PIPE_BYTES, Step.PipeRead::new);
            default -> throw new IllegalArgumentException("event word (" + word + ") has no step");
        };
    }

    private interface Named {
        Step of(String ref);
    }

    private interface Counted {
        Step of(String ref, int count);
    }

    private @Nullable Step named(Node.Member event, Named maker) {
        String ref = event.value() instanceof Node.Obj object ? ref(event, object) : values.text(event);
        return ref == null ? null : maker.of(ref);
    }

    private @Nullable Step counted(Node.Member event, String what, int max, Counted maker) {
        Node.Obj object = values.object(event);
        String ref = object == null ? null : ref(event, object);
        if (object == null || ref == null) {
            return null;
        }
        checkKeys(object, "ref", what);
        Node.Member count = required(event, object, what);
        return count == null ? null : maker.of(ref, (int) values.integer(count, 1, max, 1));
    }

    private @Nullable Step condition(String word, Node.Member event) {
        Node.Obj object = values.object(event);
        String ref = object == null ? null : ref(event, object);
        if (object == null || ref == null) {
            return null;
        }
        checkKeys(object, "ref", "mutex");
        Node.Member mutexMember = required(event, object, "mutex");
        String mutex = mutexMember == null ? null : values.text(mutexMember);
        if (mutex == null) {
            return null;
        }
        return word.equals("wait") ? new Step.Wait(ref, mutex) : new Step.Sync(ref, mutex);
    }

    private @Nullable Step timer(Node.Member event) {
        Node.Obj object = values.object(event);
        String ref = object == null ? null : ref(event, object);
        if (object == null || ref == null) {
            return null;
        }
        checkKeys(object, "ref", "period", "mode");
        Node.Member period = required(event, object, "period");
        if (period == null) {
            return null;
        }
        Node.Member mode = object.last("mode");
        String modeName = mode == null ? "relative" : values.text(mode);
        if (mode != null && modeName != null && !modeName.equals("relative") && !modeName.equals("absolute")) {
            problems.add(mode.line(), "timer mode (" + modeName + ") is not known", "you meant relative or absolute.");
        }
        long periodNs = values.timeNs(period, "us", 0);
        if (periodNs > 0 && periodNs < Values.MIN_PERIOD_NS) {
            problems.add(
                    period.line(),
                    "timer period (" + periodNs + " ns) is below " + Values.MIN_PERIOD_NS + " ns",
                    "microseconds were meant, which a number without a unit is.");
        }
        // rt-app: every name that begins with "unique" is the thread's own.
        return new Step.Timer(ref, periodNs, ref.startsWith("unique"), "absolute".equals(modeName));
    }

    private @Nullable String ref(Node.Member event, Node.Obj object) {
        Node.Member ref = required(event, object, "ref");
        return ref == null ? null : values.text(ref);
    }

    private Node.@Nullable Member required(Node.Member event, Node.Obj object, String key) {
        Node.Member member = object.last(key);
        if (member == null) {
            problems.add(event.line(), event.key() + " has no " + key, "\"" + key + "\" : … is missing.");
        }
        return member;
    }

    private void checkKeys(Node.Obj object, String... known) {
        java.util.List<String> names = java.util.List.of(known);
        for (Node.Member member : object.members()) {
            if (!names.contains(member.key())) {
                problems.add(
                        member.line(),
                        "key (" + member.key() + ") is not known here",
                        Nearest.maybe(member.key(), names));
            }
        }
    }
}
