package org.schedlab.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.schedlab.scenario.Scenario;
import org.schedlab.scenario.ScenarioReader;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Nearest;
import org.schedlab.topology.read.TopologyReaders;
import org.schedlab.workload.rtapp.RtAppFile;
import org.schedlab.workload.rtapp.RtAppOptions;
import org.schedlab.workload.rtapp.RtAppReader;
import org.schedlab.workload.text.InputText;
import org.schedlab.workload.text.LenientJson;
import org.schedlab.workload.text.Node;
import org.schedlab.workload.text.YamlTree;

/** Finds and reads what WORKLOAD names: an rt-app file, a scenario, or a bundled example. One thread. */
final class Inputs {

    private final TopologyReaders readers;
    private final ScenarioReader.Names names;

    /** With the check of names that only the catalogue knows. */
    Inputs(TopologyReaders readers, ScenarioReader.Names names) {
        this.readers = readers;
        this.names = names;
    }

    /**
     * Reads a workload.
     *
     * @param workload path of a file, or id of an example
     * @param topology machine to use, or null when the scenario brings one
     */
    Scenario read(String workload, @Nullable String topology) {
        Path file = existing(workload);
        if (file == null) {
            return example(workload, topology);
        }
        InputText input = InputText.read(workload, file);
        String name = workload.toLowerCase(Locale.ROOT);
        boolean yaml = name.endsWith(".yaml") || name.endsWith(".yml");
        Node root = yaml ? YamlTree.parse(input) : LenientJson.parse(input);
        if (yaml || ScenarioReader.looksLikeScenario(root)) {
            Path base = file.toAbsolutePath().getParent();
            return ScenarioReader.read(workload, root, base == null ? Path.of("") : base, readers, topology, names);
        }
        return rtApp(input, topology);
    }

    private Scenario rtApp(InputText input, @Nullable String topology) {
        if (topology == null) {
            throw new InvalidInputException(
                    input.source(), 0, "an rt-app file brings no machine", "--topology \"1s 4c\" was meant.");
        }
        Topology machine = readers.readAny(topology);
        List<InputProblem> unknown = names.check(null, List.of(), List.of(), List.of());
        RtAppFile file;
        try {
            file = RtAppReader.read(input, RtAppOptions.forMachine(machine.online()));
        } catch (InvalidInputException e) {
            List<InputProblem> all = new ArrayList<>(e.problems());
            all.addAll(unknown);
            throw new InvalidInputException(all);
        }
        if (!unknown.isEmpty()) {
            throw new InvalidInputException(unknown);
        }
        return Scenario.of(input.source(), machine, topology, file);
    }

    private Scenario example(String id, @Nullable String topology) {
        Examples.Example example = Examples.all().stream()
                .filter(e -> e.id().equals(id))
                .findFirst()
                .orElseThrow(() -> unknown(id));
        if (example.isProgram()) {
            throw new InvalidInputException(
                    id,
                    0,
                    "this example is a program, which only the launcher of a source checkout runs",
                    "./sched run " + id + " was meant, without options of scenarios.");
        }
        try (InputStream in = Examples.open(example)) {
            InputText input = InputText.of(id, in.readAllBytes());
            return ScenarioReader.read(id, YamlTree.parse(input), Path.of(""), readers, topology, names);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static InvalidInputException unknown(String id) {
        String nearest = Nearest.of(id, Examples.ids());
        return new InvalidInputException(
                id,
                0,
                "there is no such file, and no example has this name",
                nearest == null ? "sched examples lists the examples." : "you meant " + nearest + ".");
    }

    private static @Nullable Path existing(String name) {
        try {
            Path path = Path.of(name);
            return Files.exists(path) || name.contains("/") || name.contains(".") ? path : null;
        } catch (InvalidPathException e) {
            throw new InvalidInputException(name, 0, "this is not a path (" + e.getReason() + ")", null);
        }
    }
}
