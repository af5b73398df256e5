package org.schedlab.cgroup.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.cgroup.hierarchy.TaskGroup;

/** A group under a quota, driven with ticks and timers. */
class BandwidthMachineTest {

    private static final long MS = BandwidthMachine.MS;

    @ParameterizedTest
    @CsvSource({
        "4.12,20,4",
        "5.10,20,4",
        "6.1,20,4",
        "6.8,20,4",
        "6.12,20,4",
        "7.3,20,4",
        "4.12,50,2",
        "5.10,50,4",
        "6.1,50,1",
        "6.8,100,4",
        "6.12,50,4",
        "7.3,50,4",
        "7.3,100,4",
        "6.12,100,4",
        "6.12,250,4"
    })
    void overManyPeriodsHogsUseTheQuota(String release, double quotaMs, int cpus) {
        BandwidthMachine machine = new BandwidthMachine(release, cpus);
        TaskGroup group = machine.group("a", null);
        machine.quotaMs(group, quotaMs, 100, 0);
        for (int i = 0; i < 4; i++) {
            machine.hog("hog" + i, group, i % cpus);
        }
        int periods = 200;
        machine.run(periods * 100L * MS);
        machine.chargeAll();
        double usedMs = machine.usedNs(group) / (double) MS / periods;
        assertThat(usedMs).isBetween(quotaMs * 0.97, quotaMs * 1.01 + 1);
    }
}
