package org.schedlab.plugin;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls foreign code on a thread of its own and waits for a limited time only. A thread cannot be stopped from outside: one that is late is left
 * behind as a daemon, and whoever called goes on without it. A caller that is interrupted waits on, and is interrupted when the call returns.
 * Stateless.
 */
public final class TimeLimit {

    /** How long a plugin may take to be made, to answer what it brings, or to make a policy, unless somebody says otherwise. */
    public static final long DEFAULT_MS = 10_000;

    private static final long NS_PER_MS = 1_000_000;

    private TimeLimit() {}

    /**
     * What became of a call: a value, an exception, or neither in time.
     *
     * @param value what was answered, if it was; may be null as well
     * @param thrown whatever the code threw, or null
     * @param stuck where the code was when time was up, innermost first, or null
     */
    public record Outcome<T>(
            @Nullable T value,
            @Nullable Throwable thrown,
            @Nullable List<StackTraceElement> stuck) {

        /** The nearest frame of a plugin, else the innermost one, of code that is stuck; for people. */
        public String place() {
            List<StackTraceElement> frames = stuck == null ? List.of() : stuck;
            return frames.stream()
                    .filter(frame -> PluginFrames.plugin(frame) != null)
                    .findFirst()
                    .or(() -> frames.stream().findFirst())
                    .map(StackTraceElement::toString)
                    .orElse("code that cannot be seen");
        }
    }

    /**
     * Calls.
     *
     * @param name of the thread
     * @param limitMs how long to wait, in ms of the wall
     */
    public static <T> Outcome<T> call(String name, long limitMs, Supplier<? extends @Nullable T> body) {
        AtomicReference<@Nullable Outcome<T>> outcome = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    try {
                        outcome.set(new Outcome<>(body.get(), null, null));
                    } catch (Throwable e) { // whatever foreign code throws is what became of the call
                        outcome.set(new Outcome<>(null, e, null));
                    } finally {
                        done.countDown();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        await(done, Math.max(1, limitMs));
        List<StackTraceElement> stack = List.of(thread.getStackTrace());
        // The thread may have come to its end while its stack was taken.
        Outcome<T> ended = outcome.get();
        return ended != null ? ended : new Outcome<>(null, null, stack);
    }

    /** Waits for the whole time: whoever interrupts is not taken for code that is late, but heard of afterwards. */
    private static void await(CountDownLatch done, long limitMs) {
        long endNs = System.nanoTime() + limitMs * NS_PER_MS;
        boolean interrupted = false;
        long leftNs = limitMs * NS_PER_MS;
        while (leftNs > 0) {
            try {
                done.await(leftNs, TimeUnit.NANOSECONDS);
                leftNs = 0;
            } catch (InterruptedException e) {
                interrupted = true;
                leftNs = endNs - System.nanoTime();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
