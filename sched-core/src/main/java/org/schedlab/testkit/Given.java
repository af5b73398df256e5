package org.schedlab.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.TimelineAction;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.testkit.ContractRig.Plan;
import org.schedlab.testkit.PolicyContract.Check;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.workload.Workload;

/**
 * Whether a policy leaves alone what it is given: the masks of the host are not copied for it, so one that writes into them changes the run. Compares
 * them before and after each call; what was changed is put back. One thread.
 */
final class Given {

    private final List<Shared> machine = new ArrayList<>();
    private @Nullable String fault;

    /** A mask of the machine, and what it was. */
    private record Shared(String name, CpuMask mask, CpuMask before) {
        Shared(String name, CpuMask mask) {
            this(name, mask, new CpuMask(mask));
        }
    }

    private Given() {}

    static Check of(ContractRig rig, Workload workload) {
        return new Check(
                "leaves-masks-alone",
                "nothing that the policy is given is changed by it",
                () -> new Given().check(rig, workload));
    }

    private void check(ContractRig rig, Workload workload) {
        Topology topology = Topology.regular("1s 2l 2c 2t");
        share(topology);
        Plan plan = Plan.of(topology, workload, Horizon.time(200 * ContractRig.MS))
                .timeline(List.of(
                        new TimelineAction.CpuOff(50 * ContractRig.MS, 3),
                        new TimelineAction.CpuOn(100 * ContractRig.MS, 3)));
        try {
            rig.simulation(plan, pick -> pick, Watched::new).run();
        } catch (RuntimeException e) {
            compareMachine();
            // A mask that is not the host's own any more explains what goes wrong later.
            if (fault == null) {
                throw e;
            }
        }
        compareMachine();
        Check.that(fault == null, () -> String.valueOf(fault));
    }

    private void share(Topology topology) {
        machine.add(new Shared("topology().possible()", topology.possible()));
        machine.add(new Shared("topology().online()", topology.online()));
        machine.add(new Shared("topology().allowed()", topology.allowed()));
        for (TopologyLevel level : TopologyLevel.values()) {
            for (int group = 0; group < topology.groupCount(level); group++) {
                machine.add(new Shared("topology(), " + level + " " + group, topology.groupCpus(level, group)));
            }
        }
    }

    private void compareMachine() {
        for (Shared shared : machine) {
            compare(shared.name, shared.mask, shared.before, "a run");
        }
    }

    private void compare(String name, CpuMask mask, CpuMask before, String where) {
        if (mask.equals(before)) {
            return;
        }
        if (fault == null) {
            fault = "the policy changes the mask " + name + " in " + where + " (" + before + " to " + mask + ")";
        }
        mask.copyFrom(before);
    }

    private final class Watched implements PlacementPolicy {
        private final PlacementPolicy policy;

        Watched(PlacementPolicy policy) {
            this.policy = policy;
        }

        @Override
        public int selectCpu(TaskView task, WakeContext context) {
            CpuMask allowed = new CpuMask(task.allowed());
            CpuMask online = new CpuMask(context.online());
            CpuMask idle = new CpuMask(context.idleCpus());
            CpuMask schedIdle = new CpuMask(context.schedIdleCpus());
            try {
                return policy.selectCpu(task, context);
            } finally {
                compare("allowed()", task.allowed(), allowed, "selectCpu");
                compare("online()", context.online(), online, "selectCpu");
                compare("idleCpus()", context.idleCpus(), idle, "selectCpu");
                compare("schedIdleCpus()", context.schedIdleCpus(), schedIdle, "selectCpu");
            }
        }

        @Override
        public void cpuIdle(int cpu, CpuMask idleCpus) {
            CpuMask idle = new CpuMask(idleCpus);
            policy.cpuIdle(cpu, idleCpus);
            compare("idleCpus", idleCpus, idle, "cpuIdle");
        }

        @Override
        public void idleScanBudget(int cpu, int nrIdleScan) {
            policy.idleScanBudget(cpu, nrIdleScan);
        }

        @Override
        public void domainsChanged(PolicyContext context) {
            share(context.topology());
            policy.domainsChanged(context);
        }
    }
}
