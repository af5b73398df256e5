package org.schedlab.cgroup.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.schedlab.arith.Weights;
import org.schedlab.cgroup.bandwidth.BandwidthHooks;
import org.schedlab.cgroup.bandwidth.CfsBandwidth;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.GroupDriver;
import org.schedlab.mechanism.LevelHooks;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.RandomStream;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.verify.JsonlRows;
import org.schedlab.verify.RowCheck;
import tools.jackson.databind.JsonNode;

/** One sequence: two CPUs, the groups and tasks of its start row, and the operations on them. */
final class HierarchySequence implements PolicyContext, GroupDriver {

    static final int CPUS = 2;

    /** The files have the end of the period always far away. */
    private static final long FAR_AWAY_NS = 1L << 60;

    private final Topology topology = Topology.regular(CPUS + "c");
    private final ResolvedSettings settings;
    final PickPolicy<Object, Object> policy;
    final BandwidthHooks hooks;
    private long timerNowNs;
    final Mechanism mechanism;
    final List<TaskGroup> groups = new ArrayList<>();
    final List<Task> tasks = new ArrayList<>();

    HierarchySequence(Catalogue catalogue, String kernel, JsonlRows rows) {
        KernelProfile profile = catalogue.profile(kernel);
        ResolvedSettings.Builder builder = new ResolvedSettings.Builder(catalogue, CPUS)
                .profile(profile)
                .with("tick_ns", rows.tickNs())
                // The files were made without the clock estimate for idle CPUs.
                .with("MIGRATE_PELT_LAG", false)
                .with("base_slice_ns", rows.num(rows.member(rows.header(), "base_slice"), "base_slice"));
        for (Map.Entry<String, JsonNode> e : rows.get("features").properties()) {
            builder.with(e.getKey(), rows.num(e.getValue(), e.getKey()) != 0);
        }
        settings = builder.build();
        policy = newPolicy(catalogue, profile);
        hooks = new BandwidthHooks(settings, this);
        mechanism = new Mechanism(new MechanismConfig(topology, settings, policy, hooks, false));
        clock(rows.num("clock"));
        makeGroups(rows);
        makeTasks(rows);
    }

    @SuppressWarnings("unchecked") // the catalogue pairs each factory with its own configuration
    private PickPolicy<Object, Object> newPolicy(Catalogue catalogue, KernelProfile profile) {
        String id = profile.policies().get(PolicyKind.PICK);
        PolicyFactory<Record, ?> factory =
                (PolicyFactory<Record, ?>) catalogue.policy(PolicyKind.PICK, id == null ? "" : id);
        return (PickPolicy<Object, Object>) factory.create(factory.defaults(), this);
    }

    private void makeGroups(JsonlRows rows) {
        for (JsonNode node : rows.get("groups")) {
            int parent = (int) rows.num(node.get("parent"), "parent");
            TaskGroup group = hooks.newGroup("g" + groups.size(), parent < 0 ? null : groups.get(parent));
            groups.add(group);
            for (int cpu = 0; cpu < CPUS; cpu++) {
                group.on(mechanism.cpu(cpu));
            }
            hooks.setShares(group, rows.num(node.get("shares"), "shares"));
            if (node.has("quota")) {
                long quotaNs = rows.num(node.get("quota"), "quota");
                long runtimeNs = Math.max(quotaNs, 0);
                hooks.restoreBandwidth(
                        group,
                        new CfsBandwidth.State(
                                quotaNs,
                                CfsBandwidth.DEFAULT_PERIOD_NS,
                                rows.num(node.get("burst"), "burst"),
                                runtimeNs,
                                runtimeNs,
                                FAR_AWAY_NS));
            }
        }
    }

    private void makeTasks(JsonlRows rows) {
        for (JsonNode node : rows.get("tasks")) {
            long[] task = rows.nums(node, "tasks", 3);
            Task made = mechanism.newTask(
                    "t" + tasks.size(), SchedulingPolicy.NORMAL, 0, 0, CpuMask.firstCpus(CPUS), (int) task[2]);
            if (task[1] >= 0) {
                mechanism.moveToGroup(made, groups.get((int) task[1]));
            }
            mechanism.reweight(made, task[0], Weights.isNiceWeight(task[0]));
            tasks.add(made);
        }
    }

    private void clock(long ns) {
        for (int cpu = 0; cpu < CPUS; cpu++) {
            mechanism.clock(cpu, ns);
        }
    }

    void operate(JsonlRows rows, RowCheck check) {
        int cpu = (int) rows.num("cpu");
        clock(rows.num(rows.member(rows.get("rq").get(cpu), "clock"), "clock"));
        int id = (int) rows.num("id");
        long result = 0;
        switch (rows.text("op")) {
            case "fork" -> mechanism.fork(tasks.get(id), mechanism.cpu(cpu).current(), cpu);
            case "wake", "wake_delayed", "wake_migrate" -> mechanism.wake(tasks.get(id), cpu);
            case "sleep_curr" -> result = mechanism.block(cpu) ? 1 : 0;
            case "migrate_out" -> mechanism.detach(tasks.get(id));
            case "migrate_in" -> mechanism.attach(tasks.get(id), cpu);
            case "reweight" -> {
                long weight = rows.num("arg");
                // The files bring the current's charge up to date first.
                mechanism.charge(cpu);
                mechanism.reweight(tasks.get(id), weight, Weights.isNiceWeight(weight));
            }
            case "tick" -> mechanism.tick(cpu);
            case "pick" -> mechanism.switchTo(cpu, mechanism.pickNext(cpu));
            case "period_timer" -> result = firePeriod(id, cpu) ? 1 : 0;
            case "slack_timer" -> fireSlack(id, cpu);
            case "nop" -> {}
            case "update_blocked" -> {
                int bits = mechanism.updateBlocked(cpu);
                result = (bits & LevelHooks.DECAYED) != 0 ? 1 : 0;
                check.signed("id", id, (bits & LevelHooks.BLOCKED_LEFT) == 0 ? 1 : 0);
            }
            default -> throw rows.problem("operation (" + rows.text("op") + ") is not known");
        }
        check.signed("res", rows.num("res"), result);
    }

    private boolean firePeriod(int group, int cpu) {
        CfsBandwidth pool = hooks.pool(groups.get(group));
        if (pool == null) {
            return false;
        }
        timerNowNs = pool.periodEndNs();
        boolean idle = hooks.firePeriodOn(cpu, pool);
        timerNowNs = 0;
        return idle;
    }

    private void fireSlack(int group, int cpu) {
        CfsBandwidth pool = hooks.pool(groups.get(group));
        if (pool != null) {
            hooks.fireSlackOn(cpu, pool);
        }
    }

    @Override
    public long nowNs() {
        return timerNowNs;
    }

    @Override
    public void updateClock(int cpu) {
        // Each row moves all clocks.
    }

    @Override
    public void changed(int cpu) {
        // The rows say when a CPU picks.
    }

    @Override
    public void arm(int timer, long atNs) {
        // The rows say when timers fire.
    }

    @Override
    public void cancel(int timer) {
        // The rows say when timers fire.
    }

    @Override
    public Topology topology() {
        return topology;
    }

    @Override
    public Settings settings() {
        return settings;
    }

    @Override
    public RandomStream random(String purpose) {
        return new RandomStream(0, purpose);
    }
}
