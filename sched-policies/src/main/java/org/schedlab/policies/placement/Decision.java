package org.schedlab.policies.placement;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.CpuView;
import org.schedlab.spi.PlacementPath;
import org.schedlab.spi.PlacementReasons;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;

/** One placement in the making: who, from where, how it was found, what it cost. One object, filled anew for each decision. */
@SuppressWarnings("NullAway.Init") // begin() fills all of it before any use
final class Decision {

    /** No CPU. */
    static final int NONE = CpuMask.NO_CPU;

    TaskView task;
    WakeContext context;

    /** CPU of the waker. */
    int thisCpu;

    /** CPU that the task ran on last. */
    int prev;

    /** The wakee is SCHED_IDLE. */
    boolean idlePolicy;

    /** WF_SYNC counts. */
    boolean sync;

    /** Utilisation of the task where capacities differ. */
    long util;

    PlacementPath path;

    /** CPUs tested by scans. */
    int scanned;

    /** Of these, those that the host was told of. */
    int charged;

    /** A scan ended for want of budget. */
    boolean cut;

    /** Takes reasons, or null. */
    @Nullable
    PlacementReasons reasons;

    void begin(TaskView wakee, WakeContext circumstances) {
        task = wakee;
        context = circumstances;
        thisCpu = circumstances.thisCpu();
        prev = circumstances.prevCpu();
        idlePolicy = wakee.policy() == SchedulingPolicy.IDLE;
        sync = circumstances.sync();
        util = Math.max(wakee.utilAvg(), wakee.utilEst());
        path = PlacementPath.STAY;
        scanned = 0;
        charged = 0;
        cut = false;
        reasons = circumstances.reasons();
    }

    CpuView cpu(int cpu) {
        return context.cpu(cpu);
    }

    boolean allowed(int cpu) {
        return task.allowed().contains(cpu);
    }

    /** Tells the host of CPUs tested; what that took, in ns. */
    long charge(int cpus) {
        charged += cpus;
        return context.scanned(cpus);
    }

    /** The answer of a step. */
    int took(PlacementPath step, String name, int cpu) {
        path = step;
        if (reasons != null) {
            reasons.candidate(name, cpu, "");
        }
        return cpu;
    }

    /**
     * A scan of {@code cpus} from {@code start}, wrapping, has tested the first {@code tested} of them.
     *
     * @param usable those that are idle enough; one of them that was tested and not taken lacks capacity
     * @param taken the CPU that ended the scan, or none
     */
    void tested(String step, CpuMask cpus, int start, int tested, CpuMask usable, int taken) {
        scanned += tested;
        if (reasons != null) {
            int cpu = cpus.firstWrap(start);
            for (int i = 0; i < tested; i++) {
                if (cpu != taken) {
                    reasons.candidate(step, cpu, usable.contains(cpu) ? "capacity" : "idle");
                }
                cpu = cpus.nextWrap(start, cpu);
            }
        }
    }

    /** A candidate that a step refused. */
    void refused(String step, int cpu, String failedTest) {
        if (reasons != null) {
            reasons.candidate(step, cpu, failedTest);
        }
    }

    /** A step that gave nothing. */
    void ended(String step, String outcome) {
        if (reasons != null) {
            reasons.step(step, outcome);
        }
    }

    /** The budget is used up. */
    int cutShort(String step) {
        cut = true;
        ended(step, "budget used up");
        return NONE;
    }
}
