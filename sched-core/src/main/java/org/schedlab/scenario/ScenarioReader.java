package org.schedlab.scenario;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PathCosts;
import org.schedlab.engine.PreemptionModel;
import org.schedlab.engine.Pressure;
import org.schedlab.engine.Start;
import org.schedlab.engine.TimelineAction;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Nearest;
import org.schedlab.topology.read.TopologyReaders;
import org.schedlab.workload.GroupSetting;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;
import org.schedlab.workload.rtapp.RtAppFile;
import org.schedlab.workload.rtapp.RtAppOptions;
import org.schedlab.workload.rtapp.RtAppReader;
import org.schedlab.workload.text.GroupValues;
import org.schedlab.workload.text.InputText;
import org.schedlab.workload.text.Node;
import org.schedlab.workload.text.Problems;
import org.schedlab.workload.text.Values;

/**
 * Reads scenarios; docs/scenario.md lists every key. All faults of a file are reported together, an unknown key with the nearest known one. One
 * thread.
 */
public final class ScenarioReader {

    private static final List<String> KEYS = List.of(
            "name",
            "topology",
            "kernel",
            "features",
            "tunables",
            "policies",
            "hz",
            "preemption",
            "skew-tick",
            "start-phase",
            "smt-permille",
            "start",
            "seed",
            "duration",
            "events",
            "costs",
            "pressure",
            "tasks",
            "global",
            "timeline",
            "cgroups");

    private static final Map<String, PathCosts.Path> COSTS = Stream.of(PathCosts.Path.values())
            .collect(Collectors.toMap(PathCosts.Path::word, path -> path, (a, b) -> a, TreeMap::new));

    /** Half of the shortest tick. */
    private static final long MAX_COST_NS = 500_000;

    private final Problems problems;
    private final Values values;
    private final Path base;
    private final TopologyReaders readers;
    private final Names names;

    private ScenarioReader(Problems problems, Path base, TopologyReaders readers, Names names) {
        this.problems = problems;
        this.values = new Values(problems);
        this.base = base;
        this.readers = readers;
        this.names = names;
    }

    /**
     * Reads a scenario.
     *
     * @param source name to report problems under
     * @param root the file's tree
     * @param base directory that paths in the file are relative to
     * @param readers readers of machines
     * @param topology the machine to use instead of the file's, as somebody wrote it, or null
     * @throws InvalidInputException with all faults
     */
    public static Scenario read(
            String source, Node root, Path base, TopologyReaders readers, @Nullable String topology) {
        return read(source, root, base, readers, topology, (kernel, features, tunables, policies) -> List.of());
    }

    /** The same, with names checked together with the rest. */
    public static Scenario read(
            String source, Node root, Path base, TopologyReaders readers, @Nullable String topology, Names names) {
        Problems problems = new Problems(source);
        ScenarioReader reader = new ScenarioReader(problems, base, readers, names);
        @Nullable Scenario scenario = null;
        if (root instanceof Node.Obj object) {
            scenario = reader.scenario(object, topology);
        } else {
            problems.add(root.line(), "the file holds " + root.kind() + ", not a scenario", null);
        }
        problems.throwIfAny();
        if (scenario == null) {
            throw new IllegalStateException("a scenario without problems was not made");
        }
        return scenario;
    }

    /** Checks names that a file uses and that only the catalogue knows. */
    @FunctionalInterface
    public interface Names {

        /** The faults, each at its place. */
        List<InputProblem> check(
                @Nullable Located<String> kernel,
                List<Located<String>> features,
                List<Located<String>> tunables,
                List<Located<String>> policies);
    }

    /** Whether a tree has keys that only a scenario has, not an rt-app file. */
    public static boolean looksLikeScenario(Node root) {
        return root instanceof Node.Obj object
                && object.members().stream()
                        .anyMatch(m -> KEYS.contains(m.key())
                                && !List.of("tasks", "global").contains(m.key()));
    }

    private @Nullable Scenario scenario(Node.Obj root, @Nullable String topologyOption) {
        Map<String, Node.Member> keys = keys(root);
        Node.Member topologyKey = keys.get("topology");
        @Nullable String topologyName = topologyOption;
        if (topologyName == null && topologyKey != null) {
            topologyName = text(topologyKey);
        }
        @Nullable Topology topology = topology(root, topologyOption, topologyKey);
        RtAppFile tasks = tasks(root, keys.get("tasks"), topology);
        Workload workload = tasks.workload();
        List<GroupSetting> groups = new ArrayList<>(tasks.groups());
        Node.Member cgroups = keys.get("cgroups");
        if (cgroups != null) {
            groups.addAll(new GroupValues(problems).groups(cgroups));
        }
        List<TimelineAction> timeline = new TimelineReader(problems, topology, workload).read(keys.get("timeline"));
        @Nullable Long seed = null;
        Node.Member seedKey = keys.get("seed");
        if (seedKey != null) {
            seed = values.integer(seedKey, 0, Long.MAX_VALUE, 1);
        }
        Node.Member nameKey = keys.get("name");
        @Nullable String name = nameKey == null ? null : values.text(nameKey);
        Scenario.TimingChoice timing = timing(keys);
        PathCosts costs = costs(keys.get("costs"));
        List<Pressure> pressure = pressure(keys.get("pressure"), topology);
        Start start = start(keys.get("start"));
        Horizon horizon = horizon(keys);
        List<Located<String>> features = words(keys.get("features"));
        List<Located<String>> tunables = pairs(keys.get("tunables"));
        List<Located<String>> policies = pairs(keys.get("policies"));
        @Nullable Located<String> kernel = kernel(keys.get("kernel"));
        List<InputProblem> unknown = names.check(kernel, features, tunables, policies);
        if (!unknown.isEmpty()) {
            problems.addAll(new InvalidInputException(unknown));
        }
        if (topology == null || topologyName == null || problems.count() > 0) {
            return null;
        }
        return new Scenario(
                name == null ? problems.source() : name,
                topology,
                topologyName,
                workload,
                groups,
                kernel,
                features,
                tunables,
                policies,
                timing,
                costs,
                pressure,
                timeline,
                start,
                horizon,
                seed,
                tasks.notes());
    }

    private Map<String, Node.Member> keys(Node.Obj root) {
        Map<String, Node.Member> keys = new TreeMap<>();
        for (Node.Member member : root.members()) {
            if (!KEYS.contains(member.key())) {
                problems.add(
                        member.line(), "key (" + member.key() + ") is not known", Nearest.maybe(member.key(), KEYS));
            } else if (keys.put(member.key(), member) != null) {
                problems.add(member.line(), member.key() + " occurs twice", "one of the two can go.");
            }
        }
        return keys;
    }

    private @Nullable Topology topology(Node.Obj root, @Nullable String option, Node.@Nullable Member key) {
        try {
            if (option != null) {
                return readers.readAny(option);
            }
            if (key == null) {
                problems.add(root.line(), "there is no topology", "topology: 1s 4c, or the option --topology.");
                return null;
            }
            String written = text(key);
            if (written == null) {
                values.wrongKind(key, "a machine, such as 2s 10c 2t, or a path");
                return null;
            }
            Path file = resolved(written);
            return readers.readAny(file != null && Files.exists(file) ? file.toString() : written);
        } catch (InvalidInputException e) {
            if (key == null || option != null) {
                problems.addAll(e);
            } else {
                e.problems().forEach(problem -> topologyProblem(key, problem));
            }
            return null;
        }
    }

    /** A fault without a line of its own belongs to the line of the scenario; one in the machine's file keeps its line. */
    private void topologyProblem(Node.Member key, InputProblem problem) {
        String written = String.valueOf(text(key));
        if (problem.line() == 0) {
            problems.add(key.line(), "topology (" + written + "): " + problem.what(), problem.maybe());
        } else {
            problems.addAll(new InvalidInputException(written, problem.line(), problem.what(), problem.maybe()));
        }
    }

    private @Nullable Path resolved(String path) {
        try {
            return base.resolve(path);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private RtAppFile tasks(Node.Obj root, Node.@Nullable Member tasks, @Nullable Topology topology) {
        RtAppOptions options = RtAppOptions.forMachine(topology == null ? null : topology.online());
        RtAppFile none = new RtAppFile(Workload.of(), List.of(), List.of());
        if (tasks == null) {
            problems.add(root.line(), "there are no tasks", "tasks: workload.json, or tasks in rt-app's grammar.");
            return none;
        }
        if (!(tasks.value() instanceof Node.Text path)) {
            List<Node.Member> members = new ArrayList<>();
            for (Node.Member member : root.members()) {
                if (member.key().equals("tasks") || member.key().equals("global")) {
                    members.add(member);
                }
            }
            return RtAppReader.read(new Node.Obj(tasks.line(), members), options, problems);
        }
        Path file = resolved(path.value());
        if (file == null) {
            problems.add(tasks.line(), "tasks (" + path.value() + ") is not a path", null);
            return none;
        }
        try {
            return RtAppReader.read(InputText.read(path.value(), file), options);
        } catch (InvalidInputException e) {
            problems.addAll(e);
            return none;
        }
    }

    private Scenario.TimingChoice timing(Map<String, Node.Member> keys) {
        Node.Member hz = keys.get("hz");
        Node.Member preemption = keys.get("preemption");
        Node.Member skew = keys.get("skew-tick");
        Node.Member phase = keys.get("start-phase");
        Node.Member smt = keys.get("smt-permille");
        return new Scenario.TimingChoice(
                hz == null ? null : hz(hz),
                preemption == null ? null : oneOf(preemption, PreemptionModel.class),
                skew == null ? null : values.bool(skew, false),
                phase == null ? null : values.spanNs(phase, 0),
                smt == null ? null : (int) values.integer(smt, 1, 1000, 1000));
    }

    private @Nullable Integer hz(Node.Member member) {
        int hz = (int) values.integer(member, 1, 1000, 250);
        if (hz != 100 && hz != 250 && hz != 300 && hz != 1000) {
            problems.add(member.line(), "hz (" + hz + ") is not known", "you meant 100, 250, 300 or 1000.");
            return null;
        }
        return hz;
    }

    private <E extends Enum<E>> @Nullable E oneOf(Node.Member member, Class<E> type) {
        String word = values.text(member);
        if (word == null) {
            return null;
        }
        List<String> known = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            String name = constant.name().toLowerCase(Locale.ROOT);
            if (name.equals(word)) {
                return constant;
            }
            known.add(name);
        }
        problems.add(member.line(), member.key() + " (" + word + ") is not known", Nearest.maybe(word, known));
        return null;
    }

    private Start start(Node.@Nullable Member member) {
        Start.Kind kind = member == null ? Start.Kind.FORKED : oneOf(member, Start.Kind.class);
        return kind == Start.Kind.RELEASED ? Start.RELEASED : Start.FORKED;
    }

    private Horizon horizon(Map<String, Node.Member> keys) {
        Node.Member duration = keys.get("duration");
        Node.Member events = keys.get("events");
        return new Horizon(
                duration == null ? Horizon.NONE : values.spanNs(duration, 0),
                events == null ? Horizon.NONE : values.integer(events, 0, Long.MAX_VALUE, 0));
    }

    private PathCosts costs(Node.@Nullable Member member) {
        Node.Obj object = member == null ? null : values.object(member);
        if (object == null) {
            return PathCosts.DEFAULT;
        }
        PathCosts costs = PathCosts.DEFAULT;
        for (Node.Member cost : object.members()) {
            PathCosts.Path path = COSTS.get(cost.key());
            if (path == null) {
                problems.add(
                        cost.line(),
                        "cost (" + cost.key() + ") is not known",
                        Nearest.maybe(cost.key(), COSTS.keySet()));
                continue;
            }
            long costNs = values.spanNs(cost, 0);
            if (costNs > MAX_COST_NS) {
                problems.add(
                        cost.line(),
                        "cost " + cost.key() + " (" + costNs + " ns) is above " + MAX_COST_NS + " ns",
                        "microseconds were meant: with costs near a tick's period nothing else runs.");
            }
            costs = costs.with(path, costNs);
        }
        return costs;
    }

    private List<Pressure> pressure(Node.@Nullable Member member, @Nullable Topology topology) {
        if (member == null) {
            return List.of();
        }
        return new PressureReader(problems, topology).read(member);
    }

    private @Nullable Located<String> kernel(Node.@Nullable Member member) {
        String release = member == null ? null : text(member);
        return release == null || member == null ? null : located(member, release);
    }

    private List<Located<String>> words(Node.@Nullable Member member) {
        List<Located<String>> words = new ArrayList<>();
        if (member == null) {
            return words;
        }
        if (!(member.value() instanceof Node.Arr list)) {
            values.wrongKind(member, "a list of words");
            return words;
        }
        for (Node item : list.items()) {
            String word = values.text(new Node.Member(member.key(), item.line(), item));
            if (word != null) {
                words.add(new Located<>(word, problems.source(), item.line()));
            }
        }
        return words;
    }

    private List<Located<String>> pairs(Node.@Nullable Member member) {
        List<Located<String>> pairs = new ArrayList<>();
        Node.Obj object = member == null ? null : values.object(member);
        if (object != null) {
            for (Node.Member entry : object.members()) {
                String value = text(entry);
                if (value == null) {
                    values.wrongKind(entry, "a word or a number");
                } else {
                    pairs.add(located(entry, entry.key() + "=" + value));
                }
            }
        }
        return pairs;
    }

    /** A text, or a number as it was written: 6.12 is a word for people. */
    private static @Nullable String text(Node.Member member) {
        if (member.value() instanceof Node.Text text) {
            return text.value();
        }
        return member.value() instanceof Node.Num number ? number.value().toPlainString() : null;
    }

    private Located<String> located(Node.Member member, String value) {
        return new Located<>(value, problems.source(), member.line());
    }

    /** Names of kinds and threads that an action may name. */
    static boolean names(Workload workload, String task) {
        for (TaskSpec spec : workload.tasks()) {
            if (spec.name().equals(task)) {
                return true;
            }
            for (int i = 0; i < spec.instances() && task.startsWith(spec.name()); i++) {
                if (spec.threadName(i).equals(task)) {
                    return true;
                }
            }
        }
        return false;
    }
}
