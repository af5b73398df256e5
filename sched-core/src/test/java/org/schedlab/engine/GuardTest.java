package org.schedlab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.mechanism.PolicyViolationException.Fault;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.testkit.ForwardingPick;
import org.schedlab.topology.Topology;
import org.schedlab.trace.SchedObserver;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/** The host's check of every answer: what a policy does wrong is told with its plugin, the event, the time and the seed. */
class GuardTest {

    private static final long MS = 1_000_000;

    private static RunSpec spec() {
        KernelProfile profile = new KernelProfile(
                "0.0",
                "0.0",
                Map.of(PolicyKind.PICK, "acme:turns", PolicyKind.PLACEMENT, "acme:nest,spins=3"),
                new TreeMap<>(),
                new TreeMap<>());
        Workload workload = Workload.of(TaskSpec.named("t", new Step.Run(MS), new Step.Sleep(MS))
                .instances(3)
                .build());
        return RunSpec.of(Topology.regular("2c"), workload, profile, Runs.SETTINGS)
                .seed(7)
                .horizon(Horizon.time(100 * MS))
                .build();
    }

    private static Simulation simulation(PlacementPolicy placement) {
        return new Simulation(spec(), new RoundRobin(true), placement, List.of());
    }

    private static void violates(Fault fault, String what, Runnable run) {
        assertThatThrownBy(run::run).isInstanceOfSatisfying(PolicyViolationException.class, e -> {
            assertThat(e.fault()).isEqualTo(fault);
            assertThat(e)
                    .hasMessageContaining(what)
                    .hasMessageContaining("plugin acme")
                    .hasMessageContaining("policy acme:")
                    .hasMessageContaining("event ")
                    .hasMessageContaining(" ns, seed 7")
                    .hasMessageContaining("\nMaybe ");
        });
    }

    /** Like FirstIdle, but from a time on. */
    private abstract static class Later implements PlacementPolicy {
        private final PlacementPolicy good = new Runs.FirstIdle();

        @Override
        public final int selectCpu(TaskView task, WakeContext context) {
            return context.nowNs() < 50 * MS ? good.selectCpu(task, context) : fault(context);
        }

        abstract int fault(WakeContext context);
    }

    private static PlacementPolicy later(ToIntFunction<WakeContext> fault) {
        return new Later() {
            @Override
            int fault(WakeContext context) {
                return fault.applyAsInt(context);
            }
        };
    }

    @Test
    void aForbiddenCpu() {
        violates(
                Fault.FORBIDDEN_CPU,
                "chose cpu (-1)",
                () -> simulation(later(c -> -1)).run());
        violates(
                Fault.FORBIDDEN_CPU,
                "chose cpu (2)",
                () -> simulation(later(c -> 2)).advance(10_000));
    }

    @Test
    void anExceptionOfAPolicyIsItsOwnFault() {
        violates(
                Fault.POLICY_THREW,
                "no luck",
                () -> simulation(later(c -> {
                            throw new IllegalStateException("no luck");
                        }))
                        .run());
        violates(
                Fault.POLICY_THREW,
                "cpu (99)",
                () -> simulation(later(c -> c.cpu(99).cpu())).run());
    }

    @Test
    void anErrorOfAPolicyIsItsOwnFault() {
        violates(
                Fault.POLICY_THREW,
                "lib/Dep",
                () -> simulation(later(c -> {
                            throw new NoClassDefFoundError("lib/Dep");
                        }))
                        .run());
        violates(
                Fault.POLICY_THREW,
                "StackOverflowError",
                () -> simulation(new Deep()).run());
    }

    private static final class Deep implements PlacementPolicy {
        @Override
        @SuppressWarnings("InfiniteRecursion") // on purpose
        public int selectCpu(TaskView task, WakeContext context) {
            return selectCpu(task, context) + 1;
        }
    }

    @Test
    void anExceptionBeforeTheFirstEvent() {
        violates(
                Fault.POLICY_THREW,
                "at once",
                () -> simulation((t, c) -> {
                            throw new IllegalStateException("at once");
                        })
                        .run());
    }

    @Test
    void anExceptionOfTheHostIsNotBlamedOnAPolicy() {
        SchedObserver faulty = new SchedObserver() {
            @Override
            public void tick(long ns, int cpu) {
                throw new IllegalStateException("host");
            }
        };
        assertThatThrownBy(
                        () -> new Simulation(spec(), new RoundRobin(true), new Runs.FirstIdle(), List.of(faulty)).run())
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("host");
    }

    /** Answers with an entity of another CPU, or with none. */
    private static final class Foreign extends ForwardingPick<RoundRobin.Line, RoundRobin.Turn> {
        private final boolean none;
        private EntityView last;

        Foreign(boolean none) {
            super(new RoundRobin(true));
            this.none = none;
        }

        @Override
        public EntityView pick(RoundRobin.Line queue, RoundRobin.Turn curr, int flags) {
            EntityView answer = super.pick(queue, curr, flags);
            EntityView before = last;
            last = answer;
            boolean foreign =
                    before != null && before.queue().cpu() != answer.queue().cpu();
            return none && before != null ? null : foreign ? before : answer;
        }
    }

    @Test
    void aForeignEntity() {
        violates(
                Fault.FOREIGN_ENTITY,
                "which is not queued on cpu",
                () -> new Simulation(spec(), new Foreign(false), new Runs.FirstIdle(), List.of()).run());
        violates(
                Fault.FOREIGN_ENTITY,
                "picked (nothing)",
                () -> new Simulation(spec(), new Foreign(true), new Runs.FirstIdle(), List.of()).run());
    }
}
