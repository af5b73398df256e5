package org.schedlab.plugin;

import java.util.Locale;

/** Everything that can be wrong with a plugin; docs/plugins.md has the table. */
public enum PluginCode {
    /** The file or directory is not there. */
    NOT_FOUND,
    /** A directory of a plugin holds no JAR. */
    EMPTY_DIRECTORY,
    /** The JAR cannot be read. */
    CORRUPT_JAR,
    /** The JAR is beyond the limits of size, or its entries have dangerous names. */
    HOSTILE_JAR,
    /** The JAR names others outside of the plugin's directory (Class-Path, INDEX.LIST). */
    FOREIGN_CLASS_PATH,
    /** No JAR of the plugin has a services file. */
    NO_SERVICES_FILE,
    /** The services file has a line that is not a class name. */
    SERVICES_SYNTAX,
    /** The services file names a class that is not there. */
    PROVIDER_NOT_FOUND,
    /** The named class is not a SchedPlugin. */
    WRONG_TYPE,
    /** The named class implements another loader's copy of SchedPlugin. */
    OTHER_SPI_COPY,
    /** The provider's constructor throws. */
    CONSTRUCTOR_FAILED,
    /** The provider or its constructor is not public. */
    CONSTRUCTOR_HIDDEN,
    /** The provider has no constructor without arguments. */
    CONSTRUCTOR_ARGUMENTS,
    /** The plugin's code uses a class that is not there. */
    MISSING_CLASS,
    /** A class of the plugin extends or implements one that is not there. */
    MISSING_SUPERTYPE,
    /** A class was compiled for a newer Java than this one. */
    NEWER_CLASS_FILE,
    /** A class of the plugin cannot be linked for another reason. */
    BROKEN_CLASS,
    /** The plugin uses a class of the host that is not for plugins. */
    HOST_INTERNALS,
    /** Built against an SPI that is no longer supported. */
    SPI_TOO_OLD,
    /** Built against an SPI that this version does not have yet. */
    SPI_TOO_NEW,
    /** The JAR contains classes that the host provides; the host's are used. */
    BUNDLED_HOST_CLASSES,
    /** Two plugins have the same id. */
    DUPLICATE_ID,
    /** The id is malformed or reserved. */
    BAD_ID,
    /** A policy, profile, switch or tunable has a name that somebody else has declared. */
    DUPLICATE_NAME,
    /** A method of the plugin throws or answers null. */
    PLUGIN_FAILED,
    /** A policy's name, kind or configuration is malformed. */
    BAD_POLICY,
    /** The configuration has no such key. */
    CONFIG_KEY,
    /** The value does not fit its key. */
    CONFIG_VALUE,
    /** Guice cannot build the policy. */
    WIRING_FAILED,
    /** The factory throws or gives something else than a policy of its kind. */
    CREATE_FAILED,
    /** The policy chose a CPU that is offline or not allowed. */
    FORBIDDEN_CPU,
    /** The policy picked an entity that is not queued on that CPU. */
    FOREIGN_ENTITY,
    /** The plugin or a policy of it did not return. */
    TIME_BUDGET,
    /** The plugin ended the process (System.exit) before the command was done. */
    ENDS_PROCESS,
    /** The policy threw an exception. */
    POLICY_THREW,
    /** The policy allocates memory per decision. */
    POLICY_ALLOCATES,
    /** A check of the contract kit does not hold. */
    CONTRACT_BROKEN;

    /** As it is printed: {@code empty-directory}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
