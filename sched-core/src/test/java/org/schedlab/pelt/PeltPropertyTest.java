package org.schedlab.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schedlab.arith.Weights;

class PeltPropertyTest {
    private static final long UNIT_NS = 1L << Pelt.UNIT_SHIFT;
    private static final long PERIOD_NS = UNIT_NS * HalfLife.PERIOD_UNITS;

    private static SplittableRandom random(HalfLife halfLife, long salt) {
        long seed = Long.getLong("schedlab.seed", 20_261_130) + salt;
        System.out.println("seed " + seed + " " + halfLife);
        return new SplittableRandom(seed);
    }

    private static long span(SplittableRandom random) {
        return random.nextLong(1L << random.nextInt(1, 42));
    }

    @ParameterizedTest
    @EnumSource
    void signalsOfATaskAreNeverNegativeAndNeverAboveTheirBounds(HalfLife halfLife) {
        SplittableRandom random = random(halfLife, 1);
        Pelt pelt = new Pelt(halfLife);
        for (int sequence = 0; sequence < 200; sequence++) {
            SchedAvg sa = new SchedAvg();
            long weight = Weights.scaleLoad(random.nextLong(3, 88_762));
            long now = 0;
            for (int step = 0; step < 300; step++) {
                now += span(random);
                boolean onRq = random.nextBoolean();
                pelt.updateSe(
                        now, sa, weight, onRq, onRq && random.nextBoolean() ? 1 : 0, onRq && random.nextBoolean());
                // Full periods are the maximum less its decay rounded down: sums may pass the divider by less than a
                // half-life's units.
                long bound = pelt.divider(sa) + halfLife.periods();
                assertThat(sa.loadSum()).isBetween(0L, bound);
                assertThat(sa.runnableSum()).isBetween(0L, bound << 10);
                assertThat(sa.utilSum()).isBetween(0L, bound << 10);
                assertThat(sa.periodContrib()).isBetween(0, 1023);
                assertThat(sa.utilAvg()).isBetween(0L, 1024L);
                assertThat(sa.runnableAvg()).isBetween(0L, 1024L);
                long plain = Weights.scaleLoadDown(weight);
                assertThat(sa.loadAvg()).isBetween(0L, plain + plain * halfLife.periods() / halfLife.minDivider());
                assertThat(sa.lastUpdateTimeNs()).isBetween(now - UNIT_NS + 1, now);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void decayIsMonotoneInTimeAndValue(HalfLife halfLife) {
        SplittableRandom random = random(halfLife, 2);
        for (int i = 0; i < 5_000; i++) {
            long value = random.nextLong() >>> random.nextInt(1, 64);
            long n = random.nextLong(1, halfLife.periods() * 70L);
            assertThat(halfLife.decayLoad(value, n + 1)).isLessThanOrEqualTo(halfLife.decayLoad(value, n));
            assertThat(halfLife.decayLoad(value, n)).isLessThanOrEqualTo(halfLife.decayLoad(value + 1, n));
            assertThat(halfLife.decayLoad(value, n)).isBetween(0L, value);
        }
    }

    @ParameterizedTest
    @EnumSource
    void decayEqualsItsDefinitionInArbitraryPrecision(HalfLife halfLife) {
        SplittableRandom random = random(halfLife, 3);
        for (int i = 0; i < 5_000; i++) {
            long value = random.nextLong();
            int n = random.nextInt(1, halfLife.periods() * 63 + 1);
            BigInteger expected = new BigInteger(Long.toUnsignedString(value >>> (n / halfLife.periods())))
                    .multiply(BigInteger.valueOf(halfLife.inverse(n % halfLife.periods())))
                    .shiftRight(32);
            assertThat(halfLife.decayLoad(value, n)).isEqualTo(expected.longValue());
        }
        assertThat(halfLife.decayLoad(-1L, halfLife.periods() * 63L + 1)).isZero();
    }

    /** Inside a period nothing decays, so any split of a span by units gives the same sums as the whole. */
    @ParameterizedTest
    @EnumSource
    void splittingASpanInsideAPeriodChangesNothing(HalfLife halfLife) {
        SplittableRandom random = random(halfLife, 4);
        Pelt pelt = new Pelt(halfLife);
        for (int i = 0; i < 2_000; i++) {
            SchedAvg whole = randomState(random, halfLife);
            SchedAvg split = new SchedAvg();
            split.copyFrom(whole);
            long start = whole.lastUpdateTimeNs();
            int units = 1023 - whole.periodContrib();
            long end = start + units * UNIT_NS;
            long runnable = random.nextLong(9);
            pelt.updateLoadSum(end, whole, 1, runnable, true);
            long now = start;
            while (now < end) {
                now = Math.min(end, now + random.nextLong(1, units * UNIT_NS + 1));
                pelt.updateLoadSum(now, split, 1, runnable, true);
            }
            assertThat(split.toString()).isEqualTo(whole.toString());
        }
    }

    /** Each border crossed in a piece of its own rounds once more, so pieces that end on borders may differ by that and no more. */
    @ParameterizedTest
    @EnumSource
    void splittingASpanOnPeriodBordersDiffersByRoundingOnly(HalfLife halfLife) {
        SplittableRandom random = random(halfLife, 5);
        Pelt pelt = new Pelt(halfLife);
        for (int i = 0; i < 2_000; i++) {
            SchedAvg whole = randomState(random, halfLife);
            SchedAvg split = new SchedAvg();
            split.copyFrom(whole);
            long border = whole.lastUpdateTimeNs() + (1024 - whole.periodContrib()) * UNIT_NS;
            int periods = random.nextInt(1, 200);
            long end = border + periods * PERIOD_NS;
            boolean runs = random.nextBoolean();
            long load = runs ? 1 : 0;
            pelt.updateLoadSum(end, whole, load, load, runs);
            int pieces = 1;
            pelt.updateLoadSum(border, split, load, load, runs);
            for (int at = 0; at < periods; pieces++) {
                at += random.nextInt(1, periods - at + 1);
                pelt.updateLoadSum(border + at * PERIOD_NS, split, load, load, runs);
            }
            assertThat(split.periodContrib()).isEqualTo(whole.periodContrib()).isZero();
            assertThat(split.lastUpdateTimeNs()).isEqualTo(whole.lastUpdateTimeNs());
            // Contributions are in units before they are scaled by 1024: there one rounding weighs 1024.
            assertThat(Math.abs(split.loadSum() - whole.loadSum())).isLessThanOrEqualTo(2L * pieces);
            assertThat(Math.abs(split.utilSum() - whole.utilSum())).isLessThanOrEqualTo((2L * pieces) << 10);
        }
    }

    @ParameterizedTest
    @EnumSource
    void averagesAreTheFloorOfTheirSumsOverTheDivider(HalfLife halfLife) {
        SplittableRandom random = random(halfLife, 6);
        Pelt pelt = new Pelt(halfLife);
        for (int i = 0; i < 20_000; i++) {
            SchedAvg sa = new SchedAvg();
            sa.set(1, random.nextInt(1024));
            sa.set(2, random.nextLong() >>> random.nextInt(64));
            sa.set(3, random.nextLong() >>> random.nextInt(64));
            sa.set(4, random.nextLong() & 0xffff_ffffL);
            long weight = random.nextInt(5) == 0 ? random.nextLong(88_762) : 1;
            pelt.updateLoadAvg(sa, weight);
            long divider = halfLife.minDivider() + sa.periodContrib();
            assertThat(sa.loadAvg()).isEqualTo(Long.divideUnsigned(weight * sa.loadSum(), divider));
            assertThat(sa.runnableAvg()).isEqualTo(Long.divideUnsigned(sa.runnableSum(), divider));
            assertThat(sa.utilAvg()).isEqualTo(sa.utilSum() / divider);
        }
    }

    @ParameterizedTest
    @EnumSource
    void divisionIsExactAroundEveryMultipleOfEveryDivider(HalfLife halfLife) {
        Pelt pelt = new Pelt(halfLife);
        SplittableRandom random = random(halfLife, 7);
        SchedAvg sa = new SchedAvg();
        for (int contrib = 0; contrib < 1024; contrib++) {
            sa.set(1, contrib);
            long divider = halfLife.minDivider() + contrib;
            for (int bits = 1; bits < 48; bits += 3) {
                long quotient = Math.max(1, random.nextLong(1L << bits) / divider);
                sa.set(2, quotient * divider);
                sa.set(3, quotient * divider - 1);
                pelt.updateLoadAvg(sa, 1);
                assertThat(sa.loadAvg()).isEqualTo(quotient);
                assertThat(sa.runnableAvg()).isEqualTo(quotient - 1);
            }
            for (long sum : new long[] {(1L << 47) - 1, 1L << 47, (1L << 47) + 1}) {
                sa.set(2, sum);
                pelt.updateLoadAvg(sa, 1);
                assertThat(sa.loadAvg()).isEqualTo(sum / divider);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void averageHalvesInTheHalfLifeAndDoublesBackToThreeQuarters(HalfLife halfLife) {
        Pelt pelt = new Pelt(halfLife);
        SchedAvg sa = new SchedAvg();
        long now = 0;
        for (int period = 0; period < 2 * halfLife.periods(); period++) {
            now += PERIOD_NS;
            pelt.updateSe(now, sa, Weights.NICE_0_LOAD, true, 1, true);
            if (period + 1 == halfLife.periods()) {
                assertThat(sa.utilAvg()).isBetween(511L, 512L);
            }
        }
        assertThat(sa.utilAvg()).isBetween(766L, 768L);
        long before = sa.utilSum();
        now += PERIOD_NS * halfLife.periods();
        pelt.updateBlockedSe(now, sa, Weights.NICE_0_LOAD);
        assertThat(sa.utilSum()).isBetween(before / 2 - 1, before / 2);
    }

    /** The hot path shares look-ups and divides by multiplication; the kernel's steps one by one must give the same. */
    @ParameterizedTest
    @EnumSource
    void accumulationEqualsItsStepsTakenOneByOne(HalfLife halfLife) {
        SplittableRandom random = random(halfLife, 8);
        Pelt pelt = new Pelt(halfLife);
        for (int i = 0; i < 50_000; i++) {
            SchedAvg sa = randomState(random, halfLife);
            long delta = random.nextLong(1L << random.nextInt(1, 34));
            long load = random.nextLong(4);
            long runnable = random.nextLong(4);
            boolean running = random.nextBoolean();
            long periods = (delta + sa.periodContrib()) / 1024;
            long rest = (delta + sa.periodContrib()) % 1024;
            long contrib = periods == 0 ? delta : halfLife.segments(periods, 1024 - sa.periodContrib(), rest);
            long loadSum = decayed(halfLife, sa.loadSum(), periods) + load * contrib;
            long runnableSum = decayed(halfLife, sa.runnableSum(), periods) + runnable * contrib * 1024;
            long utilSum = decayed(halfLife, sa.utilSum(), periods) + (running ? contrib * 1024 : 0);
            assertThat(pelt.accumulateSum(delta, sa, load, load == 0 ? 0 : runnable, load != 0 && running))
                    .isEqualTo(periods);
            assertThat(sa.periodContrib()).isEqualTo((int) rest);
            assertThat(sa.loadSum()).isEqualTo(loadSum);
            if (load != 0) {
                assertThat(sa.runnableSum()).isEqualTo(runnableSum);
                assertThat(sa.utilSum()).isEqualTo(utilSum & 0xffff_ffffL);
            }
        }
    }

    /** One pass over both shares what they have in common; it must not show, also where they have accounted time to different points. */
    @ParameterizedTest
    @EnumSource
    void anEntityAndItsQueueInOnePassEqualTwoUpdates(HalfLife halfLife) {
        SplittableRandom random = random(halfLife, 9);
        Pelt pelt = new Pelt(halfLife);
        for (int i = 0; i < 50_000; i++) {
            SchedAvg se = randomState(random, halfLife);
            SchedAvg cfs = randomState(random, halfLife);
            if (random.nextInt(4) != 0) {
                cfs.set(0, se.lastUpdateTimeNs());
                cfs.set(1, se.periodContrib());
            }
            cfs.set(2, random.nextLong() >>> random.nextInt(64));
            cfs.set(3, random.nextLong() >>> random.nextInt(64));
            se.set(8, 1L << 31);
            long now = cfs.lastUpdateTimeNs() + (random.nextInt(16) == 0 ? -span(random) : span(random));
            long weight = Weights.scaleLoad(random.nextLong(88_762));
            boolean onRq = random.nextInt(4) != 0;
            long runnable = random.nextLong(4);
            boolean running = random.nextBoolean();
            long load = Weights.scaleLoad(random.nextInt(4) * random.nextLong(88_762));
            long nr = random.nextLong(8);
            boolean hasCurrent = random.nextBoolean();
            SchedAvg separateSe = copy(se);
            SchedAvg separateCfs = copy(cfs);
            pelt.updateSe(now, separateSe, weight, onRq, runnable, running);
            boolean crossed = pelt.updateCfsRq(now, separateCfs, load, nr, hasCurrent);
            assertThat(pelt.updateSeAndCfsRq(now, se, weight, onRq, runnable, running, cfs, load, nr, hasCurrent))
                    .isEqualTo(crossed);
            assertThat(se).hasToString(separateSe.toString());
            assertThat(cfs).hasToString(separateCfs.toString());
        }
    }

    private static SchedAvg copy(SchedAvg sa) {
        SchedAvg copy = new SchedAvg();
        copy.copyFrom(sa);
        return copy;
    }

    private static long decayed(HalfLife halfLife, long sum, long periods) {
        return periods == 0 ? sum : halfLife.decayLoad(sum, periods);
    }

    private static SchedAvg randomState(SplittableRandom random, HalfLife halfLife) {
        SchedAvg sa = new SchedAvg();
        sa.startAt(UNIT_NS * random.nextLong(1L << 40));
        sa.set(1, random.nextInt(1023));
        sa.set(2, random.nextLong(halfLife.minDivider()));
        sa.set(3, random.nextLong(halfLife.minDivider() << 10));
        sa.set(4, random.nextLong(halfLife.minDivider() << 10));
        return sa;
    }
}
