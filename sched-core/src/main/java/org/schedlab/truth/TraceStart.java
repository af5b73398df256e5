package org.schedlab.truth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the beginning of a trace shows and no figure tells: the order in which the kinds of threads first ran, since their lag at the release is not
 * recorded, and the CPU on which each thread slept. Reads the first MiB. Immutable.
 */
final class TraceStart {

    private static final int READ_BYTES = 1 << 20;

    /** The name of the thread that comes, without the number of its instance. */
    private static final Pattern NEXT = Pattern.compile("sched_switch: .* ==> (.+?)(?:-\\d+)?:\\d+ \\[");

    private static final Pattern WAKING = Pattern.compile("sched_waking: +comm=(.+) pid=\\d+ .*target_cpu=(\\d{1,5})");

    private final Set<String> kinds = new LinkedHashSet<>();
    private final Map<String, Integer> sleptOn = new HashMap<>();

    private TraceStart() {}

    /** Of a trace in gzip; of none, nothing. */
    static TraceStart read(Path trace) {
        TraceStart start = new TraceStart();
        if (!Files.isRegularFile(trace)) {
            return start;
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(trace))) {
            new String(in.readNBytes(READ_BYTES), StandardCharsets.UTF_8)
                    .lines()
                    .forEach(start::line);
        } catch (IOException e) {
            throw new InvalidInputException(
                    trace.toString(), 0, "cannot be read (" + e.getMessage() + ")", "the file is cut short.");
        }
        return start;
    }

    private void line(String line) {
        Matcher next = NEXT.matcher(line);
        if (next.find()) {
            kinds.add(next.group(1));
        }
        Matcher waking = WAKING.matcher(line);
        if (waking.find()) {
            sleptOn.putIfAbsent(waking.group(1), Integer.valueOf(waking.group(2)));
        }
    }

    /** Puts the tasks of the recording's workload into that order; those that are not in it stay behind the others. */
    void orderTasks(ObjectNode workload) {
        if (!(workload.get("tasks") instanceof ObjectNode tasks)) {
            return;
        }
        Map<String, JsonNode> ordered = new LinkedHashMap<>();
        for (String kind : kinds) {
            JsonNode task = tasks.get(kind);
            if (task != null) {
                ordered.put(kind, task);
            }
        }
        tasks.properties().forEach(e -> ordered.putIfAbsent(e.getKey(), e.getValue()));
        tasks.removeAll();
        ordered.forEach(tasks::set);
    }

    /** By thread, in order of creation, the CPU on which it slept; up to the first thread of which that is not known. */
    List<Integer> lastCpus(Workload workload, CpuMask online) {
        List<Integer> cpus = new ArrayList<>();
        for (TaskSpec task : workload.tasks()) {
            for (int i = 0; i < task.instances(); i++) {
                Integer cpu = sleptOn.get(task.threadName(i));
                if (cpu == null || cpu >= online.capacity() || !online.contains(cpu)) {
                    return cpus;
                }
                cpus.add(cpu);
            }
        }
        return cpus;
    }
}
