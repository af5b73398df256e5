package org.schedlab.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.CpuRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.mechanism.MechanismConfig;
import org.schedlab.mechanism.Task;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Op;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.SchedulingPolicy;
import org.schedlab.spi.StateReader;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import tools.jackson.databind.JsonNode;

/**
 * Replays sequences of operations on one flat queue, groups of fixed weight perhaps scaling it, through the {@link Mechanism} and whatever pick policy the kernel's profile names: each row
 * is an operation and the whole state after it. Nothing here knows a policy; host fields are compared with the mechanism's, all others with
 * what the policy saves under the same name.
 */
final class OperationReplay implements JsonlKind.Replay {

    private static final int CPU = 0;

    /** Members of a row that are not state. */
    private static final Set<String> NOT_STATE = Set.of("s", "i", "op", "id", "arg", "res", "ent", "grp");

    /** Members of a row that the mechanism holds. */
    private static final Set<String> HOST = Set.of("clock", "resched", "curr", "nr", "load");

    /** Members of the header or of a start that choose switches and tunables. */
    private static final List<String> SETTINGS = List.of("features", "tun", "base_slice");

    private static final long LEFT_WHILE_PREEMPTING = 1000;
    private static final long NO_RESULT = Long.MIN_VALUE;

    private static final List<String> GROUP_COLUMNS =
            List.of("on_rq", "weight", "load", "nr_queued", "h_nr_queued", "h_nr_runnable");

    private final Catalogue catalogue;
    private final Convention convention;

    OperationReplay(Catalogue catalogue, Convention convention) {
        this.catalogue = catalogue;
        this.convention = convention;
    }

    /**
     * How the harness that made a file went about it, where it differs from the kernel's core.
     *
     * @param kernel the profile
     * @param features switches as a user writes them, on top of the profile
     * @param pickShowsChoice {@code res} of a pick is the chosen task, not a delayed one that left; of a sleep it says nothing
     */
    record Convention(String kernel, List<String> features, boolean pickShowsChoice) {}

    @Override
    public void run(JsonlRows rows, RowCheck check) throws IOException {
        String[] columns = rows.member(rows.header(), "ent_columns").asString().split(",");
        rows.passOver("n");
        Sequence sequence = null;
        while (rows.next()) {
            if (rows.has("start")) {
                sequence = new Sequence(rows);
            } else if (sequence == null) {
                throw rows.problem("operation before the first start");
            } else {
                check.row(rows.line());
                sequence.step(rows, check, columns);
            }
        }
    }

    /** One sequence: a machine with one CPU, its tasks, and its settings. */
    private final class Sequence {

        private final Topology topology = Topology.regular("1c");
        private final ResolvedSettings settings;
        private final Mechanism mechanism;
        private final PickPolicy<Object, Object> policy;
        private final List<GroupEntity> groups = new ArrayList<>();
        private final List<Task> tasks = new ArrayList<>();
        private final SavedState saved = new SavedState();

        Sequence(JsonlRows rows) {
            ResolvedSettings.Builder builder = ReplayPolicy.settings(catalogue, convention.kernel(), rows);
            convention.features().forEach(builder::feature);
            features(builder, rows.header(), rows);
            features(builder, rows.row(), rows);
            SETTINGS.forEach(rows::has);
            settings = builder.build();
            policy = ReplayPolicy.make(catalogue, convention.kernel(), topology, settings);
            mechanism = new Mechanism(new MechanismConfig(topology, settings, policy, false, false));
            mechanism.clock(CPU, rows.num("clock"));
            policy.load(mechanism.cpu(CPU).root().state(), new Loaded(rows));
            for (JsonNode node : rows.get("tasks")) {
                long weight = rows.num(node.get(0), "tasks");
                Task task = mechanism.newTask(
                        "t" + tasks.size(), schedulingPolicy(rows, node), 0, 0, CpuMask.firstCpus(1), CPU);
                mechanism.reweight(task, weight, Weights.isNiceWeight(weight));
                tasks.add(task);
            }
            if (rows.has("groups")) {
                makeGroups(rows);
            }
        }

        /** Groups of fixed weight, {@code [weight, parent]}; made after the tasks, whose numbers are those of the file. */
        private void makeGroups(JsonlRows rows) {
            for (JsonNode node : rows.get("groups")) {
                long[] group = rows.nums(node, "groups", 2);
                CfsRunQueue parent = group[1] < 0
                        ? mechanism.cpu(CPU).root()
                        : groups.get((int) group[1]).own();
                groups.add(mechanism.newGroupEntity(parent, group[0]));
            }
            for (Task task : tasks) {
                JsonNode node = rows.get("tasks").get(task.id());
                int group = (int) rows.num(node.get(2), "tasks");
                if (group >= 0) {
                    CfsRunQueue own = groups.get(group).own();
                    mechanism.moveToGroup(task, rq -> own);
                }
            }
        }

        private static SchedulingPolicy schedulingPolicy(JsonlRows rows, JsonNode task) {
            long number = rows.num(task.get(1), "tasks");
            return switch ((int) number) {
                case 0 -> SchedulingPolicy.NORMAL;
                case 3 -> SchedulingPolicy.BATCH;
                case 5 -> SchedulingPolicy.IDLE;
                default -> throw rows.problem("scheduling policy (" + number + ") is not known");
            };
        }

        private static void features(ResolvedSettings.Builder builder, JsonNode node, JsonlRows rows) {
            for (String name : SETTINGS) {
                JsonNode value = node.get(name);
                if (value != null && value.isObject()) {
                    ReplayPolicy.apply(builder, rows, value);
                } else if (value != null) {
                    ReplayPolicy.apply(builder, name, rows.num(value, name));
                }
            }
        }

        void step(JsonlRows rows, RowCheck check, String[] columns) {
            mechanism.clock(CPU, rows.num("clock"));
            long result = operate(rows);
            if (result != NO_RESULT) {
                check.signed("res", rows.num("res"), result);
            }
            compareHost(rows, check);
            comparePolicy(rows, check);
            compareEntities(rows, check, columns);
            compareGroups(rows, check);
        }

        private long operate(JsonlRows rows) {
            long arg = rows.num("arg");
            int id = (int) rows.num("id");
            CpuRunQueue rq = mechanism.cpu(CPU);
            switch (rows.text("op")) {
                case "fork" -> mechanism.fork(tasks.get(id), rq.current(), CPU);
                case "run", "tick" -> mechanism.tick(CPU);
                case "wake", "wake_delayed" -> mechanism.wake(tasks.get(id), CPU);
                case "wake+preempt" -> {
                    mechanism.wake(tasks.get(id), CPU);
                    return checkPreempt(rq, tasks.get(id), 0);
                }
                case "fork+preempt" -> {
                    mechanism.fork(tasks.get(id), rq.current(), CPU);
                    return checkPreempt(rq, tasks.get(id), Op.FORK);
                }
                case "sleep_curr" -> {
                    boolean left = mechanism.block(CPU);
                    if (!convention.pickShowsChoice()) {
                        return left ? 1 : 0;
                    }
                }
                case "migrate_out" -> mechanism.detach(tasks.get(id));
                case "migrate_in" -> mechanism.attach(tasks.get(id), CPU);
                case "reweight" -> {
                    if (settings.isOn("REWEIGHT_CHARGES")) {
                        // The files of these releases bring the current's charge up to date first, whoever is
                        // reweighted.
                        mechanism.charge(CPU);
                    }
                    mechanism.reweight(tasks.get(id), arg, Weights.isNiceWeight(arg));
                }
                case "set_group_weight" -> mechanism.reweight(groups.get(id), arg);
                case "yield" -> mechanism.yieldTask(CPU);
                case "set_slice" ->
                    mechanism.setSlice(tasks.get(id), arg == settings.tunable("base_slice_ns") ? 0 : arg);
                case "pick" -> {
                    return pick(rq);
                }
                default -> throw rows.problem("operation (" + rows.text("op") + ") is not known");
            }
            return NO_RESULT;
        }

        /** A delayed task that leaves while the preemption is decided shows as 1000 and its number. */
        private long checkPreempt(CpuRunQueue rq, Task wakee, int flags) {
            mechanism.checkPreempt(CPU, wakee, flags);
            Task left = rq.lastDelayedLeft();
            return left == null ? 0 : LEFT_WHILE_PREEMPTING + left.id();
        }

        private long pick(CpuRunQueue rq) {
            Task next = mechanism.pickNext(CPU);
            mechanism.switchTo(CPU, next);
            Task left = convention.pickShowsChoice() ? next : rq.lastDelayedLeft();
            return left == null ? SavedState.NONE : left.id();
        }

        private void compareHost(JsonlRows rows, RowCheck check) {
            CpuRunQueue rq = mechanism.cpu(CPU);
            Task current = rq.current();
            check.signed("clock", rows.num("clock"), rq.clock());
            check.signed("resched", rows.num("resched"), rq.resched() ? 1 : 0);
            check.signed("curr", rows.num("curr"), current == null ? SavedState.NONE : current.id());
            // Without groups both counts are equal.
            check.signed("nr", rows.num("nr"), rq.root().hNr());
            check.signed("load", rows.num("load"), rq.root().load());
        }

        private void comparePolicy(JsonlRows rows, RowCheck check) {
            saved.clear();
            policy.save(mechanism.cpu(CPU).root().state(), saved);
            for (String name : rows.row().propertyNames()) {
                if (rows.has(name) && !NOT_STATE.contains(name) && !HOST.contains(name)) {
                    Long value = saved.get(name);
                    if (value == null) {
                        throw rows.problem("member (" + name + ") is not a state that "
                                + policy.getClass().getSimpleName() + " names");
                    }
                    check.unsigned(name, rows.num(name), value);
                }
            }
        }

        private void compareEntities(JsonlRows rows, RowCheck check, String[] columns) {
            for (JsonNode ent : rows.get("ent")) {
                long[] values = rows.nums(ent, "ent", columns.length);
                Task task = tasks.get((int) values[0]);
                saved.clear();
                policy.saveEntity(task.state(), saved);
                for (int i = 1; i < columns.length; i++) {
                    Long got = hostField(task, columns[i]);
                    if (got == null) {
                        got = saved.get(columns[i]);
                    }
                    if (got == null) {
                        throw rows.problem("column (" + columns[i] + ") is not known");
                    }
                    check.unsigned(task.name(), columns[i], values[i], got);
                }
            }
        }

        private void compareGroups(JsonlRows rows, RowCheck check) {
            for (int i = 0; i < groups.size(); i++) {
                GroupEntity group = groups.get(i);
                CfsRunQueue own = group.own();
                long[] got = {group.onRq() ? 1 : 0, group.weight(), own.load(), own.nr(), own.hNr(), own.hNrRunnable()};
                long[] want = rows.nums(rows.get("grp").get(i), "grp", got.length);
                for (int column = 0; column < got.length; column++) {
                    check.signed("g" + i, GROUP_COLUMNS.get(column), want[column], got[column]);
                }
            }
        }

        private @Nullable Long hostField(Task task, String column) {
            return switch (column) {
                case "on_rq" -> task.onRq() ? 1L : 0L;
                case "weight" -> task.weight();
                case "sched_delayed" -> task.delayed() ? 1L : 0L;
                case "exec_start" -> task.execStart();
                case "sum_exec" -> task.sumExec();
                default -> null;
            };
        }
    }

    /** Reads a start row as a saved state. */
    private record Loaded(JsonlRows rows) implements StateReader {
        @Override
        public long num(String name, long current) {
            return rows.has(name) ? rows.num(name) : current;
        }

        @Override
        public @Nullable EntityView ref(String name) {
            return null;
        }
    }
}
