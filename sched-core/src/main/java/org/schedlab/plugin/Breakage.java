package org.schedlab.plugin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out which fault of a plugin is behind an exception. Stateless. */
final class Breakage {

    /** Who is looked at. */
    record Site(String plugin, String location, List<String> classes) {

        PluginProblem error(PluginCode code, String message, String hint) {
            return PluginProblem.error(code, plugin, location, message, hint);
        }

        Site at(String place) {
            return new Site(plugin, place, classes);
        }
    }

    private Breakage() {}

    /**
     * The problem behind an exception.
     *
     * @param doing what was tried, for the message
     * @param missing the code for a class that is not there
     * @param other the code for everything that has no code of its own
     */
    static PluginProblem of(Throwable thrown, Site site, String doing, PluginCode missing, PluginCode other) {
        List<Throwable> chain = ForeignThrowable.chain(thrown);
        for (Throwable cause : chain) {
            if (cause instanceof PluginException known) {
                PluginProblem first = known.problems().get(0);
                return site.error(first.code(), first.message(), first.hint()).causedBy(thrown);
            }
            if (cause instanceof UnsupportedClassVersionError) {
                return newer(cause, site).causedBy(thrown);
            }
            String name = missingClass(cause);
            if (name != null && HostClasses.hides(name)) {
                return site.error(
                                PluginCode.HOST_INTERNALS,
                                doing + " needs (" + name + "), which the host keeps to itself",
                                "org.schedlab.spi, arith, pelt, topology and inject have what it needs; no other package"
                                        + " is for plugins.")
                        .causedBy(thrown);
            }
            if (name != null) {
                return absent(name, site, doing, missing).causedBy(thrown);
            }
        }
        if (thrown instanceof LinkageError && !(thrown instanceof ExceptionInInitializerError)) {
            return site.error(
                            PluginCode.BROKEN_CLASS,
                            doing + " finds a class that cannot be linked (" + ForeignThrowable.root(chain) + ")",
                            "the plugin was built against other versions of its libraries, or its JAR is damaged.")
                    .causedBy(thrown);
        }
        return site.error(
                        other,
                        doing + " fails (" + ForeignThrowable.root(chain) + ")",
                        other == PluginCode.CONSTRUCTOR_FAILED
                                ? "what can fail belongs into create(config, context); SCHED_DEBUG=1 prints where it happens."
                                : "the plugin's author can tell; SCHED_DEBUG=1 prints where it happens.")
                .causedBy(thrown);
    }

    private static PluginProblem absent(String name, Site site, String doing, PluginCode code) {
        return code == PluginCode.MISSING_SUPERTYPE
                ? site.error(
                        code,
                        doing + " extends or implements (" + name + "), which is not there",
                        "the class was built beside that one: both belong into the plugin's directory or into its JAR.")
                : site.error(
                        code,
                        doing + " needs the class (" + name + "), which is not there",
                        "the JAR with it belongs into the plugin's directory or into the plugin's JAR.");
    }

    private static PluginProblem newer(Throwable error, Site site) {
        return site.error(
                PluginCode.NEWER_CLASS_FILE,
                "a class is for a newer Java than this one, "
                        + Runtime.version().feature() + " (" + ForeignThrowable.message(error) + ")",
                "compile the plugin with --release 17, or run sched with a newer Java (JAVA_HOME).");
    }

    private static @Nullable String missingClass(Throwable cause) {
        if (!(cause instanceof NoClassDefFoundError) && !(cause instanceof ClassNotFoundException)) {
            return null;
        }
        String message = ForeignThrowable.message(cause);
        // "Could not initialize class X": the class is there, its initializer has failed before.
        return message == null || message.contains(" ") ? null : message.replace('/', '.');
    }
}
