package org.schedlab.verify;

import org.jspecify.annotations.Nullable;
import org.schedlab.plugin.Catalogue;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PlacementReasons;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.Settings;
import org.schedlab.spi.SteppedPlacement;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.spi.WakeKind;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.domain.SchedDomains;

/** The host of one recorded placement: a machine with its CPUs, the task, its waker. */
final class RecordedDecision implements WakeContext, PolicyContext {

    /** Recorded with HZ 1000; the time of a decision is any, long enough after boot. */
    static final long NOW_NS = 10_000_000_000L;

    private final Topology topology;
    private final SchedDomains domains;
    private final Settings settings;
    private final RecordedCpu[] cpus;
    private final CpuMask idleCpus;
    private final CpuMask schedIdleCpus;
    RecordedTask task = new RecordedTask(0, "p");
    RecordedTask waker = new RecordedTask(1, "cur");
    WakeKind kind = WakeKind.WAKE;
    boolean sync;
    int thisCpu;
    int prevCpu;
    long nowNs = NOW_NS;

    RecordedDecision(SchedDomains domains, Settings settings) {
        this.domains = domains;
        this.topology = domains.topology();
        this.settings = settings;
        this.cpus = new RecordedCpu[topology.cpuCapacity()];
        this.idleCpus = new CpuMask(topology.cpuCapacity());
        this.schedIdleCpus = new CpuMask(topology.cpuCapacity());
        for (int cpu = 0; cpu < cpus.length; cpu++) {
            cpus[cpu] = new RecordedCpu(cpu);
        }
    }

    RecordedCpu recorded(int cpu) {
        return cpus[cpu];
    }

    /** All columns are set. */
    void ready() {
        for (RecordedCpu cpu : cpus) {
            if (cpu.idle) {
                idleCpus.set(cpu.cpu());
            }
            if (cpu.schedIdle()) {
                schedIdleCpus.set(cpu.cpu());
            }
        }
    }

    /** The placement policy of a profile, made for this machine, or null when it cannot be taken step by step. */
    @SuppressWarnings("unchecked") // a factory's defaults are of its own configuration type
    @Nullable
    SteppedPlacement newPolicy(Catalogue catalogue, KernelProfile profile) {
        String id = profile.policies().get(PolicyKind.PLACEMENT);
        PolicyFactory<Record, ?> factory =
                (PolicyFactory<Record, ?>) catalogue.policy(PolicyKind.PLACEMENT, id == null ? "" : id);
        PlacementPolicy policy = (PlacementPolicy) factory.create(factory.defaults(), this);
        return policy instanceof SteppedPlacement stepped ? stepped : null;
    }

    @Override
    public WakeKind kind() {
        return kind;
    }

    @Override
    public boolean sync() {
        return sync;
    }

    @Override
    public @Nullable TaskView waker() {
        return waker;
    }

    @Override
    public int thisCpu() {
        return thisCpu;
    }

    @Override
    public int prevCpu() {
        return prevCpu;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public CpuView cpu(int cpu) {
        return cpus[cpu];
    }

    @Override
    public CpuMask online() {
        return topology.online();
    }

    @Override
    public CpuMask idleCpus() {
        return idleCpus;
    }

    @Override
    public CpuMask schedIdleCpus() {
        return schedIdleCpus;
    }

    @Override
    public long scanned(int scannedCpus) {
        return 0;
    }

    @Override
    public @Nullable PlacementReasons reasons() {
        return null;
    }

    @Override
    public Topology topology() {
        return topology;
    }

    @Override
    public SchedDomains domains() {
        return domains;
    }

    @Override
    public Settings settings() {
        return settings;
    }

    @Override
    public RandomStream random(String purpose) {
        return new RandomStream(0, purpose);
    }
}
