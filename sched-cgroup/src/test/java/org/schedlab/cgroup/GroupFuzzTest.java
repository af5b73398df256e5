package org.schedlab.cgroup;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.cgroup.testkit.GroupFuzz;
import org.schedlab.cgroup.testkit.GroupOperations;
import org.schedlab.cgroup.testkit.GroupProbe;
import org.schedlab.cgroup.testkit.GroupProbes;

/** Random operations on tasks and groups keep the invariants of each release. */
class GroupFuzzTest {

    private static final long SEED = Long.getLong("schedlab.seed", 20170509);

    /** The whole million is asked for by a property; the default keeps the test short. */
    private static final int OPERATIONS = Integer.getInteger("schedlab.operations", 40_000);

    private static final int LENGTH = 1000;

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.12", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3"})
    void randomOperationsKeepTheInvariants(String kernel) {
        List<GroupProbe> probes = new ArrayList<>(GroupProbes.ALWAYS);
        if (!kernel.equals("4.0")) {
            // Before 4.10 children stand before their parents in the simple case only.
            probes.add(GroupProbes::leafOrder);
        }
        if (!kernel.startsWith("4.")) {
            probes.add(GroupProbes.listed(queue -> false));
        }
        System.out.println(kernel + ": seed " + SEED);
        GroupFuzz fuzz = new GroupFuzz(() -> Kernels.machine(kernel, 3, 8, 10), GroupOperations::random, probes);
        fuzz.run(SEED, OPERATIONS / LENGTH, LENGTH);
        System.out.println(kernel + ": " + fuzz.summary());
    }
}
