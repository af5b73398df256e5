package org.schedlab.cli.topology;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.domain.DomainRules;
import org.schedlab.topology.domain.SchedDomains;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.read.CpuLists;
import org.schedlab.topology.read.TopologyReaders;
import org.schedlab.topology.show.DomainsText;
import org.schedlab.topology.show.TopologyDiff;
import org.schedlab.topology.show.TopologySvg;
import org.schedlab.topology.show.TreeText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code sched topology}: shows a machine as a tree, its scheduling domains, a picture, or how it differs from another one. Status 0; 1 when
 * {@code --diff} finds a difference; input that is refused leaves as {@link InvalidInputException}.
 */
@Command(
        name = "topology",
        header = "Show a machine, its scheduling domains, or a picture of it.",
        description = {
            "Reads short strings (2s 10c 2t), hwloc synthetic strings and XML, lscpu output, sysfs trees and archives, YAML."
        },
        mixinStandardHelpOptions = true)
public final class TopologyCommand implements Callable<Integer> {

    private final Supplier<TopologyReaders> readers;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "File, directory or string that describes the machine.")
    private @Nullable String machine;

    @Option(names = "--from-this-machine", description = "Read the machine that this program runs on (Linux).")
    private boolean fromThisMachine;

    @Option(names = "--domains", description = "Print the domains of each CPU as the kernel's debugfs does.")
    private boolean domains;

    @Option(
            names = "--kernel",
            paramLabel = "RELEASE",
            defaultValue = "6.12",
            description = "Kernel release whose domains are built (${DEFAULT-VALUE}).")
    private String kernel = "6.12";

    @Option(names = "--svg", paramLabel = "OUT", description = "Write a picture to a file.")
    private @Nullable Path svg;

    @Option(
            names = "--diff",
            paramLabel = "B",
            description = "Print how the machine differs from B; status 1 when it does.")
    private @Nullable String diff;

    @Option(names = "--online", paramLabel = "CPUS", description = "Take only these CPUs as online, such as 0-3,8.")
    private @Nullable String online;

    @Option(names = "--isolcpus", paramLabel = "CPUS", description = "Leave these CPUs without domains.")
    private @Nullable String isolated;

    @Option(
            names = "--partition",
            paramLabel = "CPUS",
            description = "Build separate domains for these CPUs, as a cpuset partition does; may be repeated.")
    private List<String> partitions = new ArrayList<>();

    /** With the formats of this program. */
    public TopologyCommand() {
        this(TopologyReaders::standard);
    }

    /** With readers that are asked for when a machine is read. */
    public TopologyCommand(Supplier<TopologyReaders> readers) {
        this.readers = readers;
    }

    @Override
    public Integer call() {
        Topology topology = withOnline(read());
        PrintWriter out = spec().commandLine().getOut();
        Path picture = svg;
        if (picture != null) {
            write(picture, TopologySvg.of(topology));
        }
        int status = 0;
        if (diff != null) {
            List<String> lines = TopologyDiff.lines(topology, readers.get().readAny(diff));
            lines.forEach(out::println);
            status = lines.isEmpty() ? 0 : 1;
        } else if (domains) {
            out.print(DomainsText.text(build(topology)));
        } else if (picture == null) {
            out.print(TreeText.of(topology));
        }
        out.flush();
        return status;
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new InvalidInputException(
                    "--svg",
                    0,
                    "(" + file + ") cannot be written (" + e.getClass().getSimpleName() + ")",
                    "its folder does not exist, or is full or read-only.");
        }
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("the command was not made by picocli");
        }
        return spec;
    }

    private Topology read() {
        String argument = machine;
        if (fromThisMachine == (argument != null)) {
            throw new ParameterException(spec().commandLine(), "Name a machine, or give --from-this-machine.");
        }
        return argument == null
                ? TopologyReaders.readThisMachine()
                : readers.get().readAny(argument);
    }

    private Topology withOnline(Topology topology) {
        if (online == null) {
            return topology;
        }
        try {
            return topology.withOnline(CpuLists.toMask(online, topology.cpuCapacity()));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("--online", 0, String.valueOf(e.getMessage()), null);
        }
    }

    private SchedDomains build(Topology topology) {
        List<CpuMask> roots = new ArrayList<>();
        CpuMask rest = new CpuMask(topology.online());
        rest.andNot(mask("--isolcpus", isolated, topology));
        for (String partition : partitions) {
            CpuMask cpus = mask("--partition", partition, topology);
            for (int i = 0; i < roots.size(); i++) {
                if (roots.get(i).intersects(cpus)) {
                    throw new InvalidInputException(
                            "--partition",
                            0,
                            "(" + partition + ") shares a CPU with (" + partitions.get(i) + ")",
                            "partitions of cpusets never do.");
                }
            }
            rest.andNot(cpus);
            roots.add(cpus);
        }
        roots.add(0, rest);
        try {
            return SchedDomains.build(topology, roots, DomainRules.of(kernel));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("--partition", 0, String.valueOf(e.getMessage()), null);
        }
    }

    private static CpuMask mask(String option, @Nullable String cpus, Topology topology) {
        try {
            return CpuLists.toMask(cpus == null ? "" : cpus, topology.cpuCapacity());
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(option, 0, String.valueOf(e.getMessage()), null);
        }
    }
}
