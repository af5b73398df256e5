package org.schedlab.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.plugin.PluginCode;
import org.schedlab.plugin.PluginFrames;
import org.schedlab.topology.input.Printable;

/**
 * The end of the process, whoever brings it about. A command ends with {@link #now}; a plugin that calls System.exit is found out and told, since its
 * status would be taken for the command's. Runtime.halt cannot be noticed. Safe for several threads.
 */
final class ProcessEnd {

    private static final List<Runnable> CLEANINGS = new ArrayList<>();

    private ProcessEnd() {}

    /** Watches from here on; {@code err} takes the message. */
    static void watch(PrintStream err) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> judge(err), "end of the process"));
    }

    /** Ends the process at once, after what has to be cleaned up. */
    static void now(int status) {
        clean();
        Runtime.getRuntime().halt(status);
    }

    /** Adds what has to be done before the process ends early. */
    static void add(Runnable cleaning) {
        synchronized (CLEANINGS) {
            CLEANINGS.add(cleaning);
        }
    }

    static void remove(Runnable cleaning) {
        synchronized (CLEANINGS) {
            CLEANINGS.remove(cleaning);
        }
    }

    private static void clean() {
        List<Runnable> all;
        synchronized (CLEANINGS) {
            all = List.copyOf(CLEANINGS);
            CLEANINGS.clear();
        }
        all.forEach(Runnable::run);
    }

    private static void judge(PrintStream err) {
        clean();
        String message = message(Thread.getAllStackTraces().values());
        if (message != null) {
            err.println(message);
            err.flush();
            Runtime.getRuntime().halt(ExitCode.PLUGIN);
        }
    }

    /** Nothing of this program calls exit, so whoever does so is a plugin; after a signal nobody has. */
    static @Nullable String message(Collection<StackTraceElement[]> stacks) {
        for (StackTraceElement[] stack : stacks) {
            List<StackTraceElement> frames = Arrays.asList(stack);
            if (frames.stream().anyMatch(ProcessEnd::isExit)) {
                String text = frames.stream()
                        .filter(frame -> PluginFrames.plugin(frame) != null)
                        .findFirst()
                        .map(frame ->
                                "plugin " + PluginFrames.plugin(frame) + " ended the process (System.exit) in " + frame)
                        .orElse("a plugin ended the process (System.exit)");
                return "sched: " + Printable.escaped(text) + ", before the command was done ["
                        + PluginCode.ENDS_PROCESS.key() + "]" + System.lineSeparator()
                        + "  Maybe it was a program of its own once; a plugin throws an exception instead.";
            }
        }
        return null;
    }

    private static boolean isExit(StackTraceElement frame) {
        return frame.getClassName().equals("java.lang.Runtime")
                && frame.getMethodName().equals("exit");
    }
}
