package org.schedlab.workload.rtapp;

import org.schedlab.workload.Phase;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;

/** Tells programs that could repeat forever without any time passing. Stateless. */
final class Idleness {

    private Idleness() {}

    /** Whether a loop without end has no step that takes time or may wait. */
    static boolean spins(TaskSpec task) {
        boolean anyTime = false;
        for (Phase phase : task.phases()) {
            boolean time = phase.loop() != 0 && phase.steps().stream().anyMatch(Idleness::takesTimeOrWaits);
            if (phase.loop() == TaskSpec.FOREVER && !time) {
                return true;
            }
            anyTime |= time;
        }
        return task.loop() == TaskSpec.FOREVER && !anyTime;
    }

    private static boolean takesTimeOrWaits(Step step) {
        if (step instanceof Step.Run run) {
            return run.workNs() > 0;
        }
        if (step instanceof Step.RunFor runFor) {
            return runFor.ns() > 0;
        }
        if (step instanceof Step.Sleep sleep) {
            return sleep.ns() > 0;
        }
        if (step instanceof Step.Timer timer) {
            return timer.periodNs() > 0;
        }
        return step instanceof Step.Suspend
                || step instanceof Step.Wait
                || step instanceof Step.Sync
                || step instanceof Step.Barrier
                || step instanceof Step.PoolWait
                || step instanceof Step.PipeRead
                || step instanceof Step.PipeWrite
                || step instanceof Step.QueuePost
                || step instanceof Step.QueueServe;
    }
}
