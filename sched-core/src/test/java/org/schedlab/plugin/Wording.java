package org.schedlab.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What the message of each code says and no other one does, and what its hint says. Immutable. */
public final class Wording {

    private static final Map<PluginCode, Pattern> MESSAGES = new EnumMap<>(PluginCode.class);
    private static final Map<PluginCode, String> HINTS = new EnumMap<>(PluginCode.class);

    static {
        says(PluginCode.NOT_FOUND, "there is no such file", "the plugin is not built yet");
        says(PluginCode.EMPTY_DIRECTORY, "directory of a plugin holds no JAR", "copy the plugin's JAR into it");
        says(PluginCode.CORRUPT_JAR, "cannot be read", "copy it again");
        says(PluginCode.HOSTILE_JAR, "^the JAR (has an entry|is larger) ", "ask whoever made it");
        says(PluginCode.FOREIGN_CLASS_PATH, "refers to other files", "all JARs of the plugin into one directory");
        says(PluginCode.NO_SERVICES_FILE, "no JAR has the file|names no class", "should hold one line");
        says(PluginCode.SERVICES_SYNTAX, "a line that is not a class name", "each line holds one class name");
        says(PluginCode.PROVIDER_NOT_FOUND, "names a class that is not in the JAR", "you meant good.Plugin");
        says(PluginCode.WRONG_TYPE, "is not a org.schedlab.spi.SchedPlugin", "should say implements SchedPlugin");
        says(PluginCode.OTHER_SPI_COPY, "another copy of SchedPlugin", "must come from the host: scope provided");
        says(PluginCode.CONSTRUCTOR_FAILED, "^the constructor of .* fails \\(", "belongs into create(");
        says(PluginCode.CONSTRUCTOR_HIDDEN, "is not public, or it is abstract", "without arguments public");
        says(PluginCode.CONSTRUCTOR_ARGUMENTS, "has no constructor without arguments", "comes later, with create(");
        says(PluginCode.MISSING_CLASS, "needs the class \\(.*\\), which is not there", "the JAR with it belongs");
        says(PluginCode.MISSING_SUPERTYPE, "extends or implements \\(", "was built beside that one");
        says(PluginCode.NEWER_CLASS_FILE, "is for a newer Java than this one", "--release 17");
        says(PluginCode.HOST_INTERNALS, "which the host keeps to itself", "no other package is for plugins");
        says(PluginCode.SPI_TOO_OLD, "the oldest that loads", "build it again against this version");
        says(PluginCode.SPI_TOO_NEW, "built against SPI \\d+; this version has", "a newer sched is needed");
        says(PluginCode.BUNDLED_HOST_CLASSES, "its own copy of a class", "Guice should have scope provided");
        says(PluginCode.DUPLICATE_ID, "is taken by", "remove one");
        says(PluginCode.BAD_ID, "^the id \\(.*\\) is (reserved|not )", "a short name of your own");
        says(PluginCode.DUPLICATE_NAME, "is declared by", "another name is free");
        says(PluginCode.PLUGIN_FAILED, "^asking .* what it brings fails", "the plugin's author can tell");
        says(PluginCode.BAD_POLICY, "^the policy \\(.*\\) fails", "the plugin's author can tell");
        says(PluginCode.CONFIG_KEY, "there is no setting", "you meant");
        says(PluginCode.CONFIG_VALUE, "is outside", "default ");
        says(PluginCode.WIRING_FAILED, "Guice cannot build", "GuicePolicyModule");
        says(PluginCode.TIME_BUDGET, "does not return within", "loops forever");
    }

    private Wording() {}

    private static void says(PluginCode code, String message, String hint) {
        MESSAGES.put(code, Pattern.compile(message));
        HINTS.put(code, hint);
    }

    /** Fails unless the problem says what is its own, and nothing that is another's. */
    public static void isItsOwn(PluginProblem problem) {
        assertThat(MESSAGES).containsKey(problem.code());
        assertThat(problem.hint()).contains(HINTS.get(problem.code()));
        for (Map.Entry<PluginCode, Pattern> message : MESSAGES.entrySet()) {
            boolean found = message.getValue().matcher(problem.message()).find();
            assertThat(found)
                    .as(problem.text() + " as " + message.getKey())
                    .isEqualTo(message.getKey() == problem.code());
        }
    }
}
