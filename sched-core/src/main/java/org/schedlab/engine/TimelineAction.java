package org.schedlab.engine;

import org.schedlab.topology.CpuMask;
import org.schedlab.workload.GroupSetting;
import org.schedlab.workload.SchedParams;

/** Something that is done to the run from outside at a time. Immutable values. Actions at equal times happen in their order of the list. */
public sealed interface TimelineAction {

    /** When, in ns since the start. */
    long atNs();

    /** Whether it needs task groups. */
    default boolean onGroups() {
        return this instanceof GroupCreate
                || this instanceof GroupRemove
                || this instanceof GroupMove
                || this instanceof GroupWrite;
    }

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

    /** Makes a task group (mkdir). */
    record GroupCreate(long atNs, GroupSetting group) implements TimelineAction {}

    /** Removes a task group without tasks and groups below (rmdir). */
    record GroupRemove(long atNs, GroupSetting group) implements TimelineAction {}

    /** Moves a task to a group (a write to cgroup.procs). */
    record GroupMove(long atNs, String task, GroupSetting group) implements TimelineAction {}

    /** Writes a control file of a group. */
    record GroupWrite(long atNs, GroupSetting setting) implements TimelineAction {}

    /** Ages the averages of a CPU's queues with load (update_blocked_averages), as a recording says when the kernel did. */
    record AgeBlocked(long atNs, int cpu) implements TimelineAction {}

    /** Takes a CPU offline; its tasks move. The last one stays. */
    record CpuOff(long atNs, int cpu) implements TimelineAction {}

    /** Brings a CPU back. */
    record CpuOn(long atNs, int cpu) implements TimelineAction {}
}
