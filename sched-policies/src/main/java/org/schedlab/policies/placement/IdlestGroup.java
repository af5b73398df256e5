package org.schedlab.policies.placement;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedGroup;

/** Chooses the group of a domain for a new or executing task (find_idlest_group). */
interface IdlestGroup {

    /**
     * The group to go to, or null when the task should stay in the one of {@code cpu}.
     *
     * @param cpu the CPU that the way has come to
     */
    @Nullable
    SchedGroup find(Decision d, SchedDomain sd, int cpu);
}
