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

    /**
     * The mix and the count for which the bar of 1.7 to 2.1 was measured: nice -5 to 5 and requests of 0.7 to 5.6 ms, each task running its request to
     * the end; nodes that descents visit, the look at the leftmost being free. With all forty nice levels and one request for all, as above, few
     * tasks hold most of the weight, most picks end at the leftmost, and the ratio is larger.
     */
    @ParameterizedTest
    @CsvSource({"64", "1000"})
    void oldSearchVisitsTwiceTheNodesWithMixedWeightsAndSlices(int count) {
        Mix before = new Mix(count, OLD_ORDER);
        Mix after = new Mix(count);
        before.run(count * 20);
        after.run(count * 20);
        PickCounts old = before.counts(count * 100);
        PickCounts fast = after.counts(count * 100);
        double ratio = old.descentVisitsPerSearch() / fast.descentVisitsPerSearch();
        double slow = (double) fast.descentVisits / fast.descents;
        System.out.printf(
                "n = %d, nice -5..5, requests 0.7..5.6 ms: nodes of descents per pick %.2f old, %.2f new, ratio %.2f; %.2f with the looks at the leftmost; %.3f by the leftmost, %.2f nodes per slow pick%n",
                count,
                old.descentVisitsPerSearch(),
                fast.descentVisitsPerSearch(),
                ratio,
                ((double) old.visits / old.searches) / ((double) fast.visits / fast.searches),
                1 - (double) fast.descents / fast.searches,
                slow);
        assertThat(ratio).isBetween(1.7, 2.1);
        assertThat(slow).isLessThanOrEqualTo(2 * Math.log(count + 1) / Math.log(2));
    }

    private record PickCounts(long searches, long descents, long visits, long descentVisits) {
        static PickCounts of(PickStatistics now) {
            return new PickCounts(now.searches(), now.descents(), now.visits(), now.descentVisits());
        }

        PickCounts since(PickCounts then) {
            return new PickCounts(
                    searches - then.searches,
                    descents - then.descents,
                    visits - then.visits,
                    descentVisits - then.descentVisits);
        }

        double descentVisitsPerSearch() {
            return (double) descentVisits / searches;
        }
    }

    /** Always-running tasks of mixed weights and requests on one CPU of 6.12, a pick at the end of each request. */
    private static final class Mix {
        private final PickPolicy<?, ?> policy;
        private final Mechanism mechanism;
        private final long[] sliceNs;
        private long nowNs = 1_000_000_000;

        Mix(int count, String... features) {
            Machine machine = new Machine("1c", "6.12", features);
            policy = machine.pickPolicy("6.12");
            mechanism = new Mechanism(new MechanismConfig(machine.topology(), machine.settings, policy, false, false));
            sliceNs = new long[count];
            RandomStream random = new RandomStream(count, "mix");
            mechanism.clock(0, nowNs);
            for (int i = 0; i < count; i++) {
                Task task = mechanism.newTask(
                        "t" + i,
                        SchedulingPolicy.NORMAL,
                        random.nextInt(11) - 5,
                        0,
                        machine.topology().online(),
                        0);
                sliceNs[i] = 700_000L + random.nextInt(4_900_001);
                mechanism.setSlice(task, sliceNs[i]);
                mechanism.fork(task, mechanism.cpu(0).current(), 0);
                nowNs += 1000;
                mechanism.clock(0, nowNs);
            }
            mechanism.switchTo(0, mechanism.pickNext(0));
        }

        void run(int picks) {
            for (int i = 0; i < picks; i++) {
                nowNs += sliceNs[mechanism.cpu(0).current().id()];
                mechanism.clock(0, nowNs);
                mechanism.tick(0);
                mechanism.switchTo(0, mechanism.pickNext(0));
            }
        }

        /** What further picks count. */
        PickCounts counts(int picks) {
            PickCounts then = PickCounts.of(policy.statistics());
            run(picks);
            return PickCounts.of(policy.statistics()).since(then);
        }
    }

    private static double perPick(Load load) {
        return (double) load.statistics().visits() / load.statistics().searches();
    }
}
