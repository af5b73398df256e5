package org.schedlab.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuMaskTest {

    private static final long SEED = Long.getLong("schedlab.seed", 20_261_130L);

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 63, 64, 65, 112, 128, 200})
    void ringScansAndCountsAreThoseOfALoopOverAllNumbers(int capacity) {
        SplittableRandom random = new SplittableRandom(SEED + capacity);
        for (int round = 0; round < 400; round++) {
            CpuMask mask = random(capacity, random);
            CpuMask other = random(capacity, random);
            int start = random.nextInt(capacity + 1);
            String where = "seed " + SEED + ", capacity " + capacity + ", round " + round;
            List<Integer> ring = new ArrayList<>();
            List<Integer> both = new ArrayList<>();
            for (int i = 0; i < capacity; i++) {
                int cpu = (start + i) % capacity;
                if (mask.contains(cpu)) {
                    ring.add(cpu);
                    if (other.contains(cpu)) {
                        both.add(cpu);
                    }
                    assertThat(mask.countWrap(start % capacity, cpu)).as(where).isEqualTo(ring.size());
                }
            }
            List<Integer> met = new ArrayList<>();
            for (int cpu = mask.firstWrapAnd(other, start); cpu != NO_CPU; ) {
                met.add(cpu);
                cpu = mask.nextWrapAnd(other, start, cpu);
            }
            assertThat(met).as(where).isEqualTo(both);
            for (int n = 1; n <= ring.size(); n++) {
                assertThat(mask.nthWrap(start, n)).as(where).isEqualTo(ring.get(n - 1));
            }
            assertThat(mask.nthWrap(start, ring.size() + 1)).as(where).isEqualTo(NO_CPU);
            int from = random.nextInt(capacity + 1);
            int to = random.nextInt(capacity + 1);
            int expected = (int) ring.stream().filter(c -> c >= from && c < to).count();
            assertThat(mask.count(from, to)).as(where).isEqualTo(expected);
        }
    }

    private static CpuMask random(int capacity, SplittableRandom random) {
        CpuMask mask = new CpuMask(capacity);
        int odds = 1 + random.nextInt(8);
        for (int cpu = 0; cpu < capacity; cpu++) {
            if (random.nextInt(odds) == 0) {
                mask.set(cpu);
            }
        }
        return mask;
    }
}
