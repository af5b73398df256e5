package org.schedlab.plugin;

import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.Printable;

/**
 * One fault of one plugin. Immutable.
 *
 * @param code what kind of fault
 * @param severity whether the plugin is out of use
 * @param plugin id if it is known, else the name of the directory or JAR
 * @param location file, entry and line as far as they are known
 * @param message what is wrong, with the offending value in (parentheses)
 * @param hint what may mend it, without its leading "Maybe"
 * @param cause the exception behind it, or null
 */
public record PluginProblem(
        PluginCode code,
        Severity severity,
        String plugin,
        String location,
        String message,
        String hint,
        @Nullable Throwable cause) {

    private static final int MAX_CHARS = 1_500;

    public PluginProblem {
        // Names and messages of a plugin may hold anything.
        plugin = Printable.brief(plugin, MAX_CHARS);
        location = Printable.escaped(location);
        message = Printable.brief(message, MAX_CHARS);
        hint = Printable.brief(hint, MAX_CHARS);
    }

    /** Whether a plugin can be used in spite of a problem. */
    public enum Severity {
        /** It cannot. */
        ERROR,
        /** It can. */
        WARNING
    }

    /** An error without a cause. */
    public static PluginProblem error(PluginCode code, String plugin, String location, String message, String hint) {
        return new PluginProblem(code, Severity.ERROR, plugin, location, message, hint, null);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** The same with the exception behind it. */
    public PluginProblem causedBy(Throwable throwable) {
        return new PluginProblem(code, severity, plugin, location, message, hint, throwable);
    }

    /** For people: place, severity, fault and code on the first line, "Maybe …" on the second. */
    public String text() {
        String what = severity == Severity.ERROR ? "plugin " : "warning: plugin ";
        return location + ": " + what + plugin + ": " + message + " [" + code.key() + "]" + System.lineSeparator()
                + "  Maybe " + hint;
    }
}
