package org.schedlab.plugin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.InvalidInputException;

/**
 * The one way into a plugin's code outside of a run: its constructors, what it says of itself, its services and factories. Whatever such a call
 * throws, and that it does not return, becomes a problem of the plugin. Immutable.
 *
 * @param site whose code it is
 * @param limitMs how long it may take, in ms of the wall
 */
record PluginCall(Breakage.Site site, long limitMs) {

    PluginCall {
        if (limitMs <= 0) {
            throw new IllegalArgumentException("the limit of a call (" + limitMs + " ms) must be positive");
        }
    }

    <T> TimeLimit.Outcome<T> outcome(Supplier<? extends @Nullable T> body) {
        Map<Object, Object> before = properties();
        TimeLimit.Outcome<T> outcome = TimeLimit.call("plugin " + site.plugin(), limitMs, body);
        String gone = restore(before);
        if (gone == null || outcome.thrown() != null || outcome.stuck() != null) {
            return outcome;
        }
        return new TimeLimit.Outcome<>(null, new IllegalStateException(gone), null);
    }

    private static Map<Object, Object> properties() {
        return new HashMap<>(System.getProperties());
    }

    /** Puts back what the whole process needs, such as other plugins; says what was gone, or null. */
    private static @Nullable String restore(Map<Object, Object> before) {
        Properties now = System.getProperties();
        before.keySet().removeAll(now.keySet());
        if (before.isEmpty()) {
            return null;
        }
        now.putAll(before);
        String first = String.valueOf(
                before.keySet().stream().map(String::valueOf).sorted().toList().get(0));
        return "it removes system properties that others need (" + first
                + (before.size() > 1 ? " and " + (before.size() - 1) + " more)" : ")");
    }

    /**
     * What is wrong with an outcome, or null.
     *
     * @param doing what was tried, for the message
     * @param missing the code for a class that is not there
     * @param other the code for everything that has no code of its own
     */
    @Nullable
    PluginProblem problem(TimeLimit.Outcome<?> outcome, String doing, PluginCode missing, PluginCode other) {
        if (outcome.stuck() != null) {
            return site.error(
                    PluginCode.TIME_BUDGET,
                    doing + " does not return within " + limitMs + " ms; it is in " + outcome.place(),
                    "it loops forever, or waits for something; --plugin-budget gives it longer.");
        }
        Throwable thrown = outcome.thrown();
        return thrown == null ? null : Breakage.of(thrown, site, doing, missing, other);
    }

    /**
     * An answer.
     *
     * @throws InvalidInputException when the code refuses what the user asked for, which is no fault of the plugin
     * @throws PluginException when it fails otherwise, does not return, or answers null
     */
    <T> T answer(String doing, PluginCode other, Supplier<? extends @Nullable T> body) {
        return value(outcome(body), doing, other);
    }

    /** The answer in an outcome; throws as {@link #answer} does. */
    <T> T value(TimeLimit.Outcome<T> outcome, String doing, PluginCode other) {
        if (outcome.thrown() instanceof InvalidInputException refusal) {
            throw refusal;
        }
        PluginProblem problem = problem(outcome, doing, PluginCode.MISSING_CLASS, other);
        T value = outcome.value();
        if (problem != null || value == null) {
            throw new PluginException(List.of(
                    problem != null
                            ? problem
                            : site.error(
                                    other,
                                    doing + " gives (null)",
                                    "the plugin's author can tell; an empty list was meant.")));
        }
        return value;
    }
}
