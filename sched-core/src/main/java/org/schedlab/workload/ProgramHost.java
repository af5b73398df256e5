package org.schedlab.workload;

/** What the steps of a program do to the run. */
public interface ProgramHost {

    /** Wakes a thread that waits; {@code sync}: the waker says that it will soon sleep (pipes). */
    void wake(int thread, boolean sync);

    /** Makes a thread of a kind of task. */
    void fork(int kind);

    /** The thread enters a phase that sets something; also when it does so again. */
    void enter(int thread, Phase phase);
}
