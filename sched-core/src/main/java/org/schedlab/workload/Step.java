package org.schedlab.workload;

/**
 * One step of a task's program. The words are rt-app's (doc/tutorial.txt of scheduler-tools/rt-app), with pools, pipes and service queues
 * added. A step that does not wait takes no time of its own. Immutable values; names of locks and the like are shared by all tasks of a
 * workload, one name space per kind.
 */
public sealed interface Step {

    /**
     * Executes a fixed amount of work: it takes longer on a slow CPU ({@code run}).
     *
     * @param workNs ns on a CPU of capacity 1024
     */
    record Run(long workNs) implements Step {
        public Run {
            notNegative("workNs", workNs);
        }
    }

    /**
     * Executes until a time has passed on the clock, from the step's first instruction, whatever the CPU's speed and also while the task is
     * preempted ({@code runtime}).
     */
    record RunFor(long ns) implements Step {
        public RunFor {
            notNegative("ns", ns);
        }
    }

    /** Sleeps from now on ({@code sleep}). */
    record Sleep(long ns) implements Step {
        public Sleep {
            notNegative("ns", ns);
        }
    }

    /**
     * Sleeps until the next period of a timer ({@code timer}). A period that is already over is not waited for; in relative mode the timer
     * then starts afresh now, in absolute mode it stays on its grid.
     *
     * @param ref the timer's name
     * @param periodNs added to the timer's last time
     * @param unique every thread has its own timer of this name; otherwise all threads share it
     * @param absolute stay on the grid
     */
    record Timer(String ref, long periodNs, boolean unique, boolean absolute) implements Step {
        public Timer {
            notNegative("periodNs", periodNs);
        }
    }

    /** Sleeps until {@link Resume} of this name; an earlier one is not remembered ({@code suspend}). */
    record Suspend(String ref) implements Step {}

    /** Wakes all that are suspended under this name; without any it does nothing ({@code resume}). */
    record Resume(String ref) implements Step {}

    /**
     * Takes a mutex, sleeping while another task holds it ({@code lock}). A mutex that is released is free at once; its longest waiter is woken
     * and tries again when it runs, as futex-based mutexes do.
     */
    record Lock(String mutex) implements Step {}

    /** Releases a mutex ({@code unlock}). */
    record Unlock(String mutex) implements Step {}

    /** Releases the mutex, sleeps until signalled, takes the mutex again ({@code wait}; pthread_cond_wait). */
    record Wait(String ref, String mutex) implements Step {}

    /** Wakes the longest waiter, if any; not remembered ({@code signal}). */
    record Signal(String ref) implements Step {}

    /** Wakes all waiters; not remembered ({@code broad}). */
    record Broadcast(String ref) implements Step {}

    /** Signals, then waits, the mutex being held as for {@link Wait} ({@code sync}). */
    record Sync(String ref, String mutex) implements Step {}

    /** Sleeps until all threads whose program names this barrier have come; the last one goes on and wakes the others ({@code barrier}). */
    record Barrier(String ref) implements Step {}

    /** Makes a thread of another kind of task ({@code fork}). */
    record Fork(String task) implements Step {}

    /** Calls sched_yield ({@code yield}). */
    record Yield() implements Step {}

    /** Adds {@code count} to a pool and wakes as many of its waiters as it can serve; remembered ({@code x-signal}). */
    record PoolSignal(String ref, int count) implements Step {
        public PoolSignal {
            notNegative("count", count);
        }
    }

    /** Takes one from a pool, sleeping while there is none ({@code x-wait}). */
    record PoolWait(String ref) implements Step {}

    /** Writes to a pipe of {@value #PIPE_BYTES} bytes, sleeping while there is no room ({@code x-pipe-write}). */
    record PipeWrite(String ref, int bytes) implements Step {
        public PipeWrite {
            pipeBytes(bytes);
        }
    }

    /** Reads exactly {@code bytes} from a pipe, sleeping while there are fewer ({@code x-pipe-read}). */
    record PipeRead(String ref, int bytes) implements Step {
        public PipeRead {
            pipeBytes(bytes);
        }
    }

    /** Puts itself into a service queue and sleeps until served ({@code x-qpost}). */
    record QueuePost(String ref) implements Step {}

    /** Sleeps while the service queue is empty, then wakes all that wait in it ({@code x-qserve}). */
    record QueueServe(String ref) implements Step {}

    /** What a pipe holds. */
    int PIPE_BYTES = 65_536;

    private static void notNegative(String what, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " (" + value + ") must not be negative");
        }
    }

    private static void pipeBytes(int bytes) {
        if (bytes < 1 || bytes > PIPE_BYTES) {
            throw new IllegalArgumentException("bytes (" + bytes + ") must be 1 to " + PIPE_BYTES);
        }
    }
}
