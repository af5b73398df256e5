package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.StateWriter;

/** What no vector covers, against the specification. */
class WatchListTest {

    /** One CPU with its policy at hand. */
    private static final class One {
        final Machine machine;
        final PickPolicy<Object, Object> policy;
        final Mechanism mechanism;
        long nowNs = 1_000_000_000;

        @SuppressWarnings("unchecked") // the policy is handed its own states alone
        One(String kernel, String... features) {
            machine = new Machine("1c", kernel, features);
            policy = (PickPolicy<Object, Object>) machine.pickPolicy(kernel);
            mechanism = new Mechanism(new MechanismConfig(machine.topology(), machine.settings, policy, false, false));
            advance(0);
        }

        Task start(String name, int nice) {
            Task task = mechanism.newTask(
                    name, SchedulingPolicy.NORMAL, nice, 0, machine.topology().online(), 0);
            mechanism.fork(task, mechanism.cpu(0).current(), 0);
            return task;
        }

        void advance(long ns) {
            nowNs += ns;
            mechanism.clock(0, nowNs);
        }

        Task schedule() {
            Task next = mechanism.pickNext(0);
            mechanism.switchTo(0, next);
            return next;
        }

        long saved(EntityView entity, String name) {
            Map<String, Long> values = new HashMap<>();
            StateWriter writer = new StateWriter() {
                @Override
                public void put(String key, long value) {
                    values.put(key, value);
                }

                @Override
                public void ref(String key, EntityView e) {
                    values.put(key, e == null ? -1L : e.id());
                }
            };
            policy.saveEntity(entity.state(), writer);
            policy.save(mechanism.cpu(0).root().state(), writer);
            return values.get(name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "5.10", "6.1", "6.8", "6.12", "7.3"})
    void niceChangeOfTheRunningTaskKeepsItRunningAndCharged(String kernel) {
        One one = new One(kernel);
        Task a = one.start("a", 0);
        Task b = one.start("b", 0);
        Task running = one.schedule();
        Task other = running == a ? b : a;
        one.advance(500_000);
        one.mechanism.setNice(running, 5);
        assertThat(one.mechanism.cpu(0).current()).isSameAs(running);
        assertThat(running.sumExec()).isEqualTo(500_000);
        assertThat(running.weight()).isEqualTo(335L << 10);
        assertThat(one.mechanism.cpu(0).root().nr()).isEqualTo(2);
        assertThat(one.mechanism.cpu(0).root().load()).isEqualTo((335L << 10) + (1024L << 10));
        for (int i = 0; i < 40; i++) {
            one.advance(1_000_000);
            one.mechanism.tick(0);
            if (one.mechanism.cpu(0).resched()) {
                one.schedule();
            }
        }
        one.mechanism.charge(0);
        // 3.06 times the weight earns about three times the time.
        assertThat((double) other.sumExec() / (running.sumExec() - 500_000)).isBetween(2.0, 4.5);
    }

    @Test
    void niceChangeKeepsTheRelativeDeadlineOf612() {
        One one = new One("6.12");
        Task a = one.start("a", 0);
        one.start("b", 0);
        Task running = one.schedule();
        Task waiting = running == a ? one.mechanism.tasks().get(1) : a;
        long distance = one.saved(waiting, "deadline") - one.saved(waiting, "vruntime");
        one.mechanism.setNice(waiting, 0);
        assertThat(one.saved(waiting, "deadline") - one.saved(waiting, "vruntime"))
                .isEqualTo(distance);
        assertThat(one.saved(waiting, "rel_deadline")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.12", "7.3"})
    void customSliceSurvivesRenewalAndGoesWithZero(String kernel) {
        One one = new One(kernel);
        Task a = one.start("a", 0);
        one.start("b", 0);
        one.mechanism.setSlice(a, 5_000_000);
        assertThat(one.saved(a, "slice")).isEqualTo(5_000_000);
        for (int i = 0; i < 60; i++) {
            one.advance(1_000_000);
            one.mechanism.tick(0);
            one.schedule();
        }
        assertThat(one.saved(a, "slice")).isEqualTo(5_000_000);
        one.mechanism.setSlice(a, 0);
        assertThat(one.saved(a, "slice")).isEqualTo(700_000);
        assertThat(one.saved(a, "custom_slice")).isZero();
    }

    /** Two groups; the sleeper's group is preferred at the next pick although its vruntime is ahead. */
    @ParameterizedTest
    @ValueSource(strings = {"6.1", "6.12"})
    void sleeperMarksItsGroupAsNextBuddyAndTheMarkChangesThePick(String kernel) {
        One one = new One(kernel);
        GroupEntity g = one.mechanism.newGroupEntity(one.mechanism.cpu(0).root(), 1024L << 10);
        Task a = inGroup(one, "a", g);
        inGroup(one, "b", g);
        one.start("c", 0);
        Task first = one.schedule();
        for (int i = 0; first != a && i < 100; i++) {
            one.advance(1_000_000);
            one.mechanism.tick(0);
            first = one.schedule();
        }
        assertThat(first).isSameAs(a);
        one.advance(100_000);
        one.mechanism.block(0);
        assertThat(one.saved(a, "next")).isEqualTo(kernel.equals("6.1") || !a.onRq() ? g.id() : -1);
        Task next = one.schedule();
        if (!a.onRq()) {
            assertThat(next.name()).isEqualTo("b");
        }
    }

    private static Task inGroup(One one, String name, GroupEntity group) {
        Task task = one.mechanism.newTask(
                name, SchedulingPolicy.NORMAL, 0, 0, one.machine.topology().online(), 0);
        one.mechanism.moveToGroup(task, rq -> group.own());
        one.mechanism.fork(task, one.mechanism.cpu(0).current(), 0);
        return task;
    }

    @Test
    void sleeperMarksNoBuddyOf68WithoutNextBuddyEffect() {
        One one = new One("6.8");
        GroupEntity g = one.mechanism.newGroupEntity(one.mechanism.cpu(0).root(), 1024L << 10);
        inGroup(one, "a", g);
        inGroup(one, "b", g);
        one.start("c", 0);
        Task first = one.schedule();
        one.advance(2_000_000);
        one.mechanism.block(0);
        Task next = one.schedule();
        // The mark is made but only NEXT_BUDDY lets 6.8 honour it: the earliest deadline runs.
        assertThat(next).isNotSameAs(first);
        assertThat(next.name()).isEqualTo("c");
    }

    @Test
    void delayedSleeperThatBecomesRealTimeSleepsForGood() {
        One one = new One("6.12");
        Task a = one.start("a", 0);
        one.start("b", 0);
        Task running = one.schedule();
        one.advance(900_000);
        assertThat(one.mechanism.block(0)).isFalse();
        one.schedule();
        assertThat(running.delayed()).isTrue();
        one.mechanism.setPolicy(running, SchedulingPolicy.FIFO, 0, 10);
        assertThat(running.runnable()).isFalse();
        assertThat(one.mechanism.cpu(0).root().nr()).isEqualTo(1);
        assertThat(a.id()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "6.1"})
    void batchTaskYieldsUncharged(String kernel) {
        One one = new One(kernel);
        Task a = one.start("a", 0);
        one.start("b", 0);
        one.mechanism.setPolicy(a, SchedulingPolicy.BATCH, 0, 0);
        Task running = one.schedule();
        while (running != a) {
            one.advance(4_000_000);
            one.mechanism.tick(0);
            running = one.schedule();
        }
        one.advance(300_000);
        long before = a.sumExec();
        one.mechanism.yieldTask(0);
        assertThat(a.sumExec()).isEqualTo(before);
    }

    @Test
    void idleTaskIsPreemptedByAnyOther() {
        for (String kernel : new String[] {"4.0", "4.12", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3"}) {
            One one = new One(kernel);
            Task idle = one.mechanism.newTask(
                    "idle", SchedulingPolicy.IDLE, 0, 0, one.machine.topology().online(), 0);
            one.mechanism.fork(idle, null, 0);
            one.schedule();
            Task batch = one.mechanism.newTask(
                    "batch",
                    SchedulingPolicy.BATCH,
                    0,
                    0,
                    one.machine.topology().online(),
                    0);
            one.mechanism.fork(batch, null, 0);
            one.mechanism.checkPreempt(0, batch, 0);
            assertThat(one.mechanism.cpu(0).resched()).as(kernel).isTrue();
        }
    }

    @Test
    void wakeupOnAnotherCpuKeepsTheDistanceToTheMinimumOfCfs() {
        Machine machine = new Machine("2c", "6.1");
        Task a = machine.task("a", 0);
        Task b = machine.task("b", 0);
        machine.advance(1_000_000_000);
        machine.mechanism.fork(a, null, 0);
        machine.mechanism.fork(b, null, 1);
        machine.schedule(0);
        machine.schedule(1);
        machine.advance(50_000_000);
        machine.mechanism.block(0);
        machine.schedule(0);
        machine.advance(1_000_000);
        machine.mechanism.wake(a, 1);
        assertThat(a.cpu()).isEqualTo(1);
        machine.advance(10_000_000);
        machine.mechanism.tick(1);
        machine.schedule(1);
        // a is not far ahead or behind: both run within the next two periods.
        long before = a.sumExec();
        for (int i = 0; i < 30; i++) {
            machine.advance(1_000_000);
            machine.mechanism.tick(1);
            if (machine.mechanism.cpu(1).resched()) {
                machine.schedule(1);
            }
        }
        assertThat(a.sumExec() - before).isBetween(8_000_000L, 24_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "round-robin", "stride", "lottery"})
    void referenceDisciplineSharesAsItSays(String name) {
        One one = new One("6.12");
        Mechanism mechanism = new Mechanism(new MechanismConfig(
                one.machine.topology(), one.machine.settings, one.machine.policy("core:" + name), false, false));
        long now = 1_000_000;
        mechanism.clock(0, now);
        Task heavy = mechanism.newTask(
                "heavy", SchedulingPolicy.NORMAL, 0, 0, one.machine.topology().online(), 0);
        Task light = mechanism.newTask(
                "light", SchedulingPolicy.NORMAL, 5, 0, one.machine.topology().online(), 0);
        mechanism.fork(heavy, null, 0);
        mechanism.fork(light, null, 0);
        mechanism.switchTo(0, mechanism.pickNext(0));
        for (int i = 0; i < 30_000; i++) {
            now += 1_000_000;
            mechanism.clock(0, now);
            mechanism.tick(0);
            if (mechanism.cpu(0).resched()) {
                mechanism.switchTo(0, mechanism.pickNext(0));
            }
        }
        double ratio = (double) heavy.sumExec() / Math.max(1, light.sumExec());
        switch (name) {
            case "fifo" -> assertThat(light.sumExec()).isZero();
            case "round-robin" -> assertThat(ratio).isBetween(0.99, 1.01);
            case "stride" -> assertThat(ratio).isBetween(3.04, 3.08);
            default -> assertThat(ratio).isBetween(2.8, 3.4);
        }
    }
}
