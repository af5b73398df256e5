package org.schedlab.plugin;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.SchedPlugin;

/**
 * A plugin that can be used. Immutable.
 *
 * @param plugin what it brings, as it was when it was loaded: its methods always give the same and do not fail, but for services(), which
 *     throws PluginException
 * @param version of its JAR's manifest, or null
 * @param origin where it was found, for people
 */
public record LoadedPlugin(SchedPlugin plugin, @Nullable String version, String origin) {

    /** Origin of a plugin that is part of the program. */
    public static final String CLASS_PATH = "class path";

    /** Its id. */
    public String id() {
        return plugin.id();
    }

    /** For results: id, version and SPI level, the same on every machine. */
    public String label() {
        return plugin.id() + (version == null ? "" : " " + version) + " spi " + plugin.spiVersion();
    }
}
