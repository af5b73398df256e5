package org.schedlab.cgroup;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schedlab.arith.Weights;
import org.schedlab.cgroup.bandwidth.CfsBandwidth;
import org.schedlab.topology.CpuMask;

/**
 * The settings of one group. Immutable; a write gives new settings or the kernel's refusal. What depends on other groups is checked by
 * {@link SettingsTreeBuilder}.
 *
 * @param cpu weight and bandwidth
 * @param cpuset CPUs
 * @param kept control files that are not understood, by name
 */
public record GroupSettings(CpuControl cpu, CpusetControl cpuset, SortedMap<String, String> kept) {

    /** A new group. */
    public static final GroupSettings DEFAULT =
            new GroupSettings(CpuControl.DEFAULT, CpusetControl.DEFAULT, Collections.emptySortedMap());

    private static final String MAX = "max";
    private static final long US = 1_000;

    public GroupSettings {
        kept = Collections.unmodifiableSortedMap(new TreeMap<>(kept));
    }

    /** Keeps a file that is not understood. */
    public GroupSettings keep(String file, String text) {
        SortedMap<String, String> more = new TreeMap<>(kept);
        more.put(file, text);
        return new GroupSettings(cpu, cpuset, more);
    }

    /**
     * The settings after a write to a control file.
     *
     * @throws WriteRefusedException as the kernel refuses it
     */
    public GroupSettings write(ControlFile file, String text) {
        String what = ControlText.what(file, text);
        return switch (file) {
            case CPU_WEIGHT -> with(weight(what, text));
            case CPU_WEIGHT_NICE -> with(weightNice(what, text));
            case CPU_SHARES -> with(shares(what, text));
            case CPU_IDLE -> with(idle(what, text));
            case CPU_MAX -> with(max(what, text));
            case CPU_CFS_QUOTA_US -> with(quota(what, text));
            case CPU_CFS_PERIOD_US ->
                with(cpu.withBandwidth(what, cpu.quotaNs(), microseconds(what, text), cpu.burstNs()));
            case CPU_MAX_BURST, CPU_CFS_BURST_US ->
                with(cpu.withBandwidth(what, cpu.quotaNs(), cpu.periodNs(), microseconds(what, text)));
            case CPUSET_CPUS -> new GroupSettings(cpu, cpus(what, text), kept);
            case CPUSET_CPUS_PARTITION -> new GroupSettings(cpu, partition(what, text), kept);
        };
    }

    /** What a control file reads. */
    public String read(ControlFile file) {
        return switch (file) {
            case CPU_WEIGHT -> cpu.idle() ? "0" : String.valueOf(cpu.weight());
            case CPU_WEIGHT_NICE -> String.valueOf(cpu.weightNice());
            case CPU_SHARES -> String.valueOf(Weights.scaleLoadDown(cpu.shares()));
            case CPU_IDLE -> cpu.idle() ? "1" : "0";
            case CPU_MAX -> (cpu.limited() ? cpu.quotaNs() / US : MAX) + " " + cpu.periodNs() / US;
            case CPU_MAX_BURST, CPU_CFS_BURST_US -> String.valueOf(cpu.burstNs() / US);
            case CPU_CFS_QUOTA_US -> cpu.limited() ? String.valueOf(cpu.quotaNs() / US) : "-1";
            case CPU_CFS_PERIOD_US -> String.valueOf(cpu.periodNs() / US);
            case CPUSET_CPUS -> cpuset.cpus() == null ? "" : cpuset.cpus().toString();
            case CPUSET_CPUS_PARTITION -> cpuset.partition().word();
        };
    }

    private GroupSettings with(CpuControl changed) {
        return new GroupSettings(changed, cpuset, kept);
    }

    private CpuControl weight(String what, String text) {
        long weight = ControlText.unsigned(what, text);
        if (weight < 1 || weight > Weights.MAX_CPU_WEIGHT) {
            throw new WriteRefusedException(what, Errno.ERANGE, "the weight must be 1 to 10000", null);
        }
        return cpu.withShares(what, Weights.cpuWeightToShares((int) weight));
    }

    private CpuControl weightNice(String what, String text) {
        long nice = ControlText.signed(what, text);
        if (nice < Weights.MIN_NICE || nice > Weights.MAX_NICE) {
            throw new WriteRefusedException(what, Errno.ERANGE, "the nice level must be -20 to 19", null);
        }
        return cpu.withShares(what, Weights.cpuWeightNiceToShares((int) nice));
    }

    /** Shares of any size are accepted; they end up between 2 and 262144. */
    private CpuControl shares(String what, String text) {
        long shares = Math.min(ControlText.unsigned(what, text), Integer.MAX_VALUE);
        return cpu.withShares(what, Weights.scaleLoad(shares));
    }

    private CpuControl idle(String what, String text) {
        long idle = ControlText.signed(what, text);
        if (idle != 0 && idle != 1) {
            throw new WriteRefusedException(what, Errno.EINVAL, "it must be 0 or 1", null);
        }
        return cpu.withIdle(idle == 1);
    }

    /** "QUOTA [PERIOD]"; without a period the former one stays, and the burst always does. */
    private CpuControl max(String what, String text) {
        String[] words = text.strip().split("\\s+");
        if (words.length > 2 || words[0].isEmpty()) {
            throw new WriteRefusedException(
                    what, Errno.EINVAL, "it is QUOTA [PERIOD] in us", "50000 100000 or max 100000 was meant.");
        }
        long quotaNs = words[0].equals(MAX) ? CfsBandwidth.NO_QUOTA : microseconds(what, words[0]);
        long periodNs = words.length < 2 ? cpu.periodNs() : microseconds(what, words[1]);
        return cpu.withBandwidth(what, quotaNs, periodNs, cpu.burstNs());
    }

    private CpuControl quota(String what, String text) {
        long quota = ControlText.signed(what, text);
        long quotaNs = quota < 0 ? CfsBandwidth.NO_QUOTA : ControlText.usToNs(what, quota);
        return cpu.withBandwidth(what, quotaNs, cpu.periodNs(), cpu.burstNs());
    }

    private static long microseconds(String what, String text) {
        return ControlText.usToNs(what, ControlText.unsigned(what, text));
    }

    private CpusetControl cpus(String what, String text) {
        CpuMask cpus = ControlText.cpus(what, text);
        return new CpusetControl(cpus.isEmpty() ? null : cpus, cpuset.partition());
    }

    private CpusetControl partition(String what, String text) {
        for (Partition partition : Partition.values()) {
            if (partition.word().equals(text.strip())) {
                return new CpusetControl(cpuset.cpus(), partition);
            }
        }
        throw new WriteRefusedException(what, Errno.EINVAL, "it must be member, root or isolated", null);
    }
}
