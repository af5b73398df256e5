package org.schedlab.plugin;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * The classes of one plugin: its own JARs, the JDK, and of the host what {@link HostClasses} lists, never a copy of that. Two plugins may
 * thus bring different versions of the same library. This separates versions; it is no protection from a malicious plugin.
 */
final class PluginClassLoader extends URLClassLoader {

    /** Begins the name of every loader of a plugin; the plugin's follows. */
    static final String NAME = "plugin:";

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader host;

    PluginClassLoader(String plugin, URL[] jars, ClassLoader host) {
        super(NAME + plugin, jars, ClassLoader.getPlatformClassLoader());
        this.host = host;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return HostClasses.provides(name) ? host.loadClass(name) : super.loadClass(name, resolve);
    }
}
