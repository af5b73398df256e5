package org.schedlab.cgroup.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.BandwidthStat;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Task;

/** The pool beside the vectors: timers, changes of quota, hotplug, numbers as printed. */
class CfsBandwidthTest {

    private static final long MS = BandwidthMachine.MS;

    /** A host whose clock jumps by a step at every look, as when a handler is slow. */
    private static final class SlowHost implements BandwidthHost {
        long nowNs;
        long stepNs;
        long armedPeriodNs = -1;
        long armedSlackNs = -1;

        @Override
        public long nowNs() {
            nowNs += stepNs;
            return nowNs;
        }

        @Override
        public void armPeriod(CfsBandwidth pool, long atNs) {
            armedPeriodNs = atNs;
        }

        @Override
        public void armSlack(CfsBandwidth pool, long atNs) {
            armedSlackNs = atNs;
        }

        @Override
        public long clockNs(QueueRuntime queue) {
            return nowNs;
        }

        @Override
        public void resched(QueueRuntime queue) {}

        @Override
        public void throttle(QueueRuntime queue) {}

        @Override
        public boolean someoneWaits(QueueRuntime queue) {
            return true;
        }

        @Override
        public void unthrottle(QueueRuntime queue) {}

        @Override
        public boolean local(QueueRuntime queue) {
            return false;
        }
    }

    private final SlowHost host = new SlowHost();
    private final CfsBandwidth pool =
            new CfsBandwidth(0, new BandwidthRules(5 * MS, 0, true, false, true, true, false), host);

    @Test
    void aLateTimerCountsEveryPeriodAndRefillsOnce() {
        pool.set(10 * MS, 100 * MS, 0);
        assertThat(host.armedPeriodNs).isEqualTo(100 * MS);
        QueueRuntime queue = pool.newQueue(0);
        queue.account(10 * MS, true);
        queue.account(20 * MS, true);
        assertThat(queue.check()).isTrue();
        host.nowNs = 350 * MS;
        pool.periodTimer();
        assertThat(pool.stat().nrPeriods()).isEqualTo(3);
        assertThat(pool.stat().nrThrottled()).isEqualTo(3);
        assertThat(pool.runtimeNs() + queue.remainingNs()).isLessThan(10 * MS);
        assertThat(host.armedPeriodNs).isEqualTo(400 * MS);
    }

    @Test
    void aHandlerThatCannotKeepUpDoublesThePeriodUpToASecond() {
        pool.set(MS, MS, 0);
        host.nowNs = 10 * MS;
        host.stepNs = 3 * MS;
        for (int i = 0; i < 3 && pool.scalings() == 0; i++) {
            pool.newQueue(i).account(1, true);
            pool.periodTimer();
        }
        assertThat(pool.scalings()).isPositive();
        assertThat(pool.periodNs()).isEqualTo(MS << pool.scalings());
        assertThat(pool.quotaNs()).isEqualTo(pool.periodNs());
        pool.set(600 * MS, 600 * MS, 0);
        int before = pool.scalings();
        host.stepNs = 700 * MS;
        QueueRuntime busy = pool.newQueue(9);
        busy.account(MS, true);
        host.nowNs += 10_000 * MS;
        // Doubled it would be longer than a second: it stays, and the handler would go on for ever on such a machine.
        host.stepNs = 0;
        pool.periodTimer();
        assertThat(pool.periodNs()).isEqualTo(600 * MS);
        assertThat(pool.scalings()).isEqualTo(before);
    }

    @Test
    void returnedRuntimeReachesAThrottledQueueByTheSlackTimer() {
        pool.set(20 * MS, 100 * MS, 0);
        QueueRuntime sleeper = pool.newQueue(0);
        QueueRuntime other = pool.newQueue(1);
        sleeper.account(1, true);
        for (int i = 0; i < 4; i++) {
            other.account(5 * MS, true);
        }
        assertThat(other.check()).isTrue();
        assertThat(pool.anyThrottled()).isTrue();
        // A slice and more comes back only when a queue that has more than one falls empty.
        pool.giveBack(6 * MS);
        assertThat(pool.slackStarted()).isTrue();
        assertThat(host.armedSlackNs).isEqualTo(5 * MS);
        host.nowNs = host.armedSlackNs;
        pool.slackTimer();
        assertThat(pool.anyThrottled()).isFalse();
        assertThat(pool.slackStarted()).isFalse();
    }

    @Test
    void theSlackTimerIsNotWorthStartingShortlyBeforeThePeriodEnds() {
        pool.set(20 * MS, 100 * MS, 0);
        QueueRuntime other = pool.newQueue(1);
        for (int i = 0; i < 5; i++) {
            other.account(5 * MS, true);
        }
        assertThat(other.check()).isTrue();
        host.nowNs = 94 * MS;
        pool.giveBack(6 * MS);
        assertThat(pool.slackStarted()).isFalse();
    }

    @Test
    void statPrintsMicrosecondsInVersion2AndNanosecondsInVersion1() {
        BandwidthStat stat = new BandwidthStat(7, 3, 1_234_567, 2, 9_999);
        assertThat(stat.v2())
                .isEqualTo("nr_periods 7\nnr_throttled 3\nthrottled_usec 1234\nnr_bursts 2\nburst_usec 9\n");
        assertThat(stat.v1())
                .isEqualTo("nr_periods 7\nnr_throttled 3\nthrottled_time 1234567\nnr_bursts 2\nburst_time 9999\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.16", "5.10", "6.1", "6.12", "7.3"})
    void aNewQuotaFreesThrottledQueuesAtOnce(String release) {
        BandwidthMachine machine = new BandwidthMachine(release, 2);
        TaskGroup group = machine.group("a", null);
        machine.quotaMs(group, 1, 1000, 0);
        Task hog = machine.task("hog", group, 0);
        machine.run(50 * MS);
        assertThat(machine.cpu(0).current()).isNull();
        machine.quotaMs(group, 900, 1000, 0);
        assertThat(machine.cpu(0).current()).isSameAs(hog);
        machine.run(20 * MS);
        machine.quota(group, CfsBandwidth.NO_QUOTA, 100 * MS, 0);
        machine.run(500 * MS);
        machine.chargeAll();
        assertThat(hog.sumExec()).isGreaterThan(515 * MS);
    }

    @Test
    void aGroupMadeBelowAThrottledOneIsThrottledFromTheBeginning() {
        BandwidthMachine machine = new BandwidthMachine("6.12", 1);
        TaskGroup top = machine.group("top", null);
        machine.quotaMs(top, 1, 1000, 0);
        machine.task("hog", top, 0);
        machine.run(20 * MS);
        TaskGroup late = machine.group("late", top);
        machine.task("late", late, 0);
        GroupEntity entity = late.entity(0);
        if (entity == null) {
            throw new AssertionError("the group has not used cpu 0");
        }
        assertThat(machine.hooks.throttleCount(entity.own())).isEqualTo(1);
        assertThat(machine.hooks.frozen(entity.own())).isTrue();
        assertThat(machine.cpu(0).current()).isNull();
    }

    @Test
    void hotplugFreesThrottledQueuesUnlessItsWalkMissesThem() {
        assertThat(offline("4.12", "LEAF_PRUNING", "HOTPLUG_WALKS_GROUPS")).isTrue();
        assertThat(offline("4.12", "LEAF_PRUNING")).isFalse();
    }

    /** A queue with a little quota left falls out of the leaf list; then its CPU goes offline: whether the queue is free of its quota. */
    private static boolean offline(String release, Object... switches) {
        BandwidthMachine machine = new BandwidthMachine(release, 2, switches);
        TaskGroup group = machine.group("a", null);
        machine.quotaMs(group, 50, 100, 0);
        machine.task("idler", null, 0);
        Task task = machine.task("t", group, 0);
        machine.run(10 * MS);
        machine.migrate(task, 1);
        for (int i = 0; i < 300; i++) {
            machine.run(10 * MS);
            machine.mechanism.updateBlocked(0);
        }
        machine.hooks.cpuOffline(0);
        QueueRuntime runtime = machine.hooks.runtime(group, 0);
        return runtime != null && !runtime.enabled();
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1", "6.12"})
    void waitingForQuotaDoesNotAgeASleeperThatWakesElsewhere(String release) {
        BandwidthMachine machine = new BandwidthMachine(release, 2);
        TaskGroup group = machine.group("a", null);
        Task sleeper = machine.task("sleeper", group, 0);
        machine.run(300 * MS);
        machine.sleep(0);
        machine.quotaMs(group, 1, 1000, 0);
        Task hog = machine.task("hog", group, 0);
        machine.run(900 * MS);
        machine.quota(group, CfsBandwidth.NO_QUOTA, 100 * MS, 0);
        machine.sleep(0);
        assertThat(hog.onRq()).isFalse();
        machine.run(2 * MS);
        machine.wake(sleeper, 1);
        assertThat(sleeper.avg().loadAvg()).isGreaterThan(700);
    }
}
