package org.schedlab.mechanism;

/** The queues of one task group: the one on a CPU is where the group's tasks queue there. */
@FunctionalInterface
public interface GroupQueues {

    /** Those of the root group. */
    GroupQueues ROOT = CpuRunQueue::root;

    /** The group's queue on a CPU; made on first use, so the call may allocate. */
    CfsRunQueue on(CpuRunQueue rq);
}
