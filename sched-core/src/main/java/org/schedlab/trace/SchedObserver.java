package org.schedlab.trace;

/**
 * Sees the events of a run as they happen, in the order of the run: times never go back. The callbacks bear the names of the kernel's trace
 * events. Arguments are primitives: time in ns since the start of the run, CPUs and tasks by number; {@link #IDLE} stands for the idle task.
 * Names and CPUs are told by {@link #begin} and {@link #newTask} before any event speaks of them. All callbacks run on the thread of the run;
 * one that wants to keep it free of allocation must not allocate.
 */
public interface SchedObserver {

    /** The idle task, in place of a task number. */
    int IDLE = -1;

    /** Why a task left the CPU in {@link #switched}: it is still runnable (state R). */
    int PREEMPTED = 0;

    /** It went to sleep (state S). */
    int SLEEPS = 1;

    /** It ended (state X). */
    int EXITS = 2;

    /** The idle task left the CPU. */
    int WAS_IDLE = 3;

    /** The run begins. */
    default void begin(int cpus, long startNs) {}

    /**
     * A thread exists from here on.
     *
     * @param task its number, dense from 0
     * @param name its thread name, {@code web-3}
     * @param kind the name of its kind, {@code web}
     * @param group path of its task group, empty for the root
     */
    default void newTask(int task, String name, String kind, String group) {}

    /** sched_process_fork; {@code parent} is {@link #IDLE} for the threads of the start. */
    default void fork(long ns, int cpu, int parent, int child) {}

    /**
     * sched_waking: a wakeup begins.
     *
     * @param cpu where the waker or the interrupt runs
     * @param waker the task that runs there, or {@link #IDLE}
     * @param prevCpu where the wakee ran last
     */
    default void waking(long ns, int cpu, int waker, int task, int prevCpu) {}

    /** sched_wakeup: the task is queued on {@code target}. */
    default void wakeup(long ns, int task, int target) {}

    /** sched_migrate_task. */
    default void migrate(long ns, int task, int from, int to) {}

    /**
     * sched_switch.
     *
     * @param prev the task that leaves, or {@link #IDLE}
     * @param why {@link #PREEMPTED}, {@link #SLEEPS}, {@link #EXITS} or {@link #WAS_IDLE}
     * @param next the task that comes, or {@link #IDLE}
     */
    default void switched(long ns, int cpu, int prev, int why, int next) {}

    /** sched_process_exit. */
    default void exit(long ns, int cpu, int task) {}

    /** The periodic tick, after the scheduler has handled it. */
    default void tick(long ns, int cpu) {}

    /** The CPU has been asked to reschedule; {@code lazy} requests wait for the next tick. */
    default void resched(long ns, int cpu, boolean lazy) {}

    /** An interrupt or another source outside the fair class takes the CPU for {@code durationNs} from now. */
    default void pressure(long ns, int cpu, long durationNs) {}

    /** The CPU goes offline or comes back. */
    default void online(long ns, int cpu, boolean online) {}

    /** Counter: tasks of all classes, queued or running on the CPU, after a change. */
    default void nrRunning(long ns, int cpu, int nr) {}

    /** Counter: util_avg of the CPU's root queue (1024 is full), at ticks and switches. */
    default void util(long ns, int cpu, long utilAvg) {}

    /** The run ends. */
    default void end(long ns) {}
}
