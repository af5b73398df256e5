package org.schedlab.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.schedlab.spi.RandomStream;

class LengthRecorderTest {

    private static final long MS = 1_000_000;

    @Test
    void aLengthHoldsUntilTheNextIsTold() {
        LengthRecorder recorder = new LengthRecorder(2);
        recorder.tell(1, MS / 2, 10);
        recorder.tell(1, 2 * MS, 0);
        LengthsOverTime lengths = recorder.until(3 * MS + MS / 2);
        assertThat(lengths.stepNs()).isEqualTo(MS);
        assertThat(lengths.means().get(0)).containsExactly(0.0, 0.0, 0.0, 0.0);
        assertThat(lengths.means().get(1)).containsExactly(5.0, 10.0, 0.0, 0.0);
        assertThat(lengths.longest().get(1)).containsExactly(10, 10, 0, 0);
        assertThat(lengths.longest(1)).isEqualTo(10);
        assertThat(lengths.stepEndNs(3)).isEqualTo(3 * MS + MS / 2);
        assertThat(lengths.mean(1, 0, 4)).isCloseTo(15 / 3.5, within(1e-9));
    }

    @Test
    void aLengthThatIsGoneAtOnceCountsAsLongestOnly() {
        LengthRecorder recorder = new LengthRecorder(1);
        recorder.tell(0, 100, 7);
        recorder.tell(0, 100, 1);
        LengthsOverTime lengths = recorder.until(MS);
        assertThat(lengths.longest(0)).isEqualTo(7);
        assertThat(lengths.means().get(0).get(0)).isCloseTo(1.0, within(0.001));
    }

    @Test
    void memoryIsBoundedAndTheMeanExactWhateverTheLengthOfTheRun() {
        long seed = 7;
        System.out.println("seed " + seed);
        RandomStream random = new RandomStream(seed, "lengths");
        LengthRecorder recorder = new LengthRecorder(1);
        double sum = 0;
        long now = 0;
        int length = 0;
        int longest = 0;
        for (int i = 0; i < 20_000; i++) {
            long next = now + random.nextLong(3 * MS);
            sum += (double) length * (next - now);
            now = next;
            length = random.nextInt(1_000);
            longest = Math.max(longest, length);
            recorder.tell(0, now, length);
        }
        LengthsOverTime lengths = recorder.until(now);
        assertThat(lengths.steps()).isBetween(LengthRecorder.STEPS / 2, LengthRecorder.STEPS);
        assertThat(Long.bitCount(lengths.stepNs() / LengthRecorder.FIRST_STEP_NS))
                .isEqualTo(1);
        assertThat(lengths.mean(0, 0, lengths.steps())).isCloseTo(sum / now, within(1e-6));
        assertThat(lengths.longest(0)).isEqualTo(longest);
    }
}
