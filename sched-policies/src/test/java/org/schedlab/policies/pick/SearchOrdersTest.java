package org.schedlab.policies.pick;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.arith.Weights;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.policies.CorePlugin;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.topology.Topology;

/** The two orders of the timeline on the same random queues. */
class SearchOrdersTest {

    private static final long SEED = Long.getLong("schedlab.seed", 7);
    private static final Catalogue CATALOGUE =
            new Catalogue(List.of(new CorePlugin()), Mechanism.SWITCHES, LoadTracking.TUNABLES);

    private static final class Side {
        final Eevdf68 policy;
        final List<Task> tasks = new java.util.ArrayList<>();
        final EevdfQueue queue;

        Side(int count, String... features) {
            ResolvedSettings.Builder builder =
                    new ResolvedSettings.Builder(CATALOGUE, 1).profile(CATALOGUE.profile("6.8"));
            List.of(features).forEach(builder::feature);
            ResolvedSettings settings = builder.build();
            policy = new Eevdf68(settings);
            Topology topology = Topology.regular("1c");
            Mechanism mechanism = new Mechanism(new MechanismConfig(topology, settings, policy, false, false));
            queue = (EevdfQueue) mechanism.cpu(0).root().state();
            for (int i = 0; i < count; i++) {
                tasks.add(mechanism.newTask("t" + i, SchedulingPolicy.NORMAL, 0, 0, topology.online(), 0));
            }
        }

        /** Puts the same random queue on every side that is given the same stream. */
        void fill(RandomStream random) {
            for (Task task : tasks) {
                EevdfEntity e = (EevdfEntity) task.state();
                if (e.inTree) {
                    queue.remove(e);
                }
            }
            for (Task task : tasks) {
                EevdfEntity e = (EevdfEntity) task.state();
                e.setWeight(Weights.scaleLoad(Weights.niceToWeight(random.nextInt(40) - 20)), true);
                e.vruntime = random.nextLong(6_000_000);
                long request = e.virtual(3_000_000);
                e.deadline = e.vruntime + request - random.nextLong(request);
                if (random.nextInt(8) == 0) {
                    // Equal deadlines are frequent.
                    e.deadline -= Math.floorMod(e.deadline, 1_000_000);
                }
                queue.insert(e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 17, 64, 1000})
    void bothOrdersChooseEqualDeadlines(int count) {
        Side before = new Side(count, "NO_DEADLINE_TREE");
        Side after = new Side(count);
        Side descent = new Side(count, "NO_PICK_FASTPATH");
        RandomStream a = new RandomStream(SEED, "queues");
        RandomStream b = new RandomStream(SEED, "queues");
        RandomStream c = new RandomStream(SEED, "queues");
        int rounds = 200_000 / (count + 100);
        for (int i = 0; i < rounds; i++) {
            before.fill(a);
            after.fill(b);
            descent.fill(c);
            EevdfEntity old = before.policy.pickEevdf(before.queue, false);
            EevdfEntity now = after.policy.pickEevdf(after.queue, false);
            EevdfEntity plain = descent.policy.pickEevdf(descent.queue, false);
            assertThat(old).isNotNull();
            assertThat(now).isNotNull();
            assertThat(plain).isNotNull();
            assertThat(old.deadline).as("queue %d of seed %d", i, SEED).isEqualTo(now.deadline);
            assertThat(plain.deadline).isEqualTo(now.deadline);
        }
        System.out.printf(
                "random queues of %d: visits per pick %.2f with two descents, %.2f with one, %.2f with the fast path%n",
                count, perPick(before), perPick(descent), perPick(after));
    }

    private static double perPick(Side side) {
        return (double) side.policy.statistics().visits()
                / side.policy.statistics().searches();
    }

    @Test
    void emptyTimelineHasNoChoice() {
        Side side = new Side(0, "NO_DEADLINE_TREE");
        assertThat(side.policy.search(side.queue, null)).isNull();
    }
}
