package org.schedlab.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.domain.SchedDomains;

/** What a policy is given when it is made. */
public interface PolicyContext {

    Topology topology();

    /** The scheduling domains, or null when the host leaves it to the policy to build those of {@link #partitions()}. */
    default @Nullable SchedDomains domains() {
        return null;
    }

    /**
     * The sets of CPUs that have scheduling domains of their own; CPUs in none have no domains. One set of all possible CPUs unless cpusets divide
     * the machine.
     */
    default List<CpuMask> partitions() {
        return List.of(topology().possible());
    }

    Settings settings();

    /** The policy's own random stream: the same for the same seed, policy and purpose. */
    RandomStream random(String purpose);
}
