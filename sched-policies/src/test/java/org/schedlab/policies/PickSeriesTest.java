package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PickStatistics;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;

/** The pick of the 2023 series against the one before it: the same choices, fewer nodes. Counters, not time. */
class PickSeriesTest {

    private static final String OLD_ORDER = "NO_DEADLINE_TREE";
    private static final long TICK_NS = 1_000_000;

    /** Always-running tasks on one CPU, ticked every ms. */
    private static final class Load {
        final PickPolicy<?, ?> policy;
        final Mechanism mechanism;
        final List<Task> tasks = new ArrayList<>();
        long nowNs = 1_000_000_000;

        Load(int count, boolean mixed, String... features) {
            Machine machine = new Machine("1c", "6.8", features);
            policy = machine.pickPolicy("6.8");
            mechanism = new Mechanism(new MechanismConfig(machine.topology(), machine.settings, policy, false, false));
            RandomStream random = new RandomStream(count, "nice");
            mechanism.clock(0, nowNs);
            for (int i = 0; i < count; i++) {
                int nice = mixed ? random.nextInt(40) - 20 : 0;
                Task task = mechanism.newTask(
                        "t" + i,
                        SchedulingPolicy.NORMAL,
                        nice,
                        0,
                        machine.topology().online(),
                        0);
                mechanism.fork(task, mechanism.cpu(0).current(), 0);
                tasks.add(task);
                nowNs += 1000;
                mechanism.clock(0, nowNs);
            }
            schedule();
        }

        void schedule() {
            mechanism.switchTo(0, mechanism.pickNext(0));
        }

        /** Ids of the tasks that were switched to, in order. */
        List<Integer> run(int ticks) {
            List<Integer> chosen = new ArrayList<>();
            for (int i = 0; i < ticks; i++) {
                nowNs += TICK_NS;
                mechanism.clock(0, nowNs);
                mechanism.tick(0);
                if (mechanism.cpu(0).resched()) {
                    schedule();
                    chosen.add(mechanism.cpu(0).current().id());
                }
            }
            return chosen;
        }

        PickStatistics statistics() {
            return policy.statistics();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 64})
    void leftmostAnswersEveryPickOfEqualTasksInSteadyState(int count) {
        Load load = new Load(count, false);
        load.run(count * 20);
        long leftmosts = load.statistics().leftmosts();
        long searches = load.statistics().searches();
        load.run(count * 200);
        long newSearches = load.statistics().searches() - searches;
        assertThat(newSearches).isGreaterThan(count * 30L);
        assertThat(load.statistics().leftmosts() - leftmosts).isEqualTo(newSearches);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64, 1000})
    void descentVisitsAtMostTheHeightOfTheTree(int count) {
        Load load = new Load(count, true);
        load.run(50_000);
        PickStatistics statistics = load.statistics();
        double height = 2 * Math.log(count + 1) / Math.log(2);
        System.out.printf(
                "n = %d mixed: %d searches, %.3f by the leftmost, %.2f nodes per descent, bound %.2f%n",
                count,
                statistics.searches(),
                (double) statistics.leftmosts() / statistics.searches(),
                (double) statistics.descentVisits() / statistics.descents(),
                height);
        assertThat(statistics.descents()).isPositive();
        assertThat((double) statistics.descentVisits() / statistics.descents()).isLessThanOrEqualTo(height);
    }

    @ParameterizedTest
    @CsvSource({"64", "1000"})
    void oldSearchVisitsFarMoreNodes(int count) {
        Load before = new Load(count, true, OLD_ORDER);
        Load after = new Load(count, true, "NO_PICK_FASTPATH");
        Load fast = new Load(count, true);
        before.run(50_000);
        after.run(50_000);
        fast.run(50_000);
        double old = perPick(before);
        System.out.printf(
                "n = %d mixed: visits per pick %.2f with two descents, %.2f with one, %.2f with the fast path%n",
                count, old, perPick(after), perPick(fast));
        assertThat(old / perPick(fast)).isGreaterThan(1.7);
    }

    private static double perPick(Load load) {
        return (double) load.statistics().visits() / load.statistics().searches();
    }
}
