package org.schedlab.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.topology.read.TopologyReader;

/**
 * The plugins of one process or run and what was wrong with others. Closing it closes the JARs: no class can be loaded from them any more, and
 * their class loaders are free to be collected once nothing of them is used. Immutable but for that; may be shared between threads.
 */
public final class Plugins implements AutoCloseable {

    private final List<LoadedPlugin> loaded;
    private final List<PluginProblem> problems;
    private final List<URLClassLoader> loaders;
    private final long limitMs;

    Plugins(List<LoadedPlugin> loaded, List<PluginProblem> problems, List<URLClassLoader> loaders, long limitMs) {
        this.loaded = List.copyOf(loaded);
        this.problems = List.copyOf(problems);
        this.loaders = List.copyOf(loaders);
        this.limitMs = limitMs;
    }

    /** The plugins on the class path of this library. */
    public static Plugins onClassPath() {
        return new PluginLoader().classPath().load();
    }

    /** Those that can be used: the class path first, then in the order in which they were given. */
    public List<LoadedPlugin> loaded() {
        return loaded;
    }

    /** The same without their origin. */
    public List<SchedPlugin> plugins() {
        return loaded.stream().map(LoadedPlugin::plugin).toList();
    }

    /**
     * The topology readers that plugins bring, for {@link org.schedlab.topology.read.TopologyReaders#with}.
     *
     * @throws PluginException of code PLUGIN_FAILED when a plugin does not answer; so do the readers when they fail
     */
    public List<TopologyReader> topologyReaders() {
        List<TopologyReader> readers = new ArrayList<>();
        for (LoadedPlugin plugin : loaded) {
            List<TopologyReader> brought = plugin.plugin().services(TopologyReader.class);
            brought.forEach(reader -> readers.add(new PluginTopologyReader(plugin, limitMs, reader)));
        }
        return readers;
    }

    /** How long a call of a plugin outside of a run may take, in ms of the wall. */
    public long limitMs() {
        return limitMs;
    }

    /** All that is wrong, in the order in which it was found. */
    public List<PluginProblem> problems() {
        return problems;
    }

    /** Those problems that keep a plugin from being used. */
    public List<PluginProblem> errors() {
        return problems.stream().filter(PluginProblem::isError).toList();
    }

    /**
     * These, if no plugin had to be left out.
     *
     * @throws PluginException otherwise
     */
    public Plugins throwIfErrors() {
        if (!errors().isEmpty()) {
            close();
            throw new PluginException(errors());
        }
        return this;
    }

    @Override
    public void close() {
        for (URLClassLoader loader : loaders) {
            try {
                loader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
