package org.schedlab.cgroup.hierarchy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.LeafStatistics;

/**
 * The leaf lists of all CPUs with the counts that are kept of them. They change by what {@link GroupHooks} does alone; what is public looks at them.
 * Questions about a queue are O(1). One thread.
 */
public final class LeafLists implements LeafStatistics {

    private final LeafList[] lists;
    long passes;
    long queuesVisited;
    long pruned;
    long addedByEnqueue;

    LeafLists(int cpuCapacity, GroupRules rules) {
        lists = new LeafList[cpuCapacity];
        for (int cpu = 0; cpu < cpuCapacity; cpu++) {
            lists[cpu] = new LeafList(rules);
        }
    }

    LeafList on(int cpu) {
        return lists[cpu];
    }

    /** The queues on the list of a CPU in list order, null standing for the root's; allocates, for listings. */
    public List<@Nullable TaskGroup> order(int cpu) {
        List<@Nullable TaskGroup> order = new ArrayList<>();
        LeafList list = lists[cpu];
        for (LeafList.Node n = list.first(); n != null; n = list.after(n)) {
            order.add(n.group());
            list.passed(order.size());
        }
        return order;
    }

    /** Whether no branch of a CPU's list waits to be connected; holds between operations. */
    public boolean connected(int cpu) {
        return lists[cpu].connected();
    }

    /** How often queues of a CPU were taken off while a child was listed. */
    public long orphaned(int cpu) {
        return lists[cpu].orphaned();
    }

    /** Whether the queue is on its CPU's list. */
    public boolean listed(CfsRunQueue queue) {
        return QueueState.of(queue).node().onList();
    }

    /**
     * Whether the queue was taken off the list while the queue of a group below was listed, which still is: then that may stand behind it. The
     * test of 6.1 and later looks at the neighbour on the list only, earlier releases do not look.
     */
    public boolean leftChildren(CfsRunQueue queue) {
        return QueueState.of(queue).node().leftChildren();
    }

    /**
     * Whether load was attached to the queue, or to one below, while it was off the list, and did not list it: up to 5.12 a move of a sleeper, a
     * change of policy and the making of a group do that.
     */
    public boolean attachedUnlisted(CfsRunQueue queue) {
        return QueueState.of(queue).node().attachedUnlisted();
    }

    @Override
    public int length(int cpu) {
        return lists[cpu].size();
    }

    @Override
    public long passes() {
        return passes;
    }

    @Override
    public long queuesVisited() {
        return queuesVisited;
    }

    @Override
    public long pruned() {
        return pruned;
    }

    @Override
    public long addedByEnqueue() {
        return addedByEnqueue;
    }
}
