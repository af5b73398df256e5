package org.schedlab.policies.placement;

import org.schedlab.topology.domain.SchedDomain;

/** Where the search starts. */
interface AffineRule {

    /**
     * @param sd the lowest domain of the waker's CPU that holds both and allows affine wakeups
     * @return {@code thisCpu} or {@code prev}
     */
    int affine(Decision d, SchedDomain sd, int thisCpu, int prev);

    /** The idle half alone: {@code thisCpu}, {@code prev} or none. */
    default int idlePart(Decision d, int thisCpu, int prev) {
        return Decision.NONE;
    }

    /** The load half alone: {@code thisCpu} or none. */
    default int weightPart(Decision d, SchedDomain sd, int thisCpu, int prev) {
        return Decision.NONE;
    }
}
