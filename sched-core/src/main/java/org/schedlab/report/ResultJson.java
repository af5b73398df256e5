package org.schedlab.report;

import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.schedlab.metrics.Blocked;
import org.schedlab.metrics.CpuResult;
import org.schedlab.metrics.Distribution;
import org.schedlab.metrics.GroupResult;
import org.schedlab.metrics.GroupsResult;
import org.schedlab.metrics.LengthsOverTime;
import org.schedlab.metrics.PickResult;
import org.schedlab.metrics.PlacementResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.metrics.TaskResult;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes a result as JSON, by the contract of docs/results.md. The same result gives the same bytes. Stateless. */
public final class ResultJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private ResultJson() {}

    /** Writes the result, UTF-8, with a line feed at the end; does not close the stream. */
    public static void write(RunResult result, RunLabels labels, OutputStream out) {
        try (JsonGenerator json = MAPPER.createGenerator(out)) {
            json.writeStartObject();
            json.writeNumberProperty("schema_version", RunResult.SCHEMA_VERSION);
            json.writeStringProperty("workload", labels.workload());
            json.writeStringProperty("topology", labels.topology());
            json.writeStringProperty("machine", labels.machine());
            provenance(json, result.provenance());
            json.writeNumberProperty("measured_ns", result.measuredNs());
            json.writeNumberProperty("events", result.events());
            json.writeStringProperty("ended", result.ended().name().toLowerCase(Locale.ROOT));
            rows(json, "tasks", result.tasks(), false);
            rows(json, "groups", result.groups(), true);
            cpus(json, result.cpus());
            picks(json, result.picks());
            placement(json, result.placement());
            GroupsResult cgroups = result.cgroups();
            if (cgroups != null) {
                cgroups(json, cgroups.groups());
                leaf(json, cgroups.leaf());
            }
            audit(json, result.blocked());
            strings(json, "warnings", result.warnings());
            strings(json, "not_modelled", labels.notModelled());
            json.writeEndObject();
            json.writeRaw("\n");
        }
    }

    private static void provenance(JsonGenerator json, RunResult.Provenance provenance) {
        json.writeNumberProperty("seed", provenance.seed());
        json.writeStringProperty("profile", provenance.release());
        json.writeObjectPropertyStart("policies");
        for (Map.Entry<String, String> policy : provenance.policies().entrySet()) {
            json.writeStringProperty(policy.getKey(), policy.getValue());
        }
        json.writeEndObject();
        json.writeObjectPropertyStart("switches");
        for (Map.Entry<String, Boolean> entry : provenance.switches().entrySet()) {
            json.writeBooleanProperty(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
        json.writeObjectPropertyStart("tunables");
        for (Map.Entry<String, Long> entry : provenance.tunables().entrySet()) {
            json.writeNumberProperty(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
        strings(json, "plugins", provenance.plugins());
    }

    private static void rows(JsonGenerator json, String name, List<TaskResult> rows, boolean groups) {
        json.writeArrayPropertyStart(name);
        for (TaskResult row : rows) {
            json.writeStartObject();
            json.writeStringProperty("name", row.name());
            if (groups) {
                json.writeNumberProperty("threads", row.threads());
            } else {
                json.writeStringProperty("group", row.kind());
            }
            json.writeNumberProperty("cpu_ns", row.cpuNs());
            json.writeNumberProperty("share", Decimals.rounded(row.share(), 6));
            json.writeNumberProperty("switches", row.switches());
            json.writeNumberProperty("voluntary", row.voluntary());
            json.writeNumberProperty("preempted", row.preempted());
            json.writeNumberProperty("wakeups", row.wakeups());
            json.writeNumberProperty("migrations", row.migrations());
            distribution(json, "run_delay_ns", row.runDelay(), true);
            distribution(json, "preempt_wait_ns", row.preemptWait(), true);
            distribution(json, "run_length_ns", row.runLength(), false);
            json.writeArrayPropertyStart("cpu_ns_by_cpu");
            for (long ns : row.cpuNsByCpu()) {
                json.writeNumber(ns);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void distribution(JsonGenerator json, String name, Distribution values, boolean tail) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("n", values.n());
        json.writeNumberProperty("mean", Decimals.rounded(values.meanNs(), 1));
        json.writeNumberProperty("p50", values.p50Ns());
        if (tail) {
            json.writeNumberProperty("p90", values.p90Ns());
            json.writeNumberProperty("p99", values.p99Ns());
            json.writeNumberProperty("p99_9", values.p999Ns());
        }
        json.writeNumberProperty("max", values.maxNs());
        json.writeEndObject();
    }

    private static void cpus(JsonGenerator json, List<CpuResult> cpus) {
        json.writeArrayPropertyStart("cpus");
        for (CpuResult cpu : cpus) {
            json.writeStartObject();
            json.writeNumberProperty("cpu", cpu.cpu());
            json.writeNumberProperty("busy_ns", cpu.busyNs());
            json.writeNumberProperty("idle_ns", cpu.idleNs());
            json.writeNumberProperty("offline_ns", cpu.offlineNs());
            json.writeNumberProperty("switches", cpu.switches());
            json.writeNumberProperty("ticks", cpu.ticks());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void picks(JsonGenerator json, @Nullable PickResult picks) {
        if (picks == null) {
            json.writeNullProperty("picks");
            return;
        }
        json.writeObjectPropertyStart("picks");
        json.writeNumberProperty("sole", picks.sole());
        json.writeNumberProperty("buddy", picks.buddies());
        json.writeNumberProperty("current", picks.currents());
        json.writeNumberProperty("leftmost", picks.leftmosts());
        json.writeNumberProperty("descent", picks.descents());
        json.writeNumberProperty("visits", picks.visits());
        json.writeNumberProperty("descent_visits", picks.descentVisits());
        json.writeEndObject();
    }

    private static void placement(JsonGenerator json, @Nullable PlacementResult placement) {
        if (placement == null) {
            json.writeNullProperty("placement");
            return;
        }
        json.writeObjectPropertyStart("placement");
        json.writeNumberProperty("wakeups", placement.wakeups());
        json.writeNumberProperty("forks_and_execs", placement.others());
        counts(json, "wakeups_by_path", placement.byPath());
        json.writeNumberProperty("affine", placement.affine());
        json.writeNumberProperty("cpus_scanned", placement.cpusScanned());
        json.writeNumberProperty("scans_cut", placement.scansCut());
        json.writeNumberProperty("onto_busy_though_idle", placement.ontoBusyThoughIdle());
        json.writeNumberProperty("onto_reduced_capacity", placement.ontoReducedCapacity());
        counts(json, "migrations_by_level", placement.moves());
        json.writeEndObject();
    }

    private static void counts(JsonGenerator json, String name, Map<String, Long> counts) {
        json.writeObjectPropertyStart(name);
        counts.forEach((key, count) -> json.writeNumberProperty(key, count.longValue()));
        json.writeEndObject();
    }

    private static void cgroups(JsonGenerator json, List<GroupResult> groups) {
        json.writeArrayPropertyStart("cgroups");
        for (GroupResult group : groups) {
            json.writeStartObject();
            json.writeStringProperty("path", group.path());
            json.writeNumberProperty("cpu_ns", group.cpuNs());
            json.writeNumberProperty("share", Decimals.rounded(group.share(), 6));
            counted(json, "nr_periods", group.nrPeriods());
            counted(json, "nr_throttled", group.nrThrottled());
            counted(json, "throttled_ns", group.throttledNs());
            counted(json, "nr_bursts", group.nrBursts());
            counted(json, "burst_ns", group.burstNs());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void counted(JsonGenerator json, String name, @Nullable Long value) {
        if (value != null) {
            json.writeNumberProperty(name, value);
        }
    }

    private static void leaf(JsonGenerator json, GroupsResult.Leaf leaf) {
        json.writeObjectPropertyStart("leaf_list");
        json.writeNumberProperty("passes", leaf.passes());
        json.writeNumberProperty("queues_visited", leaf.queuesVisited());
        json.writeNumberProperty("pruned", leaf.pruned());
        json.writeNumberProperty("added_by_enqueue", leaf.addedByEnqueue());
        json.writeNumberProperty("queues_per_pass", Decimals.rounded(leaf.queuesPerPass(), 1));
        json.writeNumberProperty("cost_ns", leaf.costNs());
        json.writeNumberProperty("share_of_scheduling", Decimals.rounded(leaf.shareOfScheduling(), 6));
        lengths(json, "length_by_cpu", leaf.lengths());
        LengthsOverTime overTime = leaf.overTime();
        json.writeArrayPropertyStart("longest_by_cpu");
        for (int cpu = 0; cpu < overTime.means().size(); cpu++) {
            json.writeNumber(overTime.longest(cpu));
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("mean_by_cpu");
        for (int cpu = 0; cpu < overTime.means().size(); cpu++) {
            json.writeNumber(Decimals.rounded(overTime.mean(cpu, 0, overTime.steps()), 1));
        }
        json.writeEndArray();
        overTime(json, overTime);
        json.writeEndObject();
    }

    private static void overTime(JsonGenerator json, LengthsOverTime lengths) {
        json.writeObjectPropertyStart("over_time");
        json.writeNumberProperty("step_ns", lengths.stepNs());
        json.writeArrayPropertyStart("mean_by_cpu_and_step");
        for (List<Double> means : lengths.means()) {
            json.writeStartArray();
            for (double mean : means) {
                json.writeNumber(Decimals.rounded(mean, 1));
            }
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("longest_by_cpu_and_step");
        for (List<Integer> longest : lengths.longest()) {
            json.writeStartArray();
            for (int length : longest) {
                json.writeNumber(length);
            }
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void lengths(JsonGenerator json, String name, List<Integer> lengths) {
        json.writeArrayPropertyStart(name);
        for (int length : lengths) {
            json.writeNumber(length);
        }
        json.writeEndArray();
    }

    private static void audit(JsonGenerator json, List<Blocked> findings) {
        json.writeArrayPropertyStart("audit");
        for (Blocked finding : findings) {
            json.writeStartObject();
            json.writeStringProperty("task", finding.task());
            json.writeStringProperty("state", finding.state().name().toLowerCase(Locale.ROOT));
            json.writeStringProperty("on", finding.on());
            json.writeNumberProperty("since_ns", finding.sinceNs());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void strings(JsonGenerator json, String name, List<String> values) {
        json.writeArrayPropertyStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
