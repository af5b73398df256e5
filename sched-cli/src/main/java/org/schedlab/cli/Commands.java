package org.schedlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.hierarchy.LeafListException;
import org.schedlab.cli.cgroup.CgroupCommand;
import org.schedlab.cli.topology.TopologyCommand;
import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.plugin.ForeignThrowable;
import org.schedlab.plugin.PluginCode;
import org.schedlab.plugin.PluginException;
import org.schedlab.plugin.PluginFrames;
import org.schedlab.testkit.ProbeViolationException;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Printable;
import org.schedlab.workload.StuckProgramException;
import picocli.CommandLine;

/** Makes the commands and turns every failure into a message and a status. */
final class Commands {

    private static final int MAX_MESSAGE = 600;
    private static final String HOST = "org.schedlab.";

    private Commands() {}

    /** Runs a command line and gives its status. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        try {
            return commands(err)
                    .setOut(out)
                    .setErr(err)
                    .setParameterExceptionHandler(Commands::usage)
                    .setExecutionExceptionHandler((e, line, result) -> failed(e, args, err))
                    .execute(args);
        } catch (Throwable e) { // the last place where anything can be told to the user
            return failed(e, args, err);
        } finally {
            out.flush();
            err.flush();
        }
    }

    private static CommandLine commands(PrintWriter err) {
        CommandLine root = new CommandLine(new SchedCommand());
        root.addSubcommand(new RunCommand());
        root.addSubcommand(new CommandLine(new KernelsCommand()));
        root.addSubcommand(new PoliciesCommand());
        root.addSubcommand(new CommandLine(new PluginsCommand()));
        root.addSubcommand(new ExamplesCommand());
        PluginOptions plugins = new PluginOptions();
        CommandLine topology = new CommandLine(new TopologyCommand(() -> Wiring.topologyReaders(plugins, err)));
        root.addSubcommand(topology.addMixin("plugins", plugins));
        root.addSubcommand(new CgroupCommand());
        root.addSubcommand(VerifyCommand.create());
        // Reaches the subcommands only once they are there.
        root.setCaseInsensitiveEnumValuesAllowed(true);
        return root;
    }

    private static int usage(CommandLine.ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("sched: " + Printable.brief(String.valueOf(e.getMessage()), MAX_MESSAGE));
        if (!CommandLine.UnmatchedArgumentException.printSuggestions(e, err)) {
            err.println("  Maybe " + command.getCommandSpec().qualifiedName() + " --help tells what you need.");
        }
        // The value of an option that cannot be used is an input as any other, whoever finds it out.
        boolean value = e.getValue() != null && e.getArgSpec() != null;
        return value ? ExitCode.INPUT : ExitCode.USAGE;
    }

    private static @Nullable ProbeViolationException probe(Throwable thrown) {
        for (Throwable e : ForeignThrowable.chain(thrown)) {
            if (e instanceof ProbeViolationException violation) {
                return violation;
            }
        }
        return null;
    }

    /** Tells a failure and gives its status. */
    static int failed(Throwable e, String[] args, PrintWriter err) {
        // A run blames the policy for what its probes throw.
        ProbeViolationException violation = probe(e);
        if (violation != null) {
            err.println("sched: a probe found a violation: " + violation.getMessage());
            return ExitCode.VERDICT_FAILED;
        }
        if (e instanceof InvalidInputException input) {
            for (InputProblem problem : input.problems()) {
                err.println(problem.message());
            }
            return ExitCode.INPUT;
        }
        if (e instanceof UncheckedIOException || e instanceof IOException) {
            err.println("sched: " + reason(e));
            return ExitCode.INPUT;
        }
        if (e instanceof StuckProgramException) {
            err.println("sched: " + e.getMessage());
            return ExitCode.INPUT;
        }
        if (e instanceof LeafListException lockup) {
            // A result, not a fault of the model: the kernel that is modelled would never have come back.
            err.println("sched: the modelled kernel locked up. " + lockup.getMessage());
            err.println("  The run: " + commandLine(args));
            return ExitCode.VERDICT_FAILED;
        }
        if (e instanceof PolicyViolationException breach) {
            broken(breach, err);
            err.println("  The run: " + commandLine(args));
            debug(e, err);
            return ExitCode.POLICY;
        }
        if (e instanceof PluginException plugin) {
            plugin.problems().forEach(p -> err.println(p.text()));
            debug(e, err);
            return ExitCode.PLUGIN;
        }
        if (e instanceof OutOfMemoryError) {
            err.println("sched: the memory is full (" + ForeignThrowable.message(e) + ")");
            err.println("  Maybe JAVA_TOOL_OPTIONS=-Xmx8g gives enough, or the workload has fewer threads.");
            return ExitCode.BUG;
        }
        if (ofPlugin(e, err)) {
            debug(e, err);
            return ExitCode.PLUGIN;
        }
        err.println("sched: this is a fault of schedlab, not yours: " + ForeignThrowable.text(e, MAX_MESSAGE));
        StackTraceElement[] frames = ForeignThrowable.frames(e);
        for (int i = 0; i < Math.min(3, frames.length); i++) {
            err.println("  in " + frames[i]);
        }
        err.println("  Please report it with the input and this command: " + commandLine(args));
        debug(e, err);
        return ExitCode.BUG;
    }

    /** Tells what nobody has caught before, when code of a plugin threw it. */
    private static boolean ofPlugin(Throwable e, PrintWriter err) {
        for (StackTraceElement frame : ForeignThrowable.frames(e)) {
            String plugin = PluginFrames.plugin(frame);
            if (plugin != null) {
                err.println("sched: plugin " + plugin + " failed ("
                        + ForeignThrowable.text(e, MAX_MESSAGE) + ") in " + Printable.escaped(frame.toString()) + " ["
                        + PluginCode.PLUGIN_FAILED.key() + "]");
                err.println("  Maybe the plugin's author can tell; SCHED_DEBUG=1 prints the way there.");
                return true;
            }
            if (frame.getClassName().startsWith(HOST)) {
                return false;
            }
        }
        return false;
    }

    /** Tells that a policy broke its contract. */
    static void broken(PolicyViolationException breach, PrintWriter err) {
        String[] lines = String.valueOf(breach.getMessage()).split("\n", 2);
        err.println("sched: a policy broke its contract: " + lines[0] + " ["
                + breach.fault().key() + "]");
        err.println("  Maybe " + breach.hint());
    }

    private static void debug(Throwable e, PrintWriter err) {
        if (System.getenv("SCHED_DEBUG") != null) {
            err.print(ForeignThrowable.stackTrace(e));
        }
    }

    private static String reason(Throwable e) {
        List<Throwable> chain = ForeignThrowable.chain(e);
        Throwable cause = e instanceof UncheckedIOException && chain.size() > 1 ? chain.get(1) : e;
        String message = ForeignThrowable.message(cause);
        return message == null ? ForeignThrowable.text(cause, MAX_MESSAGE) : message;
    }

    private static String commandLine(String[] args) {
        StringBuilder line = new StringBuilder("sched");
        for (String arg : args) {
            line.append(' ').append(arg.matches("[\\w./:=,@%+-]+") ? arg : "'" + arg.replace("'", "'\\''") + "'");
        }
        return line.toString();
    }
}
