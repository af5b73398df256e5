package org.schedlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.LoadedPlugin;
import org.schedlab.plugin.PluginLoader;
import org.schedlab.plugin.PluginProblem;
import org.schedlab.plugin.Plugins;
import org.schedlab.report.TextTable;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.testkit.PolicyContract;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sched plugins}: lists plugins, verifies one, begins a new one. */
@Command(
        name = "plugins",
        description = "List plugins, verify one, or begin a new one.",
        mixinStandardHelpOptions = true)
final class PluginsCommand implements Runnable {

    private static final long NS_PER_MS = 1_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "what to do is missing: list, verify JAR or new NAME");
    }

    /** What is installed and what is wrong with it. */
    @Command(
            name = "list",
            description = "List the installed plugins and what is wrong with others.",
            mixinStandardHelpOptions = true)
    int list(@Mixin PluginOptions options) {
        PrintWriter out = spec.commandLine().getOut();
        try (Plugins plugins = Wiring.load(options)) {
            TextTable table = new TextTable().row("id", "version", "spi", "policies", "origin");
            for (LoadedPlugin plugin : plugins.loaded()) {
                table.row(
                        plugin.id(),
                        plugin.version() == null ? "-" : plugin.version(),
                        String.valueOf(plugin.plugin().spiVersion()),
                        String.valueOf(plugin.plugin().policies().size()),
                        plugin.origin());
            }
            out.print(table);
            plugins.problems().forEach(p -> out.println(p.text()));
            return plugins.errors().isEmpty() ? ExitCode.OK : ExitCode.PLUGIN;
        }
    }

    /** Loads a plugin and holds its policies to the contract. */
    @Command(
            name = "verify",
            description = "Load a plugin and hold each of its policies to the contract kit.",
            mixinStandardHelpOptions = true)
    int verify(
            @Parameters(paramLabel = "JAR", description = "The plugin's JAR.") Path jar,
            @Option(
                            names = "--check-budget",
                            paramLabel = "TIME",
                            converter = RunCommand.TimeConverter.class,
                            defaultValue = "30s",
                            description =
                                    "How long a check may take (30s); a policy that is late is not checked further.")
                    long checkBudgetNs,
            @Option(
                            names = "--plugin-budget",
                            paramLabel = "TIME",
                            converter = RunCommand.TimeConverter.class,
                            defaultValue = "10s",
                            description = "How long the plugin may take to be loaded and to answer (10s).")
                    long pluginBudgetNs) {
        PrintWriter out = spec.commandLine().getOut();
        try (Plugins plugins = new PluginLoader()
                .limitMs(Math.max(1, pluginBudgetNs / NS_PER_MS))
                .hostDeclares(Mechanism.SWITCHES, LoadTracking.TUNABLES)
                .jar(jar)
                .load()) {
            plugins.problems().forEach(p -> out.println(p.text()));
            if (!plugins.errors().isEmpty() || plugins.loaded().isEmpty()) {
                return ExitCode.PLUGIN;
            }
            int failed = 0;
            for (LoadedPlugin plugin : plugins.loaded()) {
                out.println(plugin.label() + " (" + plugin.origin() + ")");
                for (PolicyFactory<?, ?> factory : plugin.plugin().policies()) {
                    failed += check(plugin, factory, Math.max(1, checkBudgetNs / NS_PER_MS), out);
                }
            }
            out.println(failed == 0 ? "every check holds" : failed + " checks do not hold");
            return failed == 0 ? ExitCode.OK : ExitCode.POLICY;
        }
    }

    private static int check(LoadedPlugin plugin, PolicyFactory<?, ?> factory, long limitMs, PrintWriter out) {
        String id = plugin.id() + ":" + factory.name();
        int failed = 0;
        List<PolicyContract.Check> checks =
                PolicyContract.of(factory).plugins(List.of(plugin.plugin())).checks();
        for (PolicyContract.Check check : checks) {
            PolicyContract.Result result = check.result(limitMs);
            PluginProblem problem = result.problem();
            out.println("  " + (problem == null ? "ok    " : "FAILED") + "  "
                    + factory.kind().key() + " " + id + "  " + check.name() + ": "
                    + (problem == null
                            ? check.promise()
                            : problem.message() + " [" + problem.code().key() + "]"));
            if (problem != null) {
                out.println("    Maybe " + problem.hint());
            }
            out.flush();
            failed += problem == null ? 0 : 1;
            if (result.stuck()) {
                out.println("    --check-budget gives it longer; " + (checks.size() - 1 - checks.indexOf(check))
                        + " checks of it are left out");
                break;
            }
        }
        return failed;
    }

    /** Copies the example. */
    @Command(
            name = "new",
            description =
                    "Begin a plugin of your own: a directory NAME that builds, copied from examples/custom-policy.",
            mixinStandardHelpOptions = true)
    int create(
            @Parameters(paramLabel = "NAME", description = "Id of the plugin: a-z, 0-9 and -, 40 at most.")
                    String name) {
        if (!name.matches("[a-z][a-z0-9-]{0,39}")) {
            String fault = "NAME (" + name + ") must be of a-z, 0-9 and -, begin with a letter and have 40 at most";
            throw new CommandLine.ParameterException(
                    creating(), name.contains("/") ? fault + "; the directory is made where you stand" : fault);
        }
        if (name.equals("core") || name.equals("cgroup")) {
            throw new CommandLine.ParameterException(creating(), "NAME (" + name + ") is the id of a bundled plugin");
        }
        Path made = PluginTemplate.copy(name);
        PrintWriter out = spec.commandLine().getOut();
        out.println(made + " is there. Next:");
        out.println("  cd " + name);
        out.println("  mvn -o verify");
        out.println("  sched plugins verify target/" + name + "-1.0.jar");
        out.println("  sched run web-and-hog --plugin target/" + name + "-1.0.jar --policy placement=" + name
                + ":nest,spins=3");
        return ExitCode.OK;
    }

    /** Whose help tells more of NAME. */
    private CommandLine creating() {
        return Objects.requireNonNull(spec.subcommands().get("new"));
    }
}
