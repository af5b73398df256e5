package org.schedlab.engine;

import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.mechanism.PolicyViolationException.Fault;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;

/** Asks a placement policy and checks its answer: two bits looked at per decision. Confined to the thread of the run. */
public final class PlacementGuard {

    private final PlacementPolicy policy;
    private final CpuMask online;

    /** {@code online} is looked at for each answer. */
    public PlacementGuard(PlacementPolicy policy, CpuMask online) {
        this.policy = policy;
        this.online = online;
    }

    /**
     * The policy's choice.
     *
     * @throws PolicyViolationException when the CPU is offline or not allowed
     */
    public int select(TaskView task, WakeContext context) {
        int cpu = policy.selectCpu(task, context);
        if (!online.sharesCpu(task.allowed(), cpu)) {
            throw forbidden(task, cpu);
        }
        return cpu;
    }

    private PolicyViolationException forbidden(TaskView task, int cpu) {
        return new PolicyViolationException(
                Fault.FORBIDDEN_CPU,
                PolicyKind.PLACEMENT,
                "the policy chose cpu (" + cpu + ") for " + task.name() + ", which may run on " + task.allowed()
                        + " of the online cpus " + online,
                "it does not look at the task's allowed cpus.",
                null);
    }
}
