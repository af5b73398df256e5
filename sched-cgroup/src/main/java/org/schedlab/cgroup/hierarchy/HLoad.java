package org.schedlab.cgroup.hierarchy;

import org.schedlab.arith.Shares;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Task;

/** The load that a task shows at the root (task_h_load), from values that are computed once a tick (update_cfs_rq_h_load). O(depth), stateless. */
final class HLoad {

    private HLoad() {}

    static long of(Task task, long tickNs) {
        CfsRunQueue queue = task.queue();
        refresh(queue, Long.divideUnsigned(queue.rq().clock(), tickNs) + 1);
        return Shares.hLoad(queue.hLoad(), task.loadAvg(), queue.avg().loadAvg());
    }

    /** From the root down. */
    private static void refresh(CfsRunQueue queue, long jiffy) {
        if (queue.hLoadAsOf(jiffy)) {
            return;
        }
        GroupEntity owner = queue.owner();
        if (owner == null) {
            queue.hLoad(queue.avg().loadAvg(), jiffy);
            return;
        }
        CfsRunQueue above = owner.queue();
        refresh(above, jiffy);
        queue.hLoad(
                Shares.hLoad(above.hLoad(), owner.avg().loadAvg(), above.avg().loadAvg()), jiffy);
    }
}
