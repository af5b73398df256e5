package org.schedlab.spi;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.Topology;
import org.schedlab.topology.domain.SchedDomains;

/** What a policy is given when it is made. */
public interface PolicyContext {

    Topology topology();

    /** The scheduling domains, or null when the host leaves it to the policy to build those of one root domain over all online CPUs. */
    default @Nullable SchedDomains domains() {
        return null;
    }

    Settings settings();

    /** The policy's own random stream: the same for the same seed, policy and purpose. */
    RandomStream random(String purpose);
}
