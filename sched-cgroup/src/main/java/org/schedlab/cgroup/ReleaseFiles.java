package org.schedlab.cgroup;

import java.util.Locale;
import org.schedlab.spi.Settings;

/**
 * Which control files, and words in them, a kernel release does not have yet. Files of version 2 whose meaning an older release has under a name of
 * version 1 are taken by every release, so that one scenario can be run on all. Immutable.
 *
 * @param burst cpu.max.burst (5.14)
 * @param idle cpu.idle (5.15)
 * @param partitions cpuset.cpus.partition (5.0)
 * @param isolated isolated partitions (6.1)
 */
record ReleaseFiles(boolean burst, boolean idle, boolean partitions, boolean isolated) {

    /** A release that has everything. */
    static final ReleaseFiles ALL = new ReleaseFiles(true, true, true, true);

    private static final long GENERATION_5_10 = 510;
    private static final long GENERATION_6_1 = 601;

    /** Those of the release that the settings of a run describe; a burst is there when the switch CFS_BURST is on. */
    static ReleaseFiles of(Settings settings) {
        long generation = settings.tunable("group_generation");
        boolean from61 = generation >= GENERATION_6_1;
        return new ReleaseFiles(settings.isOn("CFS_BURST"), from61, generation >= GENERATION_5_10, from61);
    }

    /** Refuses a write that the release does not know. */
    void check(ControlFile file, String text) {
        switch (file) {
            case CPU_MAX_BURST, CPU_CFS_BURST_US -> require(burst, file, text, Errno.ENOENT, "5.14");
            case CPU_IDLE -> require(idle, file, text, Errno.ENOENT, "5.15");
            case CPUSET_CPUS_PARTITION -> {
                require(partitions, file, text, Errno.ENOENT, "5.0");
                boolean asks = text.strip().toLowerCase(Locale.ROOT).equals(Partition.ISOLATED.word());
                require(isolated || !asks, file, text, Errno.EINVAL, "6.1");
            }
            case CPU_WEIGHT,
                    CPU_WEIGHT_NICE,
                    CPU_SHARES,
                    CPU_MAX,
                    CPU_CFS_PERIOD_US,
                    CPU_CFS_QUOTA_US,
                    CPUSET_CPUS -> {}
        }
    }

    private static void require(boolean has, ControlFile file, String text, Errno errno, String since) {
        if (!has) {
            String what = errno == Errno.ENOENT ? "file (" + file.fileName() + ")" : ControlText.what(file, text);
            throw new WriteRefusedException(
                    what,
                    errno,
                    "the kernel of this run does not have it, " + since + " is the first",
                    "a later kernel is meant, or the line can go.");
        }
    }
}
