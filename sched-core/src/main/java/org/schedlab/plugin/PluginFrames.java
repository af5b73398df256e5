package org.schedlab.plugin;

import org.jspecify.annotations.Nullable;

/** Tells by the names of class loaders which code on a stack is a plugin's. Stateless. */
public final class PluginFrames {

    private PluginFrames() {}

    /** The plugin whose code stands in a frame, or null. */
    public static @Nullable String plugin(StackTraceElement frame) {
        String loader = frame.getClassLoaderName();
        return loader != null && loader.startsWith(PluginClassLoader.NAME)
                ? loader.substring(PluginClassLoader.NAME.length())
                : null;
    }
}
