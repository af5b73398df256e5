package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.StateWriter;
import org.schedlab.testkit.EevdfProbes;
import org.schedlab.testkit.EevdfRules;
import org.schedlab.testkit.ProbeCounts;
import org.schedlab.testkit.ProbeViolationException;
import org.schedlab.testkit.RandomOperations;

/** Random operations under all probes. {@code -Dschedlab.operations=1000000} for the long run. */
class ProbedRunTest {

    private static final int OPERATIONS = Integer.getInteger("schedlab.operations", 20_000);
    private static final long SEED = Long.getLong("schedlab.seed", 20231107);

    /** A mechanism of one CPU whose policy is watched. */
    private static final class Watched {
        final ResolvedSettings settings;
        final EevdfProbes<Object, Object> probes;
        final Mechanism mechanism;

        Watched(String kernel, String... features) {
            this(new Machine("1c", kernel, features), kernel, null);
        }

        /** Watched by rules that claim that lag is kept. */
        Watched(EevdfRules.Release release, String kernel, String... features) {
            this(new Machine("1c", kernel, features), kernel, new EevdfRules(release, 4_000_000, true));
        }

        private Watched(Machine plain, String kernel, EevdfRules claimed) {
            settings = plain.settings;
            EevdfRules rules = claimed != null ? claimed : EevdfRules.of(kernel, settings);
            probes = watch(plain.pickPolicy(kernel), rules);
            mechanism = new Mechanism(new MechanismConfig(plain.topology(), settings, probes, false, true));
        }

        @SuppressWarnings("unchecked") // the probes hand the policy its own states alone
        private static EevdfProbes<Object, Object> watch(PickPolicy<?, ?> policy, EevdfRules rules) {
            return new EevdfProbes<>((PickPolicy<Object, Object>) policy, rules);
        }

        long vruntime(Task task) {
            List<Long> found = new ArrayList<>();
            probes.saveEntity(task.state(), new StateWriter() {
                @Override
                public void put(String name, long value) {
                    if (name.equals("vruntime")) {
                        found.add(value);
                    }
                }

                @Override
                public void ref(String name, EntityView entity) {}
            });
            return found.get(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.8", "6.12", "7.3"})
    void randomOperationsKeepEveryProbe(String kernel) {
        Watched watched = new Watched(kernel);
        RandomStream random = new RandomStream(SEED, kernel);
        RandomOperations operations = new RandomOperations(watched.mechanism, random, 12, !kernel.equals("6.8"));
        for (int i = 0; i < OPERATIONS; i++) {
            operations.step();
            if (i % 7 == 0) {
                reweightThereAndBack(watched, operations, random);
            }
        }
        ProbeCounts counts = watched.probes.counts();
        System.out.println(kernel + ": " + OPERATIONS + " operations, seed " + SEED + ": " + counts);
        assertThat(counts.reweights()).isGreaterThan(OPERATIONS / 50);
        assertThat(counts.picks()).isGreaterThan(OPERATIONS / 10);
        assertThat(counts.lags()).isGreaterThan(OPERATIONS / 50);
        assertThat(counts.placings()).isPositive();
        assertThat(counts.overflows()).isGreaterThan(OPERATIONS / 10);
    }

    /** There and back: off by at most 1 + max(w / w', w' / w) where neither step clamps and the rounded average stays. */
    private static void reweightThereAndBack(Watched watched, RandomOperations operations, RandomStream random) {
        Task task = operations.waiting();
        if (task == null) {
            return;
        }
        ProbeCounts counts = watched.probes.counts();
        long vruntime = watched.vruntime(task);
        long weight = task.weight();
        boolean table = task.tableInv();
        long other = 1024L * (15 + random.nextInt(5000));
        long clamped = counts.clamped();
        watched.mechanism.reweight(task, other, false);
        boolean stays = counts.lastJump() == 0;
        watched.mechanism.reweight(task, weight, table);
        if (stays && counts.clamped() == clamped) {
            long bound = 1 + Math.max(weight, other) / Math.min(weight, other) + 1;
            assertThat(Math.abs(watched.vruntime(task) - vruntime))
                    .as("%s from weight %d to %d and back", task, weight, other)
                    .isLessThanOrEqualTo(bound);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.8", "6.12", "7.3"})
    void averageJumpsAsPredictedWhenReweightDoesNotKeepLag(String kernel) {
        Watched watched = new Watched(kernel, "NO_REWEIGHT_KEEPS_LAG");
        RandomStream random = new RandomStream(SEED, kernel);
        RandomOperations operations = new RandomOperations(watched.mechanism, random, 12, false);
        for (int i = 0; i < 2_000; i++) {
            operations.step();
            Task task = operations.waiting();
            if (task != null) {
                watched.mechanism.reweight(task, 1024L * (15 + random.nextInt(5000)), false);
            }
        }
        assertThat(watched.probes.counts().reweights()).isGreaterThan(300);
        assertThat(watched.probes.counts().largestJump()).isGreaterThan(1000);
    }

    @Test
    void probeCatchesAReweightThatLosesLag() {
        Watched watched = new Watched(EevdfRules.Release.V6_12, "6.12", "NO_REWEIGHT_KEEPS_LAG");
        RandomStream random = new RandomStream(SEED, "fault");
        RandomOperations operations = new RandomOperations(watched.mechanism, random, 8, false);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        operations.step();
                        Task task = operations.waiting();
                        if (task != null) {
                            watched.mechanism.reweight(task, 1024L * (15 + random.nextInt(5000)), false);
                        }
                    }
                })
                .isInstanceOf(ProbeViolationException.class)
                .hasMessageContaining("weight")
                .hasMessageContaining("last events")
                .hasMessageContaining("queue, zero point");
    }
}
