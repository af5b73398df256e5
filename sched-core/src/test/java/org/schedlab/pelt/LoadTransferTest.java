package org.schedlab.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schedlab.arith.Weights;

class LoadTransferTest {
    private static final long NICE_0 = Weights.NICE_0_LOAD;
    private static final Pelt PELT = new Pelt(HalfLife.MS_32);
    private static final int LOAD_SUM = SchedAvg.FIELDS.indexOf("load_sum");
    private static final int RUNNABLE_SUM = SchedAvg.FIELDS.indexOf("runnable_sum");
    private static final int UTIL_SUM = SchedAvg.FIELDS.indexOf("util_sum");
    private static final int LOAD_AVG = SchedAvg.FIELDS.indexOf("load_avg");
    private static final int RUNNABLE_AVG = SchedAvg.FIELDS.indexOf("runnable_avg");
    private static final int UTIL_AVG = SchedAvg.FIELDS.indexOf("util_avg");
    private static final int PROP_SUM = CfsLoad.FIELDS.indexOf("prop_runnable_sum");

    private static LoadTransfer of(PeltRelease release) {
        return new LoadTransfer(release, PELT);
    }

    private static void load(SchedAvg avg, long load, long runnable, long util) {
        avg.set(LOAD_AVG, load);
        avg.set(RUNNABLE_AVG, runnable);
        avg.set(UTIL_AVG, util);
        avg.set(LOAD_SUM, load * 46_718);
        avg.set(RUNNABLE_SUM, runnable * 46_718);
        avg.set(UTIL_SUM, util * 46_718);
    }

    @ParameterizedTest
    @EnumSource(names = {"V5_10", "V6_1", "V6_8", "V6_12", "V7_3"})
    void attachedEntityWithoutLoadStillHasOneUnit(PeltRelease release) {
        CfsLoad queue = new CfsLoad();
        SchedAvg se = new SchedAvg();
        of(release).attach(queue, se, NICE_0);
        assertThat(se.loadSum()).isEqualTo(1);
        assertThat(queue.avg().loadSum()).isEqualTo(1024);
        assertThat(queue.propRunnableSum()).isEqualTo(1);
        assertThat(queue.propagate()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"V5_10", "V6_1", "V6_8", "V6_12", "V7_3"})
    void attachThenDetachLeavesTheQueuesAveragesAsTheyWere(PeltRelease release) {
        long seed = 7;
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            CfsLoad queue = new CfsLoad();
            load(queue.avg(), random.nextLong(5_000), random.nextLong(9_000), random.nextLong(1_024));
            SchedAvg se = new SchedAvg();
            load(se, random.nextLong(1, 1_024), random.nextLong(1_024), random.nextLong(1_024));
            String before = averages(queue.avg());
            of(release).attach(queue, se, NICE_0);
            of(release).detach(queue, se, NICE_0);
            assertThat(averages(queue.avg())).isEqualTo(before);
            assertThat(queue.propRunnableSum()).isZero();
        }
    }

    private static String averages(SchedAvg avg) {
        return avg.loadAvg() + " " + avg.runnableAvg() + " " + avg.utilAvg();
    }

    @Test
    void floorCutsALoadSumTo32BitsUpTo612AndNotIn73() {
        for (PeltRelease release : new PeltRelease[] {PeltRelease.V6_12, PeltRelease.V7_3}) {
            CfsLoad queue = new CfsLoad();
            load(queue.avg(), 200_000, 1_000, 500);
            long sum = queue.avg().loadSum();
            SchedAvg se = new SchedAvg();
            load(se, 10, 10, 10);
            se.set(LOAD_SUM, 456);
            of(release).detach(queue, se, NICE_0);
            long full = sum - 1024 * 456;
            long expected = release == PeltRelease.V7_3
                    ? Math.max(full, 199_990L * 46_718)
                    : Math.max(full & 0xffff_ffffL, (199_990L * 46_718) & 0xffff_ffffL);
            assertThat(queue.avg().loadSum()).as("%s", release).isEqualTo(expected);
        }
    }

    @Test
    void detachIn510RemakesSumsFromAveragesButLeavesLoadUnfloored() {
        CfsLoad queue = new CfsLoad();
        load(queue.avg(), 100, 50, 40);
        queue.avg().set(1, 100);
        queue.avg().set(LOAD_SUM, 1);
        SchedAvg se = new SchedAvg();
        load(se, 10, 5, 4);
        of(PeltRelease.V5_10).detach(queue, se, NICE_0);
        assertThat(queue.avg().utilSum()).isEqualTo(36 * (46_718 + 100));
        assertThat(queue.avg().runnableSum()).isEqualTo(45 * (46_718 + 100));
        assertThat(queue.avg().loadAvg()).isEqualTo(90);
        assertThat(queue.avg().loadSum()).isZero();
    }

    @Test
    void newRunnableSumOfAGroupIsCutTo32BitsIn68Only() {
        for (PeltRelease release : new PeltRelease[] {PeltRelease.V6_1, PeltRelease.V6_8, PeltRelease.V6_12}) {
            CfsLoad parent = new CfsLoad();
            CfsLoad own = new CfsLoad();
            SchedAvg se = new SchedAvg();
            own.avg().set(RUNNABLE_AVG, 100_000);
            of(release).propagateRunnable(parent, se, own);
            long sum = 100_000L * 46_718;
            assertThat(se.runnableSum())
                    .as("%s", release)
                    .isEqualTo(release == PeltRelease.V6_8 ? sum & 0xffff_ffffL : sum);
        }
    }

    @Test
    void removedLoadIsPassedUpRoundedAwayFromZero() {
        CfsLoad queue = new CfsLoad();
        load(queue.avg(), 1_000, 500, 400);
        SchedAvg se = new SchedAvg();
        load(se, 10, 1, 5);
        of(PeltRelease.V6_12).remove(queue, se, NICE_0);
        assertThat(queue.removedNr()).isEqualTo(1);
        assertThat(of(PeltRelease.V6_12).applyRemoved(queue)).isTrue();
        assertThat(queue.avg().loadAvg()).isEqualTo(990);
        assertThat(queue.propRunnableSum()).isEqualTo(-(46_718 / 1024 + 1));
        assertThat(of(PeltRelease.V6_12).applyRemoved(queue)).isFalse();
    }

    @Test
    void unchangedLoadAverageStopsPropagationButNotIn510() {
        for (PeltRelease release : new PeltRelease[] {PeltRelease.V5_10, PeltRelease.V6_12}) {
            CfsLoad parent = new CfsLoad();
            CfsLoad own = new CfsLoad();
            SchedAvg se = new SchedAvg();
            se.set(LOAD_SUM, 10);
            own.set(PROP_SUM, 1);
            of(release).propagateLoad(parent, se, own, Weights.scaleLoad(2), 0);
            assertThat(se.loadAvg()).isZero();
            assertThat(se.loadSum()).as("%s", release).isEqualTo(release == PeltRelease.V5_10 ? 11 : 10);
            assertThat(own.propRunnableSum()).isZero();
        }
    }

    @Test
    void propagationCarriesTheChangeOnUpwards() {
        CfsLoad parent = new CfsLoad();
        CfsLoad own = new CfsLoad();
        SchedAvg task = new SchedAvg();
        task.initTask(NICE_0);
        LoadTransfer transfer = of(PeltRelease.V6_12);
        transfer.attach(own, task, NICE_0);
        SchedAvg group = new SchedAvg();
        assertThat(transfer.propagate(parent, group, own, NICE_0, NICE_0)).isTrue();
        assertThat(parent.propagate()).isTrue();
        assertThat(parent.propRunnableSum()).isEqualTo(task.loadSum());
        assertThat(group.loadAvg()).isEqualTo(1024);
        assertThat(parent.avg().loadAvg()).isEqualTo(1024);
        assertThat(own.propagate()).isFalse();
        assertThat(transfer.propagate(parent, group, own, NICE_0, NICE_0)).isFalse();
    }

    @Test
    void reweightScalesTheLoadOfEntityAndQueue() {
        CfsLoad queue = new CfsLoad();
        SchedAvg se = new SchedAvg();
        se.initTask(NICE_0);
        LoadTransfer transfer = of(PeltRelease.V6_12);
        transfer.attach(queue, se, NICE_0);
        transfer.reweight(queue, se, NICE_0, 2 * NICE_0);
        assertThat(se.loadAvg()).isEqualTo(2048);
        assertThat(queue.avg().loadAvg()).isEqualTo(2048);
    }

    @Test
    void newTaskIsSizedByFullWeightBefore612() {
        assertThat(NewTask.utilAvg(PeltRelease.V6_8, 100, 1_023, NICE_0, 1_024, 0))
                .isEqualTo(462);
        assertThat(NewTask.utilAvg(PeltRelease.V6_12, 100, 1_023, NICE_0, 1_024, 0))
                .isEqualTo(100);
        assertThat(NewTask.utilAvg(PeltRelease.V6_12, 1_024, 1_023, NICE_0, 1_024, 5))
                .isEqualTo(5);
        assertThat(NewTask.utilAvg(PeltRelease.V6_12, 0, 0, NICE_0, 1_024, 0)).isEqualTo(512);
    }

    @Test
    void groupLoadIsPublishedByTheRulesOfEachRelease() {
        CfsLoad queue = new CfsLoad();
        GroupLoad group = new GroupLoad();
        queue.avg().set(LOAD_AVG, 6_400);
        assertThat(group.update510(queue)).isTrue();
        queue.avg().set(LOAD_AVG, 6_500);
        assertThat(group.update510(queue)).isFalse();
        assertThat(group.update412(queue, true)).isTrue();
        queue.avg().set(LOAD_AVG, 9_000);
        assertThat(group.update68(queue, 999_999, true)).isFalse();
        assertThat(group.update68(queue, 1_000_000, false)).isFalse();
        assertThat(group.update68(queue, 1_000_000, true)).isTrue();
        queue.avg().set(RUNNABLE_AVG, 70);
        assertThat(group.update73(queue, 2_000_000, true)).isTrue();
        assertThat(group.loadAvg()).isEqualTo(9_000);
        assertThat(group.runnableAvg()).isEqualTo(70);
        group.withdraw(queue, 3_000_000);
        assertThat(group.loadAvg()).isZero();
        assertThat(group.runnableAvg()).isZero();
    }
}
