package org.schedlab.cgroup.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.bandwidth.CfsBandwidth;
import org.schedlab.cgroup.bandwidth.QueueRuntime;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.BandwidthStat;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.SchedEntity;
import org.schedlab.mechanism.Task;
import org.schedlab.pelt.CfsLoad;
import org.schedlab.pelt.SchedAvg;
import org.schedlab.verify.JsonlRows;
import org.schedlab.verify.RowCheck;
import org.schedlab.verify.SavedState;
import tools.jackson.databind.JsonNode;

/** Compares the whole state of a sequence with a row: CPUs, groups, tasks. */
final class HierarchyComparison {

    /** A current that is a group entity is printed as this plus the group's number. */
    private static final long GROUP_ID = 1000;

    private static final int IDLE_TASK = -7;
    private static final int NONE = -1;
    private static final int BW_COLUMNS = 9;
    private static final String[] AVERAGES = {
        "last_update_time",
        "period_contrib",
        "load_sum",
        "runnable_sum",
        "util_sum",
        "load_avg",
        "runnable_avg",
        "util_avg"
    };
    private static final String[] REMOVED = {"removed_nr", "removed_load", "removed_runnable", "removed_util"};

    private final HierarchySequence sequence;
    private final JsonlRows rows;
    private final RowCheck check;
    private final SavedState saved = new SavedState();

    HierarchyComparison(HierarchySequence sequence, JsonlRows rows, RowCheck check) {
        this.sequence = sequence;
        this.rows = rows;
        this.check = check;
    }

    void compare() {
        for (int cpu = 0; cpu < HierarchySequence.CPUS; cpu++) {
            compareCpu(rows.get("rq").get(cpu), cpu);
        }
        for (TaskGroup group : sequence.groups) {
            compareGroup(rows.get("tg").get(group.id()), group);
        }
        for (JsonNode node : rows.get("task")) {
            compareTask(node, sequence.tasks.get((int) rows.num(node.get(0), "task")));
        }
    }

    private long num(JsonNode node, String name) {
        return rows.num(rows.member(node, name), name);
    }

    private void compareCpu(JsonNode node, int cpu) {
        CpuRunQueue rq = sequence.mechanism.cpu(cpu);
        String name = "rq" + cpu;
        check.signed(name, "clock", num(node, "clock"), rq.clock());
        check.signed(name, "clock_pelt", num(node, "clock_pelt"), rq.peltClock().clockPeltNs());
        check.signed(name, "lost_idle", num(node, "lost_idle"), rq.peltClock().lostIdleTimeNs());
        check.signed(name, "nr_running", num(node, "nr_running"), rq.nrRunning());
        check.signed(name, "resched", num(node, "resched"), rq.resched() ? 1 : 0);
        Task current = rq.current();
        check.signed(name, "curr", num(node, "curr"), current == null ? IDLE_TASK : sequence.tasks.indexOf(current));
        compareLeaf(rows.member(node, "leaf"), cpu);
        compareQueue(rows.member(node, "cfs"), rq.root(), name + ".cfs");
    }

    private void compareLeaf(JsonNode node, int cpu) {
        List<@Nullable TaskGroup> order = sequence.hooks.leaves().order(cpu);
        StringBuilder got = new StringBuilder("[");
        for (TaskGroup group : order) {
            got.append(got.length() > 1 ? "," : "").append(group == null ? NONE : group.id());
        }
        check.text("rq" + cpu + ".leaf", node.toString(), got.append(']').toString());
    }

    private void compareQueue(JsonNode node, CfsRunQueue queue, String name) {
        CfsLoad load = queue.cfsLoad();
        check.signed(name, "load", num(node, "load"), queue.load());
        check.signed(name, "nr", num(node, "nr"), queue.nr());
        check.signed(name, "h_nr_queued", num(node, "h_nr_queued"), queue.hNr());
        check.signed(name, "h_nr_runnable", num(node, "h_nr_runnable"), queue.hNrRunnable());
        check.signed(name, "h_nr_delayed", num(node, "h_nr_delayed"), queue.hNrDelayed());
        check.signed(name, "idle_h_nr", num(node, "idle_h_nr"), queue.hNrIdle());
        saved.clear();
        sequence.policy.save(queue.state(), saved);
        for (String field : List.of("v0", "sum_wv", "sum_w")) {
            check.unsigned(name, field, num(node, field), saved.require(field));
        }
        check.signed(name, "curr", num(node, "curr"), idOf(queue.current()));
        compareAverages(rows.member(node, "avg"), load.avg(), name + ".avg");
        check.signed(name, "contrib", num(node, "contrib"), load.tgLoadAvgContrib());
        check.signed(name, "prop", num(node, "prop"), load.propagate() ? 1 : 0);
        check.signed(name, "prop_sum", num(node, "prop_sum"), load.propRunnableSum());
        JsonNode removed = rows.member(node, "rem");
        for (int i = 0; i < REMOVED.length; i++) {
            check.signed(name, REMOVED[i], rows.num(removed.get(i), "rem"), load.get(i));
        }
        QueueRuntime runtime = queue.owner() == null ? null : sequence.hooks.runtime(queue);
        JsonNode throttle = rows.member(node, "thr");
        check.signed(
                name,
                "runtime_enabled",
                rows.num(throttle.get(0), "thr"),
                runtime != null && runtime.enabled() ? 1 : 0);
        check.signed(
                name, "throttled", rows.num(throttle.get(1), "thr"), runtime != null && runtime.throttled() ? 1 : 0);
        check.signed(name, "throttle_count", rows.num(throttle.get(2), "thr"), sequence.hooks.throttleCount(queue));
        check.signed(
                name,
                "runtime_remaining",
                rows.num(throttle.get(3), "thr"),
                runtime == null ? 0 : runtime.remainingNs());
        check.signed(
                name, "on_list", num(node, "on_list"), sequence.hooks.leaves().listed(queue) ? 1 : 0);
    }

    private long idOf(@Nullable SchedEntity entity) {
        if (entity == null) {
            return NONE;
        }
        if (entity instanceof Task) {
            return sequence.tasks.indexOf(entity);
        }
        for (TaskGroup group : sequence.groups) {
            if (group.entity(entity.queue().cpu()) == entity) {
                return GROUP_ID + group.id();
            }
        }
        return Long.MIN_VALUE;
    }

    private void compareAverages(JsonNode node, SchedAvg avg, String name) {
        for (int i = 0; i < AVERAGES.length; i++) {
            check.unsigned(name, AVERAGES[i], rows.num(node.get(i), AVERAGES[i]), avg.get(i));
        }
    }

    private void compareGroup(JsonNode node, TaskGroup group) {
        String tg = "tg" + group.id();
        check.signed(tg, "load_avg", num(node, "load_avg"), group.loadAvg());
        if (node.has("bw")) {
            compareBandwidth(node.get("bw"), group, tg);
        }
        for (int cpu = 0; cpu < HierarchySequence.CPUS; cpu++) {
            JsonNode on = rows.member(node, "cpu").get(cpu);
            String name = "tg" + group.id() + ".cpu" + cpu;
            GroupEntity entity = group.entity(cpu);
            if (entity == null) {
                throw rows.problem("group (" + group.id() + ") has no entity on cpu " + cpu);
            }
            compareEntity(rows.member(on, "se"), 0, entity, name + ".se");
            check.signed(name, "runnable_weight", rows.num(on.get("se").get(8), "se"), entity.runnableWeight());
            compareAverages(rows.member(on, "se_avg"), entity.avg(), name + ".se_avg");
            compareQueue(rows.member(on, "cfs"), entity.own(), name + ".cfs");
        }
    }

    private void compareBandwidth(JsonNode node, TaskGroup group, String name) {
        CfsBandwidth pool = sequence.hooks.pool(group);
        if (pool == null) {
            throw rows.problem("group (" + group.id() + ") has no pool");
        }
        BandwidthStat stat = pool.stat();
        long[] bw = rows.nums(node, "bw", BW_COLUMNS);
        check.signed(name, "quota", bw[0], pool.quotaNs());
        check.signed(name, "runtime", bw[1], pool.runtimeNs());
        check.signed(name, "idle", bw[2], pool.idle() ? 1 : 0);
        check.signed(name, "period_active", bw[3], pool.periodActive() ? 1 : 0);
        check.signed(name, "nr_periods", bw[4], stat.nrPeriods());
        check.signed(name, "nr_throttled", bw[5], stat.nrThrottled());
        check.signed(name, "nr_burst", bw[6], stat.nrBursts());
        check.signed(name, "throttled_time", bw[7], stat.throttledNs());
        check.signed(name, "burst_time", bw[8], stat.burstNs());
    }

    /** The columns that tasks and group entities share, from {@code first} on. */
    private void compareEntity(JsonNode node, int first, SchedEntity entity, String name) {
        saved.clear();
        sequence.policy.saveEntity(entity.state(), saved);
        check.signed(name, "on_rq", rows.num(node.get(first), name), entity.onRq() ? 1 : 0);
        check.signed(name, "weight", rows.num(node.get(first + 1), name), entity.weight());
        String[] virtual = {"vruntime", "deadline", "slice", "vlag"};
        for (int i = 0; i < virtual.length; i++) {
            check.unsigned(name, virtual[i], rows.num(node.get(first + 2 + i), name), saved.require(virtual[i]));
        }
        check.signed(name, "sched_delayed", rows.num(node.get(first + 6), name), entity.delayed() ? 1 : 0);
        if (!entity.isTask()) {
            check.signed(name, "custom_slice", rows.num(node.get(first + 7), name), saved.require("custom_slice"));
        }
    }

    private void compareTask(JsonNode node, Task task) {
        check.signed(task.name(), "cpu", rows.num(node.get(1), "task"), task.cpu());
        compareEntity(node, 2, task, task.name());
        compareAverages(node.get(9), task.avg(), task.name() + ".avg");
    }
}
