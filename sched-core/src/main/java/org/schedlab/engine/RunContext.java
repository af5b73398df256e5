package org.schedlab.engine;

import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.Settings;
import org.schedlab.topology.Topology;

/**
 * What a policy is given when it is made for a run. Immutable, but the streams that it makes.
 *
 * @param topology the machine
 * @param settings switches and tunables
 * @param seed the run's seed
 * @param policyId full id of the policy; its streams depend on it
 */
public record RunContext(Topology topology, Settings settings, long seed, String policyId) implements PolicyContext {

    @Override
    public RandomStream random(String purpose) {
        return new RandomStream(seed, policyId + "/" + purpose);
    }
}
