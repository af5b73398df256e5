package org.schedlab.engine;

import java.util.List;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.Settings;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;

/**
 * What a policy is given when it is made for a run. Immutable, but the streams that it makes.
 *
 * @param topology the machine
 * @param settings switches and tunables
 * @param seed the run's seed
 * @param policyId full id of the policy; its streams depend on it
 * @param partitions the sets of CPUs that have scheduling domains of their own
 */
public record RunContext(Topology topology, Settings settings, long seed, String policyId, List<CpuMask> partitions)
        implements PolicyContext {

    public RunContext {
        partitions = List.copyOf(partitions);
    }

    /** Of a machine that no cpusets divide. */
    public RunContext(Topology topology, Settings settings, long seed, String policyId) {
        this(topology, settings, seed, policyId, List.of(topology.possible()));
    }

    @Override
    public RandomStream random(String purpose) {
        return new RandomStream(seed, policyId + "/" + purpose);
    }
}
