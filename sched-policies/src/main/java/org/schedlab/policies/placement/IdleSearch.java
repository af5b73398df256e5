package org.schedlab.policies.placement;

/** Looks for an idle CPU near a target (select_idle_sibling). */
interface IdleSearch {

    /** The CPU found, or {@code target} when nothing is idle. */
    int search(Decision d, int prev, int target);
}
