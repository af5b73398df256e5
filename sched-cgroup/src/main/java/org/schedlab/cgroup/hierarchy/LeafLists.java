package org.schedlab.cgroup.hierarchy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.LeafStatistics;

/** The leaf lists of all CPUs with the counts that are kept of them. */
final class LeafLists implements LeafStatistics {

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

    /** The groups whose queues are listed, in list order, null standing for the root; allocates. */
    List<@Nullable TaskGroup> order(int cpu) {
        List<@Nullable TaskGroup> order = new ArrayList<>();
        LeafList list = lists[cpu];
        for (LeafList.Node n = list.first(); n != null; n = list.after(n)) {
            order.add(n.group());
            list.passed(order.size());
        }
        return order;
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
