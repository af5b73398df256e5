package org.schedlab.cgroup.testkit;

/**
 * One step of a timeline as data: it is resolved against the machine when it runs, and does nothing when it is not legal then, so that any part of
 * a timeline is a timeline. {@code toString} is what a shrunk timeline shows.
 */
@FunctionalInterface
public interface GroupOperation {

    /** Does it, at the machine's present. */
    void run(GroupMachine machine);
}
