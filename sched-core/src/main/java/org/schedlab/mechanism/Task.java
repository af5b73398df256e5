package org.schedlab.mechanism;

import org.schedlab.arith.CpuUtil;
import org.schedlab.arith.Weights;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.TaskView;
import org.schedlab.topology.CpuMask;

/** A task (task_struct with its sched_entity). Changed only by the operations of {@link Mechanism}. */
public final class Task extends SchedEntity implements TaskView {

    private final String name;
    final CpuMask allowed;
    SchedulingPolicy policy;
    int nice;
    int rtPriority;
    int cpu;

    /** The task group it belongs to. */
    GroupQueues group = GroupQueues.ROOT;

    /** Queued in the real-time class; {@link #onRq()} speaks of the fair class alone. */
    boolean onRtRq;

    /** Runnable, but off its queue until its throttled group has runtime again; it left when it returned to user mode (6.18 and later). */
    boolean inLimbo;

    /** Neighbours on the real-time list of its priority. */
    Task rtNext = this;

    Task rtPrev = this;

    /** It has been queued once: what never was has no load to carry along. */
    boolean started;

    /** Time left of a round-robin slice, ns. */
    long rrLeftNs;

    Task(int id, String name, SchedulingPolicy policy, int nice, int rtPriority, CpuMask allowed, CfsRunQueue queue) {
        super(id, queue, 0, true);
        this.name = name;
        this.allowed = new CpuMask(allowed);
        this.cpu = queue.cpu();
        this.policy = policy;
        this.nice = nice;
        this.rtPriority = rtPriority;
        this.idle = policy == SchedulingPolicy.IDLE;
        this.weight = weightOf(policy, nice);
    }

    /** Full-resolution weight of a fair task; SCHED_IDLE has its own (set_load_weight). */
    static long weightOf(SchedulingPolicy policy, int nice) {
        return Weights.scaleLoad(
                policy == SchedulingPolicy.IDLE ? Weights.WEIGHT_IDLEPRIO : Weights.niceToWeight(nice));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public CpuMask allowed() {
        return allowed;
    }

    @Override
    public int cpu() {
        return cpu;
    }

    @Override
    public int nice() {
        return nice;
    }

    @Override
    public SchedulingPolicy policy() {
        return policy;
    }

    /** The task group it belongs to. */
    public GroupQueues group() {
        return group;
    }

    /** 1 (lowest) to 99 for FIFO and RR, else 0. */
    public int rtPriority() {
        return rtPriority;
    }

    /** Runnable, but off its queue because its group is throttled (6.18 and later). */
    public boolean inLimbo() {
        return inLimbo;
    }

    /** Whether it has been queued once. */
    public boolean started() {
        return started;
    }

    /** Queued in its class, running included, and not asleep with its dequeue put off. */
    public boolean runnable() {
        return onRtRq || (onRq && !delayed);
    }

    @Override
    public long loadAvg() {
        return avg.loadAvg();
    }

    @Override
    public long utilAvg() {
        return avg.utilAvg();
    }

    @Override
    public long utilEst() {
        return CpuUtil.taskUtilEst(avg.utilEst());
    }

    @Override
    public long runnableAvg() {
        return avg.runnableAvg();
    }

    @Override
    public long hLoad() {
        return queue.rq().design().hLoad(this);
    }

    @Override
    public String toString() {
        return name + " (task " + id + ")";
    }
}
