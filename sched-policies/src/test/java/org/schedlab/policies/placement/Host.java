package org.schedlab.policies.placement;

import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.policies.CorePlugin;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.PlacementReasons;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.Settings;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.spi.WakeKind;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.domain.SchedDomains;

/** A machine in a given state, for asking a placement policy. */
final class Host implements WakeContext, PolicyContext {

    static final Catalogue CATALOGUE =
            new Catalogue(java.util.List.of(new CorePlugin()), Mechanism.SWITCHES, LoadTracking.TUNABLES);

    final Settings settings;
    Topology topology;
    SchedDomains domains;
    final Cpu[] cpus;
    final CpuMask idle;
    final CpuMask schedIdle;
    final Sleeper waker = new Sleeper(0);
    WakeKind kind = WakeKind.WAKE;
    boolean sync;
    int thisCpu;
    int prevCpu;
    long nowNs;

    @Nullable
    PlacementReasons reasons;

    Host(String shape, String kernel, String... options) {
        topology = Topology.regular(shape);
        ResolvedSettings.Builder builder =
                new ResolvedSettings.Builder(CATALOGUE, topology.online().count()).profile(CATALOGUE.profile(kernel));
        for (String option : options) {
            builder.feature(option);
        }
        settings = builder.build();
        domains = SchedDomains.build(topology, kernel);
        cpus = new Cpu[topology.cpuCapacity()];
        idle = new CpuMask(topology.cpuCapacity());
        schedIdle = new CpuMask(topology.cpuCapacity());
        for (int cpu = 0; cpu < cpus.length; cpu++) {
            cpus[cpu] = new Cpu(cpu);
            setIdle(cpu, true);
        }
        waker.allowed = new CpuMask(topology.online());
    }

    /** Busy with SCHED_IDLE tasks alone. */
    void setSchedIdle(int cpu) {
        setIdle(cpu, false);
        cpus[cpu].schedIdle = true;
        schedIdle.set(cpu);
    }

    void setIdle(int cpu, boolean isIdle) {
        cpus[cpu].schedIdle = false;
        schedIdle.clear(cpu);
        cpus[cpu].nr = isIdle ? 0 : 1;
        cpus[cpu].load = isIdle ? 0 : 1024;
        if (isIdle) {
            idle.set(cpu);
        } else {
            idle.clear(cpu);
        }
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
    public TaskView waker() {
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
        return idle;
    }

    @Override
    public CpuMask schedIdleCpus() {
        return schedIdle;
    }

    @Override
    public long scanned(int tested) {
        return 20L * tested;
    }

    @Override
    public @Nullable PlacementReasons reasons() {
        return reasons;
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
        return new RandomStream(1, purpose);
    }

    /** A CPU with one running task or none. */
    static final class Cpu implements CpuView {
        private final int cpu;
        int nr;
        long load;
        long util;
        boolean schedIdle;
        long capacity = 1024;
        long avgIdleNs = 500_000;
        long wakeStampNs;
        long clockNs;

        Cpu(int cpu) {
            this.cpu = cpu;
        }

        @Override
        public int cpu() {
            return cpu;
        }

        @Override
        public boolean idle() {
            return nr == 0;
        }

        @Override
        public boolean schedIdle() {
            return nr > 0 && schedIdle;
        }

        @Override
        public int nrRunning() {
            return nr;
        }

        @Override
        public int hNrQueued() {
            return nr;
        }

        @Override
        public int hNrDelayed() {
            return 0;
        }

        @Override
        public @Nullable TaskView current() {
            return null;
        }

        @Override
        public long capacity() {
            return capacity;
        }

        @Override
        public long capacityOrig() {
            return 1024;
        }

        @Override
        public long loadAvg() {
            return load;
        }

        @Override
        public long runnableLoadAvg() {
            return load;
        }

        @Override
        public long utilAvg() {
            return util;
        }

        @Override
        public long utilEst() {
            return 0;
        }

        @Override
        public long runnableAvg() {
            return util;
        }

        @Override
        public long avgIdleNs() {
            return avgIdleNs;
        }

        @Override
        public long idleStampNs() {
            return 0;
        }

        @Override
        public long wakeStampNs() {
            return wakeStampNs;
        }

        @Override
        public long clock() {
            return clockNs;
        }

        @Override
        public long clockTask() {
            return 0;
        }
    }
}
