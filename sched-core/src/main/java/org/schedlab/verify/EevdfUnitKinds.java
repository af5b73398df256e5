package org.schedlab.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.Op;
import org.schedlab.spi.PickPolicy;
import org.schedlab.topology.Topology;
import tools.jackson.databind.JsonNode;

/**
 * Single steps of EEVDF on recorded queues: average, eligibility, lag and pick ({@code queues}), placing ({@code place}), changes of weight
 * ({@code reweight}). They reach the policy through the SPI; {@code weight} and {@code load} are the host's and not compared here.
 */
final class EevdfUnitKinds {

    private final Catalogue catalogue;
    private final String kernel;
    private final Topology topology = Topology.regular("1c");

    private EevdfUnitKinds(Catalogue catalogue, String kernel) {
        this.catalogue = catalogue;
        this.kernel = kernel;
    }

    static List<GoldenKind> all(Catalogue catalogue, String tag, String kernel) {
        EevdfUnitKinds kinds = new EevdfUnitKinds(catalogue, kernel);
        return List.of(
                new JsonlKind("eevdf_" + tag + "_queues.jsonl", (rows, check) -> {
                    while (rows.next()) {
                        check.row(rows.line());
                        kinds.queue(rows, check);
                    }
                }),
                new JsonlKind("eevdf_" + tag + "_place.jsonl", (rows, check) -> {
                    while (rows.next()) {
                        check.row(rows.line());
                        kinds.place(rows, check);
                    }
                }),
                new JsonlKind(
                        "eevdf_" + tag + "_reweight.jsonl",
                        "out.weight and out.load, which the host keeps",
                        (rows, check) -> {
                            while (rows.next()) {
                                check.row(rows.line());
                                kinds.reweight(rows, check);
                            }
                        }));
    }

    private ResolvedSettings.Builder settings(JsonlRows rows) {
        ResolvedSettings.Builder builder = ReplayPolicy.settings(catalogue, kernel, rows);
        ReplayPolicy.apply(builder, "base_slice", rows.num(rows.member(rows.header(), "base_slice"), "base_slice"));
        return builder;
    }

    private PickPolicy<Object, Object> policy(ResolvedSettings.Builder settings) {
        return ReplayPolicy.make(catalogue, kernel, topology, settings.build());
    }

    /** The recorded queue; {@code without} is left out, {@code curr} runs. */
    private static UnitTimeline timeline(
            PickPolicy<Object, Object> policy, JsonlRows rows, int curr, boolean currOnRq, int without) {
        rows.passOver("nr", "nr_running", "sum_w", "sum_wv");
        UnitTimeline line = new UnitTimeline(policy, "v0", rows.num("v0"));
        for (JsonNode ent : rows.get("ent")) {
            UnitEntity entity = line.add(rows, ent);
            if (entity.id() != curr && entity.id() != without) {
                line.insert(entity);
            }
        }
        if (curr >= 0 && curr != without) {
            line.run(line.entities.get(curr), currOnRq);
        }
        return line;
    }

    private void queue(JsonlRows rows, RowCheck check) {
        int curr = (int) rows.num("curr");
        boolean currOnRq = rows.num("curr_on_rq") != 0;
        UnitTimeline line = timeline(policy(settings(rows).with("RUN_TO_PARITY", true)), rows, curr, currOnRq, -1);
        check.unsigned("sum_wv", rows.num("sum_wv"), line.saved(rows, "sum_wv"));
        check.unsigned("sum_w", rows.num("sum_w"), line.saved(rows, "sum_w"));
        check.unsigned("avg_vruntime", rows.num("avg_vruntime"), line.saved(rows, "V"));
        StringBuilder eligible = new StringBuilder();
        long v0 = rows.num("v0");
        for (UnitEntity entity : line.entities) {
            eligible.append(line.policy.eligible(line.queue.state(), entity.state()) ? '1' : '0');
            long key = rows.num(rows.get("key").get(entity.id()), "key");
            check.signed("key", key, line.saved(rows, entity, "vruntime") - v0);
        }
        check.text("eligible", rows.text("eligible"), eligible.toString());
        picks(rows, check, curr, currOnRq);
        lags(rows, check, line, curr, currOnRq);
    }

    private void picks(JsonlRows rows, RowCheck check, int curr, boolean currOnRq) {
        JsonNode pick = rows.get("pick");
        for (String way : pick.propertyNames()) {
            ResolvedSettings.Builder settings = settings(rows).with("RUN_TO_PARITY", !way.equals("no_rtp"));
            int without = way.equals("without_curr") ? curr : -1;
            UnitTimeline line = timeline(policy(settings), rows, curr, currOnRq, without);
            UnitEntity running = without == curr ? null : line.entities.get(curr);
            if (running != null) {
                protect(rows, line, running, way.equals("rtp_protected") || way.equals("protected"));
            }
            int flags = way.equals("noprotect_arg") ? Op.NOPROTECT : 0;
            EntityView chosen = line.policy.pick(line.queue.state(), running == null ? null : running.state(), flags);
            check.signed("pick." + way, rows.num(pick.get(way), way), id(chosen));
        }
    }

    private static long id(@Nullable EntityView entity) {
        return entity == null ? SavedState.NONE : entity.id();
    }

    /** Both ways to protect at once: up to 6.12 by the deadline in the lag field, in 7.3 by a virtual time of its own. */
    private static void protect(JsonlRows rows, UnitTimeline line, UnitEntity running, boolean on) {
        long vruntime = line.saved(rows, running, "vruntime");
        long deadline = line.saved(rows, running, "deadline");
        line.policy.loadEntity(
                running.state(),
                new NamedState()
                        .with("vlag", on ? deadline : deadline + 1)
                        .with("vprot", on ? vruntime + 1 : vruntime));
    }

    /** The lag shows when an entity leaves; it is put back for the next. */
    private static void lags(JsonlRows rows, RowCheck check, UnitTimeline line, int curr, boolean currOnRq) {
        JsonNode lags = rows.get("vlag");
        for (UnitEntity entity : line.entities) {
            boolean running = entity.id() == curr;
            if (running && !currOnRq) {
                continue;
            }
            // SAVE keeps the zero point of 6.8 where it is, SLEEP keeps the deadline absolute.
            line.policy.leave(line.queue.state(), entity.state(), Op.SLEEP | Op.SAVE);
            check.signed("vlag", rows.num(lags.get(entity.id()), "vlag"), line.saved(rows, entity, "vlag"));
            if (!running) {
                line.insert(entity);
            }
        }
    }

    private void place(JsonlRows rows, RowCheck check) {
        ResolvedSettings.Builder settings = settings(rows);
        for (String feature : List.of("PLACE_LAG", "PLACE_DEADLINE_INITIAL", "PLACE_REL_DEADLINE")) {
            settings.with(feature, rows.num(feature) != 0);
        }
        UnitTimeline line = timeline(policy(settings), rows, (int) rows.num("curr"), true, -1);
        JsonNode in = rows.get("in");
        UnitEntity entity = new UnitEntity(
                line.policy, line.queue, line.entities.size(), rows.num(in.get("weight"), "weight"), true);
        NamedState state = new NamedState();
        in.properties().forEach(e -> state.with(e.getKey(), rows.num(e.getValue(), e.getKey())));
        line.policy.loadEntity(entity.state(), state);
        int flags = switch (rows.text("flags")) {
            case "INITIAL" -> Op.INITIAL;
            case "WAKEUP" -> Op.WAKEUP;
            default -> 0;
        };
        // 6.8 places a new task at fork, later releases when it is queued.
        boolean atFork = flags == Op.INITIAL && kernel.equals("6.8");
        if (atFork) {
            line.policy.fork(line.queue.state(), null, entity.state());
        } else {
            line.policy.arrive(line.queue.state(), entity.state(), flags);
        }
        JsonNode out = rows.get("out");
        for (String name : List.of("vruntime", "deadline", "slice", "vlag", "rel_deadline")) {
            check.unsigned(name, rows.num(out.get(name), name), line.saved(rows, entity, name));
        }
        long v0 = line.saved(rows, "v0");
        check.unsigned("v0", rows.num(out.get("v0"), "v0"), v0);
        // The row shows the sum before the entity joins.
        long own = atFork ? 0 : line.saved(rows, entity, "sum_weight") * (line.saved(rows, entity, "vruntime") - v0);
        check.signed("sum_wv", rows.num(out.get("sum_wv"), "sum_wv"), line.saved(rows, "sum_wv") - own);
    }

    private void reweight(JsonlRows rows, RowCheck check) {
        int target = (int) rows.num("target");
        boolean onRq = rows.num("on_rq") != 0;
        UnitTimeline line = timeline(policy(settings(rows)), rows, (int) rows.num("curr"), true, onRq ? -1 : target);
        UnitEntity entity = line.entities.get(target);
        JsonNode in = rows.get("in");
        NamedState state = new NamedState();
        for (String name : List.of("vlag", "rel_deadline", "vprot", "deadline")) {
            state.with(name, rows.num(in.get(name), name));
        }
        line.policy.loadEntity(entity.state(), state);
        check.unsigned("in.V", rows.num(in.get("V"), "V"), line.saved(rows, "V"));
        long weight = rows.num("new_weight");
        line.policy.reweight(line.queue.state(), entity.state(), weight, Weights.isNiceWeight(weight), onRq);
        JsonNode out = rows.get("out");
        for (String name : List.of("vruntime", "deadline", "vlag", "rel_deadline", "vprot")) {
            check.unsigned(name, rows.num(out.get(name), name), line.saved(rows, entity, name));
        }
        for (String name : List.of("v0", "sum_wv", "sum_w", "V")) {
            check.unsigned(name, rows.num(out.get(name), name), line.saved(rows, name));
        }
    }
}
