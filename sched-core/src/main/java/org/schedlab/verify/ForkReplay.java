package org.schedlab.verify;

import java.io.IOException;
import java.util.List;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.SteppedPlacement;
import org.schedlab.spi.WakeKind;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyBuilder;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.domain.DomainRules;
import org.schedlab.topology.domain.SchedDomains;
import tools.jackson.databind.JsonNode;

/**
 * Replays the {@code fork} part of recorded balancing attempts: where a new task goes, through the placement policy that the kernel's profile names.
 * The rest of such a row belongs to balancing.
 */
final class ForkReplay implements JsonlKind.Replay {

    private static final int LOCAL = 10;
    private static final int REMOTE = 20;

    private final Catalogue catalogue;
    private final String kernel;

    ForkReplay(Catalogue catalogue, String kernel) {
        this.catalogue = catalogue;
        this.kernel = kernel;
    }

    @Override
    public void run(JsonlRows rows, RowCheck check) throws IOException {
        String[] columns = rows.member(rows.header(), "cpu_columns").asString().split(",");
        rows.passOver("asym", "dst", "level", "span", "idle", "pct", "flags", "imb_numa_nr", "groups", "out");
        rows.passOver("nr_balance_failed", "cache_nice_tries");
        while (rows.next()) {
            check.row(rows.line());
            fork(rows, columns, check);
        }
    }

    /** Checks the fork part of the current row. */
    void fork(JsonlRows rows, String[] columns, RowCheck check) {
        KernelProfile profile = catalogue.profile(kernel);
        ResolvedSettings settings = new ResolvedSettings.Builder(catalogue, (int) rows.num("nr_cpus"))
                .profile(profile)
                .with("tick_ns", rows.tickNs())
                .build();
        RecordedDecision host = new RecordedDecision(machine(rows, profile), settings);
        int cpu = 0;
        for (JsonNode values : rows.get("cpu")) {
            long[] nums = rows.nums(values, "cpu", columns.length);
            for (int i = 0; i < columns.length; i++) {
                host.recorded(cpu).set(rows, columns[i], nums[i]);
            }
            cpu++;
        }
        host.ready();
        JsonNode fork = rows.get("fork");
        host.kind = WakeKind.FORK;
        host.thisCpu = (int) rows.num("dst");
        host.prevCpu = (int) rows.num(rows.member(fork, "prev"), "prev");
        host.task.cpu = host.prevCpu;
        host.task.utilAvg = rows.num(rows.member(fork, "util"), "util");
        host.task.allowed = mask(rows, rows.member(fork, "allowed"));
        host.waker.cpu = host.thisCpu;
        SteppedPlacement policy = host.newPolicy(catalogue, profile);
        if (policy == null) {
            throw rows.problem("the placement policy of (" + kernel + ") cannot be taken step by step");
        }
        check.signed(
                "top_idlest_group",
                mask(rows, rows.member(fork, "top_idlest_group")).first(),
                policy.step("find_idlest_group", host.task, host, host.thisCpu));
        check.signed(
                "cpu_in_group",
                rows.num(rows.member(fork, "cpu_in_group"), "cpu_in_group"),
                policy.step("find_idlest_group_cpu", host.task, host, host.thisCpu));
        check.signed(
                "final_cpu",
                rows.num(rows.member(fork, "final_cpu"), "final_cpu"),
                policy.step("find_idlest_cpu", host.task, host, host.thisCpu));
        check.signed(
                "select_task_rq",
                rows.num(rows.member(fork, "final_cpu"), "final_cpu"),
                policy.selectCpu(host.task, host));
    }

    private static SchedDomains machine(JsonlRows rows, KernelProfile profile) {
        int cpus = (int) rows.num("nr_cpus");
        int threads = (int) rows.num("smt");
        int perLlc = (int) rows.num("cores_per_llc") * threads;
        int llcs = (int) rows.num("nr_llc");
        boolean numa = rows.num("numa") != 0;
        TopologyBuilder builder = Topology.builder(cpus);
        for (int cpu = 0; cpu < cpus; cpu++) {
            builder.place(TopologyLevel.PACKAGE, cpu, numa ? cpu / perLlc : 0)
                    .place(TopologyLevel.LLC, cpu, cpu / perLlc)
                    .place(TopologyLevel.CORE, cpu, cpu / threads)
                    .capacity(cpu, (int) rows.num(rows.get("cpu").get(cpu).get(5), "cpu"));
            if (numa) {
                builder.place(TopologyLevel.NODE, cpu, cpu / perLlc);
            }
        }
        for (int a = 0; numa && a < llcs; a++) {
            for (int b = 0; b < llcs; b++) {
                builder.distance(a, b, a == b ? LOCAL : REMOTE);
            }
        }
        Topology topology = builder.build();
        DomainRules rules = DomainRules.of(profile.release()).withImbNumaNr(Math.max(1, perLlc >> 3));
        return SchedDomains.build(topology, List.of(topology.online()), rules);
    }

    private static CpuMask mask(JsonlRows rows, JsonNode hex) {
        CpuMask mask = new CpuMask((int) rows.num("nr_cpus"));
        long bits = Long.parseUnsignedLong(hex.asString(), 16);
        for (int cpu = 0; cpu < mask.capacity(); cpu++) {
            if ((bits >>> cpu & 1) != 0) {
                mask.set(cpu);
            }
        }
        return mask;
    }
}
