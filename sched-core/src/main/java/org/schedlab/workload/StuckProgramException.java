package org.schedlab.workload;

/** A program goes round without taking any time, so that simulated time could not go on. */
public final class StuckProgramException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StuckProgramException(String task, long ns, int steps) {
        super("Task " + task + " has done " + steps + " steps at one instant (" + ns
                + " ns): its program takes no time.\n" + "Maybe a loop of it lacks a run, a sleep or a timer.");
    }
}
