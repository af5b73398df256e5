package org.schedlab.plugin;

import java.util.List;

/** Which classes a plugin gets from the host, and only from there: both must speak of the same ones. Stateless. */
final class HostClasses {

    static final List<String> PREFIXES = List.of(
            "org.schedlab.spi.",
            "org.schedlab.arith.",
            "org.schedlab.pelt.",
            "org.schedlab.topology.",
            "org.schedlab.trace.spi.",
            "org.schedlab.inject.",
            "com.google.inject.",
            "jakarta.inject.",
            "org.aopalliance.",
            "org.jspecify.annotations.");

    private static final String OURS = "org.schedlab.";

    private HostClasses() {}

    static boolean provides(String className) {
        for (String prefix : PREFIXES) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the class is the host's own and not for plugins. */
    static boolean hides(String className) {
        return className.startsWith(OURS) && !provides(className);
    }
}
