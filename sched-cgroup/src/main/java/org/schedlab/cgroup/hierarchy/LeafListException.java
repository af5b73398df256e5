package org.schedlab.cgroup.hierarchy;

/**
 * A leaf list is not a ring any more: a walk over it came by more queues than are listed. On a machine of 4.13 to 4.20 update_blocked_averages
 * never returned from such a list, with interrupts off; here the walk stops and the message shows the list.
 */
public final class LeafListException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** With the list as it was found. */
    public LeafListException(String dump) {
        super(dump);
    }
}
