package org.schedlab.plugin;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.Printable;

/**
 * Asks an exception that foreign code may have written: its methods may loop, throw or give a chain of causes without end. Each question takes
 * {@link #LIMIT_MS} ms of the wall at most. Stateless.
 */
public final class ForeignThrowable {

    private static final long LIMIT_MS = 2_000;
    private static final int MAX_CAUSES = 20;
    private static final int MAX_SHOWN = 400;
    private static final String NAME = "what an exception says";

    private ForeignThrowable() {}

    /** The exception and its causes, outermost first, each once and 20 at most; those alone that it names in time. */
    public static List<Throwable> chain(Throwable thrown) {
        List<Throwable> chain = Collections.synchronizedList(new ArrayList<>());
        TimeLimit.call(NAME, LIMIT_MS, () -> {
            Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Throwable e = thrown; e != null && seen.size() < MAX_CAUSES && seen.add(e); e = e.getCause()) {
                chain.add(e);
            }
            return null;
        });
        synchronized (chain) {
            return List.copyOf(chain);
        }
    }

    /** Its class and message in one line of about {@code most} characters. */
    public static String text(Throwable thrown, int most) {
        return ask(() -> Printable.thrown(thrown, most), silent(thrown));
    }

    /** The exception at the bottom of its chain, in one line. */
    static String root(List<Throwable> chain) {
        return text(chain.get(chain.size() - 1), MAX_SHOWN);
    }

    /** Its message, or null when it has none or does not give it. */
    public static @Nullable String message(Throwable thrown) {
        return TimeLimit.call(NAME, LIMIT_MS, thrown::getMessage).value();
    }

    /** Its frames; none when it does not give them. */
    public static StackTraceElement[] frames(Throwable thrown) {
        return ask(thrown::getStackTrace, new StackTraceElement[0]);
    }

    /** All that {@link Throwable#printStackTrace()} prints. */
    public static String stackTrace(Throwable thrown) {
        return ask(
                () -> {
                    StringWriter text = new StringWriter();
                    thrown.printStackTrace(new PrintWriter(text, true));
                    return text.toString();
                },
                silent(thrown));
    }

    private static String silent(Throwable thrown) {
        return Printable.brief(thrown.getClass().getName(), MAX_SHOWN) + ": it does not say more";
    }

    private static <T> T ask(Supplier<@Nullable T> question, T otherwise) {
        T answer = TimeLimit.call(NAME, LIMIT_MS, question).value();
        return answer == null ? otherwise : answer;
    }
}
