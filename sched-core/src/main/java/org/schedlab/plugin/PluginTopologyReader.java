package org.schedlab.plugin;

import java.util.List;
import java.util.function.Supplier;
import org.schedlab.topology.Topology;
import org.schedlab.topology.read.TopologyReader;
import org.schedlab.topology.read.TopologySource;

/** A plugin's reader, whose faults are told as the plugin's. As safe for several threads as the reader is. */
final class PluginTopologyReader implements TopologyReader {

    private final LoadedPlugin plugin;
    private final long limitMs;
    private final TopologyReader reader;
    private final String format;

    PluginTopologyReader(LoadedPlugin plugin, long limitMs, TopologyReader reader) {
        this.plugin = plugin;
        this.limitMs = limitMs;
        this.reader = reader;
        this.format = answer(plugin, limitMs, "format()", reader::format);
    }

    @Override
    public String format() {
        return format;
    }

    @Override
    public int confidence(TopologySource source) {
        return answer(plugin, limitMs, "confidence()", () -> reader.confidence(source));
    }

    @Override
    public Topology read(TopologySource source) {
        return answer(plugin, limitMs, "read()", () -> reader.read(source));
    }

    /** What a plugin's method answers; what it refuses as input is passed on, all else is a fault of the plugin. */
    static <T> T answer(LoadedPlugin plugin, long limitMs, String method, Supplier<T> supplier) {
        Breakage.Site site = new Breakage.Site(plugin.id(), plugin.origin(), List.of());
        return new PluginCall(site, limitMs).answer("asking for " + method, PluginCode.PLUGIN_FAILED, supplier);
    }
}
