package org.schedlab.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.plugin.TimeLimit;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The option that brings plugins, for every command that needs them. */
final class PluginOptions {

    private static final long NS_PER_MS = 1_000_000;

    /** Where the launcher stands. */
    static final String HOME = "sched.home";

    @Option(
            names = "--plugin",
            scope = CommandLine.ScopeType.INHERIT,
            paramLabel = "JAR",
            description =
                    "Use the plugin of this JAR; may be repeated. Those of the plugins/ directory are used anyway.")
    private List<Path> jars = new ArrayList<>();

    @Option(
            names = "--plugin-budget",
            scope = CommandLine.ScopeType.INHERIT,
            paramLabel = "TIME",
            converter = RunCommand.TimeConverter.class,
            description = "How long a plugin may take to be loaded, to answer or to make a policy (10s).")
    private long budgetNs = TimeLimit.DEFAULT_MS * NS_PER_MS;

    /** How long a plugin may take, in ms of the wall. */
    long budgetMs() {
        return Math.max(1, budgetNs / NS_PER_MS);
    }

    /** JARs that were named. */
    List<Path> jars() {
        return jars;
    }

    /** Where plugins lie that are used anyway: SCHED_PLUGINS, or plugins/ beside the launcher; null when neither is known. */
    static @Nullable Path directory() {
        String named = System.getenv("SCHED_PLUGINS");
        String home = System.getProperty(HOME);
        try {
            return named != null ? Path.of(named) : home != null ? Path.of(home, "plugins") : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
