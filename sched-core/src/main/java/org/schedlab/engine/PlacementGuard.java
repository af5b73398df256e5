package org.schedlab.engine;

import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.mechanism.PolicyViolationException.Fault;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.TaskView;
import org.schedlab.topology.CpuMask;

/**
 * The check on each answer of a placement policy: one bit looked at where the policy is called, no call between the host and the policy. The mask is
 * kept by the host and changes with affinities, groups and CPUs only. Stateless.
 */
public final class PlacementGuard {

    private PlacementGuard() {}

    /**
     * Nothing, when the answer is good.
     *
     * @param cpu what the policy chose
     * @param usable the CPUs that are online and that the task may use
     * @throws PolicyViolationException when the CPU is offline or not allowed
     */
    public static void check(int cpu, CpuMask usable, TaskView task) {
        if (!usable.contains(cpu)) {
            throw forbidden(cpu, usable, task);
        }
    }

    private static PolicyViolationException forbidden(int cpu, CpuMask usable, TaskView task) {
        return new PolicyViolationException(
                Fault.FORBIDDEN_CPU,
                PolicyKind.PLACEMENT,
                "the policy chose cpu (" + cpu + ") for " + task.name() + ", which may run on the cpus ("
                        + task.allowed() + "), of which (" + usable + ") are online",
                "it does not look at the task's allowed cpus and at the online ones.",
                null);
    }
}
