package org.schedlab.testkit;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.Capability;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.QueueView;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.testkit.PolicyContract.Check;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;

/** The promises that only pick policies make. */
final class PickChecks {

    private static final int OPERATIONS = 20_000;
    private static final int TASKS = 12;
    private static final int ROUNDS = 20_000;
    private static final long MS = ContractRig.MS;
    private static final long NICE_0 = 1 << 20;

    private final ContractRig rig;
    private final Topology machine = Topology.regular("1c");

    private PickChecks(ContractRig rig) {
        this.rig = rig;
    }

    static List<Check> of(ContractRig rig, @Nullable UnaryOperator<PickPolicy<Object, Object>> oracle) {
        PickChecks c = new PickChecks(rig);
        Set<Capability> declared = rig.declared(c.machine);
        List<Check> checks = new ArrayList<>(List.of(
                new Check(
                        "only-queued", "every answer is queued, and nothing is answered for an empty queue", c::queued),
                new Check(
                        "capabilities",
                        "what is declared holds: " + ContractRig.names(declared),
                        () -> declared.forEach(c::capability))));
        if (oracle != null) {
            checks.add(new Check(
                    "pick-oracle",
                    "every choice is what a search over all queued entities gives",
                    () -> c.operations(oracle)));
        }
        return checks;
    }

    private Mechanism mechanism(PickPolicy<?, ?> pick) {
        return new Mechanism(new MechanismConfig(machine, rig.settings(machine), pick, false, true));
    }

    private void operations(UnaryOperator<PickPolicy<Object, Object>> around) {
        Mechanism mechanism = mechanism(around.apply(rig.pick(machine, 1)));
        boolean slices = rig.declared(machine).contains(Capability.CUSTOM_SLICE);
        RandomOperations operations = new RandomOperations(mechanism, new RandomStream(1, "contract"), TASKS, slices);
        for (int i = 0; i < OPERATIONS; i++) {
            operations.step();
        }
    }

    private void queued() {
        operations(Members::new);
        PickPolicy<Object, Object> pick = rig.pick(machine, 1);
        Mechanism mechanism = mechanism(pick);
        EntityView answer = pick.pick(mechanism.cpu(0).root().state(), null, 0);
        Check.that(answer == null, () -> "an empty queue is answered with " + answer);
    }

    /** Follows by itself who is queued. */
    private static final class Members extends ForwardingPick<Object, Object> {
        private final List<EntityView> members = new ArrayList<>();
        private final IdentityHashMap<Object, EntityView> views = new IdentityHashMap<>();

        Members(PickPolicy<Object, Object> policy) {
            super(policy);
        }

        @Override
        public Object newQueue(QueueView queue) {
            return super.newQueue(queue);
        }

        @Override
        public Object newEntity(EntityView entity) {
            Object state = super.newEntity(entity);
            views.put(state, entity);
            return state;
        }

        @Override
        public void arrive(Object queue, Object entity, int flags) {
            members.add(views.get(entity));
            super.arrive(queue, entity, flags);
        }

        @Override
        public void leave(Object queue, Object entity, int flags) {
            members.remove(views.get(entity));
            super.leave(queue, entity, flags);
        }

        @Override
        public @Nullable EntityView pick(Object queue, @Nullable Object curr, int flags) {
            EntityView answer = super.pick(queue, curr, flags);
            Check.that(
                    answer == null ? members.isEmpty() : members.contains(answer),
                    () -> "the answer is " + answer + ", queued are " + members);
            return answer;
        }
    }

    /** Tasks that never sleep share one CPU. */
    private final class Contest {
        private final Mechanism mechanism = mechanism(rig.pick(machine, 1));
        private final List<Task> tasks = new ArrayList<>();
        private final long[] turns = new long[3];
        private long nowNs = 1_000 * MS;

        Contest() {
            mechanism.clock(0, nowNs);
        }

        Task add(SchedulingPolicy policy, int nice) {
            Task task = mechanism.newTask("t" + tasks.size(), policy, nice, 0, CpuMask.firstCpus(1), 0);
            tasks.add(task);
            return task;
        }

        void run() {
            tasks.forEach(t -> mechanism.fork(t, null, 0));
            schedule();
            CpuRunQueue rq = mechanism.cpu(0);
            for (int i = 0; i < ROUNDS; i++) {
                nowNs += MS;
                mechanism.clock(0, nowNs);
                mechanism.tick(0);
                if (rq.resched() || rq.lazyResched()) {
                    schedule();
                }
            }
        }

        private void schedule() {
            Task before = mechanism.cpu(0).current();
            Task next = mechanism.pickNext(0);
            mechanism.switchTo(0, next);
            if (next != null && next != before) {
                turns[tasks.indexOf(next)]++;
            }
        }
    }

    private void capability(Capability capability) {
        ContractRig.declarable(capability, PolicyKind.PICK);
        Contest contest = new Contest();
        Task favoured = contest.add(SchedulingPolicy.NORMAL, 0);
        boolean slice = capability == Capability.CUSTOM_SLICE;
        boolean idle = capability == Capability.SCHED_IDLE;
        boolean nice = capability == Capability.NICE;
        Task other = contest.add(idle ? SchedulingPolicy.IDLE : SchedulingPolicy.NORMAL, nice ? 5 : 0);
        if (capability == Capability.CPU_WEIGHT) {
            contest.mechanism.reweight(favoured, 3 * NICE_0, false);
        }
        if (slice) {
            contest.add(SchedulingPolicy.NORMAL, 0);
            contest.mechanism.setSlice(favoured, MS);
            contest.mechanism.setSlice(other, 20 * MS);
        }
        contest.run();
        long first = favoured.sumExec();
        long second = other.sumExec();
        if (slice) {
            long own = first / Math.max(1, contest.turns[0]);
            long long20 = second / Math.max(1, contest.turns[1]);
            Check.that(
                    3 * own <= 2 * long20,
                    () -> "CUSTOM_SLICE is declared, but a slice of 1 ms gives turns of " + own
                            + " ns, one of 20 ms turns of " + long20);
            return;
        }
        double least = idle ? 5 : 2;
        Check.that(
                first >= least * second,
                () -> capability + " is declared, but the favoured task had only " + first / MS + " ms against "
                        + second / MS + " ms");
    }
}
