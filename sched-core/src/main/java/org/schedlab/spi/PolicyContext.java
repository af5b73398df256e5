package org.schedlab.spi;

import org.schedlab.topology.Topology;

/** What a policy is given when it is made. */
public interface PolicyContext {

    Topology topology();

    Settings settings();

    /** The policy's own random stream: the same for the same seed, policy and purpose. */
    RandomStream random(String purpose);
}
