package org.schedlab.mechanism;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;

/** The check on each answer of a pick policy, made where the policy is called; it looks at what the host reads next anyway. Stateless. */
public final class PickGuard {

    private PickGuard() {}

    /**
     * The answer, when it is good.
     *
     * @param answer what the policy picked on a queue that is not empty
     * @throws PolicyViolationException when that is not queued there
     */
    public static SchedEntity check(@Nullable EntityView answer, CfsRunQueue queue) {
        if (!(answer instanceof SchedEntity entity) || !entity.onRq || entity.queue != queue) {
            throw PolicyViolationException.foreign(answer, queue.rq().cpu());
        }
        return entity;
    }

    /**
     * The answer, when it is good, where the tasks of all groups wait on one timeline.
     *
     * @param answer what the policy picked on a timeline that is not empty
     * @throws PolicyViolationException when that is not a task queued on the CPU
     */
    public static Task check(@Nullable EntityView answer, CpuRunQueue rq) {
        if (!(answer instanceof Task task) || !task.onRq || task.queue.rq() != rq) {
            throw PolicyViolationException.foreign(answer, rq.cpu());
        }
        return task;
    }
}
