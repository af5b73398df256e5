package org.schedlab.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Op;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PreemptContext;
import org.schedlab.spi.Verdict;
import org.schedlab.topology.Topology;
import tools.jackson.databind.JsonNode;

/**
 * Single steps of CFS: the pick with buddies, and slices, placing and the wakeup comparison on one or two levels. They reach the policy through
 * the SPI, so of the comparison only "far enough behind to preempt" shows.
 */
final class CfsUnitKinds {

    private static final String KERNEL = "6.1";

    private final Catalogue catalogue;
    private final Topology topology = Topology.regular("1c");

    private CfsUnitKinds(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    static List<GoldenKind> all(Catalogue catalogue) {
        CfsUnitKinds kinds = new CfsUnitKinds(catalogue);
        return List.of(
                new JsonlKind("cfs_61_pick.jsonl", (rows, check) -> {
                    while (rows.next()) {
                        check.row(rows.line());
                        kinds.pick(rows, check);
                    }
                }),
                new JsonlKind(
                        "cfs_61_slice_place.jsonl",
                        "the difference of -1 and 0 in wakeup_preempt_entity",
                        (rows, check) -> {
                            while (rows.next()) {
                                check.row(rows.line());
                                kinds.slice(rows, check);
                            }
                        }));
    }

    private PickPolicy<Object, Object> policy(ResolvedSettings.Builder settings) {
        return ReplayPolicy.make(catalogue, KERNEL, topology, settings.build());
    }

    private void pick(JsonlRows rows, RowCheck check) {
        ResolvedSettings.Builder settings = ReplayPolicy.settings(catalogue, KERNEL, rows);
        ReplayPolicy.apply(settings, "wakeup_gran", rows.num("wakeup_gran"));
        UnitTimeline line = new UnitTimeline(policy(settings), "min_vruntime", 0);
        int curr = (int) rows.num("curr");
        for (JsonNode ent : rows.get("ent")) {
            UnitEntity entity = line.add(rows, ent);
            if (entity.id() != curr) {
                line.insert(entity);
            }
        }
        UnitEntity running = null;
        if (curr >= 0) {
            running = line.entities.get(curr);
            line.run(running, true);
        }
        line.policy.load(
                line.queue.state(),
                new NamedState()
                        .with("next", buddy(rows, line, "next"))
                        .with("last", buddy(rows, line, "last"))
                        .with("skip", buddy(rows, line, "skip")));
        EntityView chosen = line.policy.pick(line.queue.state(), running == null ? null : running.state(), 0);
        check.signed("pick", rows.num("pick"), chosen == null ? SavedState.NONE : chosen.id());
    }

    private static @Nullable EntityView buddy(JsonlRows rows, UnitTimeline line, String name) {
        int id = (int) rows.num(name);
        return id < 0 ? null : line.entities.get(id);
    }

    /** What one row of slices describes; made anew for each step, since each starts from the same state. */
    private record Levels(PickPolicy<Object, Object> policy, UnitQueue queue, UnitEntity entity) {

        static Levels of(PickPolicy<Object, Object> policy, JsonlRows rows) {
            UnitQueue root = queue(policy, rows, rows.get("root"));
            root.cpuNr = (int) rows.num(rows.get("root").get("h_nr"), "h_nr");
            UnitQueue queue = root;
            UnitEntity group = null;
            if (rows.num("two_level") != 0) {
                JsonNode grp = rows.get("grp");
                queue = queue(policy, rows, grp);
                queue.cpuNr = root.cpuNr;
                group = new UnitEntity(policy, root, 1, rows.num(grp.get("se_weight"), "se_weight"), false);
                group.onRq = rows.num(grp.get("se_on_rq"), "se_on_rq") != 0;
            }
            JsonNode se = rows.get("se");
            UnitEntity entity = new UnitEntity(policy, queue, 0, rows.num(se.get("weight"), "weight"), true);
            entity.parent = group;
            entity.onRq = rows.num(se.get("on_rq"), "on_rq") != 0;
            entity.idle = rows.num(se.get("idle"), "idle") != 0;
            entity.execStart = rows.num(se.get("exec_start"), "exec_start");
            long vruntime = rows.num(se.get("vruntime"), "vruntime");
            policy.loadEntity(
                    entity.state(), new NamedState().with("vruntime", vruntime).with("relative", 0));
            return new Levels(policy, queue, entity);
        }

        private static UnitQueue queue(PickPolicy<Object, Object> policy, JsonlRows rows, JsonNode node) {
            UnitQueue queue = new UnitQueue(policy);
            queue.load = rows.num(node.get("load"), "load");
            queue.nr = (int) rows.num(node.get("nr"), "nr");
            queue.idleNr = (int) rows.num(node.get("idle_nr"), "idle_nr");
            queue.clockTask = rows.num("clock_task");
            long minimum = rows.num(node.get("min_vruntime"), "min_vruntime");
            policy.load(queue.state(), new NamedState().with("min_vruntime", minimum));
            return queue;
        }

        long vruntime() {
            SavedState saved = new SavedState();
            policy.saveEntity(entity.state(), saved);
            Long value = saved.get("vruntime");
            return value == null ? 0 : value;
        }

        /** How far {@code ns} of execution move the entity. */
        long virtual(long ns) {
            long before = vruntime();
            policy.charge(queue.state(), entity.state(), ns);
            return vruntime() - before;
        }
    }

    private void slice(JsonlRows rows, RowCheck check) {
        ResolvedSettings.Builder builder = ReplayPolicy.settings(catalogue, KERNEL, rows);
        ReplayPolicy.apply(builder, rows, rows.get("tun"));
        ResolvedSettings settings = builder.build();
        PickPolicy<Object, Object> policy = ReplayPolicy.make(catalogue, KERNEL, topology, settings);

        Levels levels = Levels.of(policy, rows);
        long slice = policy.sliceEndNs(levels.queue().state(), levels.entity().state());
        check.unsigned("sched_slice", rows.num("sched_slice"), slice);
        check.unsigned("sched_vslice", rows.num("sched_vslice"), levels.virtual(slice));
        check.unsigned(
                "wakeup_gran",
                rows.num("wakeup_gran"),
                Levels.of(policy, rows).virtual(settings.tunable("wakeup_granularity_ns")));

        Levels initial = Levels.of(policy, rows);
        policy.fork(initial.queue().state(), null, initial.entity().state());
        // A new task leaves the fork relative to its queue.
        SavedState saved = new SavedState();
        policy.save(initial.queue().state(), saved);
        Long minimum = saved.get("min_vruntime");
        check.unsigned(
                "place_initial", rows.num("place_initial"), initial.vruntime() + (minimum == null ? 0 : minimum));

        Levels wakeup = Levels.of(policy, rows);
        policy.arrive(wakeup.queue().state(), wakeup.entity().state(), Op.WAKEUP);
        check.unsigned("place_wakeup", rows.num("place_wakeup"), wakeup.vruntime());

        Levels preempt = Levels.of(policy, rows);
        UnitEntity curr =
                new UnitEntity(policy, preempt.queue(), 2, preempt.entity().weight(), true);
        curr.idle = preempt.entity().idle();
        policy.loadEntity(curr.state(), new NamedState().with("vruntime", rows.num("wpe_curr_vruntime")));
        int verdict = policy.wakeupLevel(
                preempt.queue().state(), curr.state(), preempt.entity().state(), Uncharged.INSTANCE);
        check.signed(
                "wakeup_preempt_entity",
                rows.num("wakeup_preempt_entity") == 1 ? 1 : 0,
                (verdict & Verdict.PREEMPT) != 0 ? 1 : 0);
    }

    /** The comparison alone, without a charge in its middle. */
    private enum Uncharged implements PreemptContext {
        INSTANCE;

        @Override
        public int flags() {
            return 0;
        }

        @Override
        public void charge() {}

        @Override
        public void finish(EntityView delayed) {
            throw new IllegalStateException(delayed + " is not delayed");
        }
    }
}
