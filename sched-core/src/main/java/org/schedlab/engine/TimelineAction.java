package org.schedlab.engine;

import org.schedlab.topology.CpuMask;
import org.schedlab.workload.SchedParams;

/** Something that is done to the run from outside at a time. Immutable values. Actions at equal times happen in their order of the list. */
public sealed interface TimelineAction {

    /** When, in ns since the start. */
    long atNs();

    /** Gives a task another nice level (set_user_nice). {@code task} names a thread, or a kind: then all its threads. */
    record Renice(long atNs, String task, int nice) implements TimelineAction {}

    /** Gives a task other CPUs (sched_setaffinity). */
    record SetAffinity(long atNs, String task, CpuMask cpus) implements TimelineAction {
        public SetAffinity {
            cpus = new CpuMask(cpus);
        }
    }

    /** Gives a task another policy, priority and slice (sched_setattr). */
    record SetPolicy(long atNs, String task, SchedParams params) implements TimelineAction {}

    /** Gives a task a slice, 0 for the default (sched_setattr). */
    record SetSlice(long atNs, String task, long sliceNs) implements TimelineAction {}

    /** Takes a CPU offline; its tasks move. The last one stays. */
    record CpuOff(long atNs, int cpu) implements TimelineAction {}

    /** Brings a CPU back. */
    record CpuOn(long atNs, int cpu) implements TimelineAction {}
}
