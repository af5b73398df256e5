package org.schedlab.cli.cgroup;

import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.CgroupVersion;
import org.schedlab.cgroup.SettingsTree;
import org.schedlab.cgroup.read.CgroupReader;
import org.schedlab.cgroup.read.CgroupSnapshot;
import org.schedlab.cgroup.show.CgroupJson;
import org.schedlab.cgroup.show.CgroupScenario;
import org.schedlab.cgroup.show.CgroupText;
import org.schedlab.topology.input.InvalidInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sched cgroup}: shows the groups of a machine, or makes a scenario of them. Input that is refused leaves as an exception. */
@Command(
        name = "cgroup",
        description = "Show the control groups of a machine, or make a scenario of them.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class CgroupCommand implements Runnable {

    private static final String TREE = "TREE";
    private static final String TREE_TEXT =
            "/sys/fs/cgroup, a copy of it or of a part of it, or a tar or zip archive of one.";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(writer(spec).commandLine(), "a command is missing");
    }

    private static CommandSpec writer(@Nullable CommandSpec spec) {
        if (spec == null) {
            throw new IllegalStateException("the command was not made by picocli");
        }
        return spec;
    }

    private static CgroupSnapshot read(String tree) {
        try {
            return CgroupReader.read(tree, Path.of(tree));
        } catch (InvalidPathException e) {
            throw new InvalidInputException(tree, 0, "this is not a path (" + e.getReason() + ")", null);
        }
    }

    @Command(
            name = "show",
            description = "Show groups, their settings and what the kernel counted.",
            mixinStandardHelpOptions = true)
    void show(
            @Parameters(paramLabel = TREE, description = TREE_TEXT) String tree,
            @Option(names = "--json", description = "JSON in place of text.") boolean json) {
        CgroupSnapshot snapshot = read(tree);
        print(json ? CgroupJson.of(snapshot) : CgroupText.of(snapshot));
    }

    @Command(
            name = "scenario",
            description = "Print a scenario with these groups and a busy task in each that has tasks.",
            mixinStandardHelpOptions = true)
    void scenario(
            @Parameters(paramLabel = TREE, description = TREE_TEXT) String tree,
            @Option(
                            names = {"-t", "--topology"},
                            paramLabel = "MACHINE",
                            description = "Machine to write into the scenario.")
                    @Nullable
                    String topology,
            @Option(
                            names = "--hierarchy",
                            paramLabel = "VERSION",
                            description = "Which one, where there are both: v1 or v2 (v2).")
                    @Nullable
                    CgroupVersion version) {
        CgroupSnapshot snapshot = read(tree);
        print(CgroupScenario.of(snapshot.name(), choose(snapshot, version), topology));
    }

    private static SettingsTree choose(CgroupSnapshot snapshot, @Nullable CgroupVersion version) {
        List<SettingsTree> trees = snapshot.trees();
        for (SettingsTree tree : trees) {
            if (version == null || tree.version() == version) {
                return tree;
            }
        }
        throw new InvalidInputException(
                snapshot.name(), 0, "there is no hierarchy of version " + version, "--hierarchy can be left out.");
    }

    private void print(String text) {
        PrintWriter out = writer(spec).commandLine().getOut();
        out.print(text);
        out.flush();
    }
}
