package org.schedlab.verify;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.StateReader;
import org.schedlab.spi.SteppedPlacement;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyBuilder;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.domain.DomainRules;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedDomains;
import tools.jackson.databind.JsonNode;

/**
 * Replays recorded wakeups through whatever placement policy the kernel's profile names, if it can be taken step by step: each row is a machine's
 * state, the results of the steps alone, and the result and memory after the whole decision.
 */
final class PlacementReplay implements JsonlKind.Replay {

    private static final long SECOND_NS = 1_000_000_000;

    /** The imbalance_pct of domains within a last level cache. */
    private static final int LLC_PCT = 117;

    /** Results of steps that change nothing. */
    private static final List<String> PURE = List.of("wake_affine", "wake_affine_idle", "wake_affine_weight");

    private final Catalogue catalogue;
    private final String kernel;
    private final List<String> options;

    /**
     * @param kernel names the profile
     * @param options switches that turn it into the recorded variant
     */
    PlacementReplay(Catalogue catalogue, String kernel, List<String> options) {
        this.catalogue = catalogue;
        this.kernel = kernel;
        this.options = options;
    }

    @Override
    public void run(JsonlRows rows, RowCheck check) throws IOException {
        String[] columns = rows.member(rows.header(), "cpu_columns").asString().split(",");
        rows.passOver("smt", "cluster", "asym");
        while (rows.next()) {
            check.row(rows.line());
            new Row(rows, columns).compare(check);
        }
    }

    /** One wakeup. */
    private final class Row {

        private final JsonlRows rows;
        private final JsonNode out;
        private final RecordedDecision host;
        private final KernelProfile profile;
        private final SavedState saved = new SavedState();

        Row(JsonlRows rows, String[] columns) {
            this.rows = rows;
            this.out = rows.get("out");
            this.profile = catalogue.profile(kernel);
            this.host = new RecordedDecision(machine(), settings());
            int cpu = 0;
            for (JsonNode values : rows.get("cpu")) {
                long[] nums = rows.nums(values, "cpu", columns.length);
                for (int i = 0; i < columns.length; i++) {
                    host.recorded(cpu).set(rows, columns[i], nums[i]);
                }
                long q = rows.num("q");
                host.recorded(cpu).idleStampNs = (7919L * cpu + 31 * q) % 1009 + 1;
                cpu++;
            }
            host.ready();
            people();
        }

        private void people() {
            JsonNode p = rows.get("p");
            host.task.allowed = mask(rows.member(p, "allowed"));
            host.task.utilAvg = num(p, "util");
            host.task.hLoad = num(p, "h_load");
            host.task.idlePolicy = num(p, "idle_policy") != 0;
            JsonNode cur = rows.get("cur");
            host.waker.hLoad = num(cur, "h_load");
            // In the oldest files the weight stands in the place of the load.
            host.task.weight = Weights.scaleLoad(host.task.hLoad);
            host.waker.weight = Weights.scaleLoad(host.waker.hLoad);
            host.waker.perCpuKthread = num(cur, "percpu_kthread") != 0;
            host.waker.exiting = num(cur, "exiting") != 0;
            host.sync = rows.num("sync") != 0;
            host.thisCpu = (int) rows.num("this_cpu");
            host.prevCpu = (int) rows.num("prev");
            host.task.cpu = host.prevCpu;
            host.waker.cpu = host.thisCpu;
            host.waker.allowed = CpuMask.of(host.topology().cpuCapacity(), host.thisCpu);
        }

        private long num(JsonNode object, String name) {
            return rows.num(rows.member(object, name), name);
        }

        private SchedDomains machine() {
            int cpus = (int) rows.num("nr_cpus");
            TopologyBuilder builder = Topology.builder(cpus);
            long[] llc = rows.nums(rows.get("llc"), "llc", cpus);
            long[] core = rows.nums(rows.get("core"), "core", cpus);
            long[] cluster = rows.nums(rows.get("clus"), "clus", cpus);
            boolean clusters = rows.num("cluster") != 0;
            for (int cpu = 0; cpu < cpus; cpu++) {
                builder.place(TopologyLevel.PACKAGE, cpu, 0)
                        .place(TopologyLevel.LLC, cpu, llc[cpu])
                        .place(TopologyLevel.CORE, cpu, core[cpu])
                        .capacity(cpu, (int) rows.num(rows.get("cpu").get(cpu).get(5), "cpu"));
                if (clusters) {
                    builder.place(TopologyLevel.CLUSTER, cpu, cluster[cpu]);
                }
            }
            DomainRules rules = DomainRules.of(profile.release());
            Topology topology = builder.build();
            SchedDomains domains = SchedDomains.build(
                    topology, List.of(topology.online()), rules.withDefaultImbalancePct(defaultPct(rules)));
            // The recorded machines search the whole machine for capacity, not the smallest domain that has all
            // capacities.
            return rows.num("asym") != 0 ? domains.withAsymmetryAtTop() : domains;
        }

        /** The imbalance_pct that the machine was recorded with: that of its domains above the last level cache. */
        private int defaultPct(DomainRules rules) {
            JsonNode dom = rows.get("dom");
            int pct = rules.defaultImbalancePct();
            for (JsonNode domain : dom) {
                int recorded = (int) rows.num(domain.get(1), "dom");
                pct = recorded >= LLC_PCT ? recorded : pct;
            }
            return pct;
        }

        private ResolvedSettings settings() {
            ResolvedSettings.Builder builder =
                    new ResolvedSettings.Builder(catalogue, (int) rows.num("nr_cpus")).profile(profile);
            builder.with("tick_ns", rows.tickNs());
            options.forEach(builder::feature);
            for (Map.Entry<String, JsonNode> e : rows.get("feat").properties()) {
                builder.with(e.getKey(), rows.num(e.getValue(), e.getKey()) != 0);
            }
            return builder.build();
        }

        private CpuMask mask(JsonNode hex) {
            CpuMask mask = new CpuMask((int) rows.num("nr_cpus"));
            long bits = Long.parseUnsignedLong(hex.asString(), 16);
            for (int cpu = 0; cpu < mask.capacity(); cpu++) {
                if ((bits >>> cpu & 1) != 0) {
                    mask.set(cpu);
                }
            }
            return mask;
        }

        private SteppedPlacement fresh() {
            SteppedPlacement policy = host.newPolicy(catalogue, profile);
            if (policy == null) {
                throw rows.problem("the placement policy of (" + kernel + ") cannot be taken step by step");
            }
            policy.loadTask(host.task, new Memory(rows, rows.get("p")));
            policy.loadTask(host.waker, new Memory(rows, rows.get("cur")));
            JsonNode shared = rows.get("shared");
            int llcs = shared.size();
            for (int cpu = 0; cpu < host.topology().cpuCapacity(); cpu++) {
                int llc = (int) rows.num(rows.get("llc").get(cpu), "llc");
                if (llc >= llcs) {
                    throw rows.problem("cache (" + llc + ") has no shared state");
                }
                policy.loadCpu(cpu, new Shared(rows, shared.get(llc)));
            }
            return policy;
        }

        void compare(RowCheck check) {
            compareDomains(check);
            SteppedPlacement alone = fresh();
            check.signed(
                    "wake_wide_before",
                    num(out, "wake_wide_before"),
                    alone.step("wake_wide", host.task, host, host.thisCpu));
            for (String step : PURE) {
                if (out.has(step)) {
                    check.signed(step, num(out, step), alone.step(step, host.task, host, host.thisCpu));
                }
            }
            long affine = num(out, "wake_affine");
            int target = (int) (affine < 0 ? host.prevCpu : affine);
            check.signed("sis_target", num(out, "sis_target"), target);
            check.signed(
                    "select_idle_sibling",
                    num(out, "select_idle_sibling"),
                    alone.step("select_idle_sibling", host.task, host, target));
            check.signed("sis_recent_after", num(out, "sis_recent_after"), ofTask(alone, "recent_used_cpu", false));
            compareShared(alone, check);
            SteppedPlacement whole = fresh();
            check.signed("select_task_rq", num(out, "select_task_rq"), whole.selectCpu(host.task, host));
            check.signed("p_recent_after", num(out, "p_recent_after"), ofTask(whole, "recent_used_cpu", false));
            check.signed("cur_flips_after", num(out, "cur_flips_after"), ofTask(whole, "wakee_flips", true));
            check.signed("cur_recent_after", num(out, "cur_recent_after"), ofTask(whole, "recent_used_cpu", true));
        }

        private void compareDomains(RowCheck check) {
            SchedDomain sd = host.domains().lowest(host.thisCpu);
            for (JsonNode recorded : rows.get("dom")) {
                if (sd == null) {
                    check.text("dom", recorded.get(0).asString(), "none");
                    return;
                }
                check.text("dom", mask(recorded.get(0)).toString(), sd.span().toString());
                check.signed("dom.pct", rows.num(recorded.get(1), "dom"), sd.imbalancePct());
                sd = sd.parent();
            }
            if (sd != null) {
                check.text("dom", "none", sd.toString());
            }
        }

        private void compareShared(SteppedPlacement policy, RowCheck check) {
            JsonNode after = rows.member(out, "sis_has_idle_cores_after");
            for (int cpu = 0; cpu < host.topology().cpuCapacity(); cpu++) {
                int llc = (int) rows.num(rows.get("llc").get(cpu), "llc");
                saved.clear();
                policy.saveCpu(cpu, saved);
                check.signed("sis_has_idle_cores_after", rows.num(after.get(llc), "after"), value("has_idle_cores"));
                if (cpu == host.thisCpu) {
                    check.signed("sis_scan_cost_after", num(out, "sis_scan_cost_after"), value("avg_scan_cost"));
                }
            }
        }

        private long ofTask(SteppedPlacement policy, String name, boolean ofWaker) {
            saved.clear();
            policy.saveTask(ofWaker ? host.waker : host.task, saved);
            return value(name);
        }

        private long value(String name) {
            Long value = saved.get(name);
            if (value == null) {
                throw rows.problem("the placement policy does not name (" + name + ")");
            }
            return value;
        }
    }

    /** What is remembered of a task before the decision. */
    private record Memory(JsonlRows rows, JsonNode node) implements StateReader {
        @Override
        public long num(String name, long current) {
            if (name.equals("wakee_flip_decay_ts") && node.has("decay_due")) {
                long jiffies = RecordedDecision.NOW_NS / rows.tickNs();
                long hz = SECOND_NS / rows.tickNs();
                return rows.num(node.get("decay_due"), "decay_due") != 0 ? jiffies - hz - 1 : jiffies;
            }
            if (name.equals("last_wakee") && node.has("last_wakee_is_p")) {
                return rows.num(node.get("last_wakee_is_p"), "last_wakee_is_p") != 0 ? 0 : -1;
            }
            if (name.equals("recent_used_cpu") && !node.has(name)) {
                return 0;
            }
            return node.has(name) ? rows.num(node.get(name), name) : current;
        }

        @Override
        public @Nullable EntityView ref(String name) {
            return null;
        }
    }

    /** What a cache shares before the decision. */
    private record Shared(JsonlRows rows, JsonNode node) implements StateReader {
        @Override
        public long num(String name, long current) {
            return switch (name) {
                case "has_idle_cores" -> rows.num(node.get(0), name);
                case "nr_idle_scan" -> rows.num(node.get(1), name);
                case "avg_scan_cost" -> rows.num("scan_cost");
                default -> current;
            };
        }

        @Override
        public @Nullable EntityView ref(String name) {
            return null;
        }
    }
}
