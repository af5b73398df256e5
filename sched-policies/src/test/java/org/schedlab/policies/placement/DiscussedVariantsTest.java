package org.schedlab.policies.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.spi.PlacementPath;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.input.InvalidInputException;

/** What was tried in the discussions, each against the kernel that it was tried on. */
class DiscussedVariantsTest {

    private static final String SHAPE = "2s 6c 2t";

    /** Every core of the waker's package has one busy thread; the other package is busy but for one core. */
    private static final class Case {
        final Host host;
        final Sleeper task = new Sleeper(1);
        final FairPlacement policy;

        Case(String kernel, String... options) {
            host = new Host(SHAPE, kernel, options);
            policy = new FairPlacement(host);
            task.allowed = new CpuMask(host.online());
            for (int cpu = 0; cpu < host.cpus.length; cpu++) {
                host.setIdle(cpu, false);
            }
        }

        /** The idle thread of a busy core in the waker's package. */
        int sibling() {
            return host.topology.siblings(2).next(host.topology.siblings(2).first() + 1);
        }

        int other() {
            CpuMask elsewhere = new CpuMask(host.online());
            elsewhere.andNot(host.topology.packageCpus(0));
            return elsewhere.first();
        }

        int select() {
            return policy.selectCpu(task, host);
        }
    }

    @Test
    void stock40DoesNotSeeTheIdleThreadOfABusyCore() {
        Case c = new Case("4.0");
        c.host.setIdle(c.sibling(), true);
        assertThat(c.select()).isEqualTo(0);
        assertThat(c.policy.counters().ontoBusyThoughIdle()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"PREFER_IDLE", "WAKE_IDLE"})
    void theVariantsDo(String option) {
        Case c = new Case("4.0", option);
        c.host.setIdle(c.sibling(), true);
        assertThat(c.select()).isEqualTo(c.sibling());
        assertThat(c.policy.counters().ontoBusyThoughIdle()).isZero();
    }

    @Test
    void onlyTheOlderSearchAndTheFallThroughFindAnIdleCpuElsewhere() {
        Case stock = new Case("4.0");
        stock.host.setIdle(stock.other(), true);
        assertThat(stock.select()).isEqualTo(0);
        Case prefer = new Case("4.0", "PREFER_IDLE");
        prefer.host.setIdle(prefer.other(), true);
        assertThat(prefer.select()).isEqualTo(0);
        Case old = new Case("4.0", "WAKE_IDLE");
        old.host.setIdle(old.other(), true);
        assertThat(old.select()).isEqualTo(old.other());
    }

    @Test
    void fallingThroughNeedsDomainsWithBalanceWake() {
        Case without = new Case("4.0", "IDLE_FALLTHROUGH");
        without.host.setIdle(without.sibling(), true);
        without.host.prevCpu = 4;
        assertThat(without.select()).isNotEqualTo(without.sibling());
        Case with = new Case("4.0", "IDLE_FALLTHROUGH", "BALANCE_WAKE");
        with.host.setIdle(with.sibling(), true);
        with.host.cpus[with.sibling()].load = 0;
        with.host.prevCpu = 4;
        with.select();
        assertThat(with.policy.counters().by(PlacementPath.SLOW)).isEqualTo(1);
    }

    @Test
    void theMistakeOfReviewTakesTheWakeeToTheWakerAgainstItsAffinity() {
        Case repaired = new Case("4.0", "PREFER_IDLE");
        repaired.task.allowed.clear(0);
        repaired.host.prevCpu = 5;
        assertThat(repaired.select()).isEqualTo(5);
        assertThat(repaired.policy.counters().by(PlacementPath.FALLBACK)).isZero();
        Case mistaken = new Case("4.0", "PREFER_IDLE_UNREPAIRED");
        mistaken.task.allowed.clear(0);
        mistaken.host.prevCpu = 5;
        mistaken.select();
        // The host's last check catches it, as select_fallback_rq does in the kernel.
        assertThat(mistaken.policy.counters().by(PlacementPath.FALLBACK)).isEqualTo(1);
    }

    @Test
    void withoutWakeWideWakersOfManyPullToo() {
        assertThat(pulledByAWakerOfMany("4.0", "WAKE_WIDE")).isFalse();
        assertThat(pulledByAWakerOfMany("4.0", "NO_WAKE_WIDE")).isTrue();
        assertThat(pulledByAWakerOfMany("4.16", "WAKE_WIDE")).isFalse();
        assertThat(pulledByAWakerOfMany("4.16", "NO_WAKE_WIDE")).isTrue();
    }

    /** The waker's CPU is idle, the previous one elsewhere and busy; both have woken many others. */
    private static boolean pulledByAWakerOfMany(String kernel, String option) {
        Case c = new Case(kernel, option);
        c.host.setIdle(1, true);
        c.host.setIdle(0, true);
        c.host.prevCpu = c.other();
        c.host.cpus[c.other()].load = 4_000;
        c.policy.loadTask(c.task, new Only("wakee_flips", 100));
        c.policy.loadTask(c.host.waker, new Only("wakee_flips", 100_000));
        c.host.sync = false;
        return c.host.topology.packageCpus(0).contains(c.select());
    }

    @ParameterizedTest
    @CsvSource({
        "6.12, PREFER_IDLE, kernel 4.0 was",
        "4.16, IDLE_FALLTHROUGH, kernel 4.0 was",
        "6.1, CAPACITY_AWARE, a kernel from 4.12 to 5.10 was",
        "4.12, WA_PREV_IDLE, a kernel from 4.16 to 7.3 was"
    })
    void aSwitchWithoutEffectIsRefusedByName(String kernel, String option, String known) {
        assertThatThrownBy(() -> new Case(kernel, option))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("switch (" + option + ") has no effect")
                .hasMessageContaining("Maybe " + known);
    }

    @Test
    void sisPropOf61SpendsWhatIsLeftOfTheIdleTimeAtTheLastWakeup() {
        Case c = new Case("6.1", "SIS_PROP", "NO_SIS_UTIL");
        long tickNs = c.host.settings.tunable("tick_ns");
        Host.Cpu here = c.host.cpus[0];
        here.avgIdleNs = 800;
        here.wakeStampNs = 10 * tickNs;
        here.clockNs = 10 * tickNs + 1;
        c.policy.loadCpu(0, new Only("has_idle_cores", 0));
        c.policy.loadCpu(0, new Only("avg_scan_cost", 479));
        // 12 CPUs x 400 ns over a cost of 480: 10, of which one is not visited; the sibling of the previous CPU comes
        // first and is free.
        c.select();
        assertThat(c.policy.counters().cpusScanned()).isEqualTo(1 + 9);
        assertThat(c.policy.counters().scansCut()).isEqualTo(1);
        // A tick later half of that is left: 5.
        here.clockNs += tickNs;
        c.select();
        assertThat(c.policy.counters().cpusScanned()).isEqualTo(1 + 9 + 1 + 4);
        // Another wakeup from idle gives anew.
        here.wakeStampNs = here.clockNs;
        c.select();
        assertThat(c.policy.counters().cpusScanned()).isEqualTo(1 + 9 + 1 + 4 + 1 + 9);
    }
}
