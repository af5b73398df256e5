package org.schedlab.plugin;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.read.TopologyReader;
import org.schedlab.topology.read.TopologySource;

/** A plugin's reader, whose faults are told as the plugin's. As safe for several threads as the reader is. */
final class PluginTopologyReader implements TopologyReader {

    private final LoadedPlugin plugin;
    private final TopologyReader reader;
    private final String format;

    PluginTopologyReader(LoadedPlugin plugin, TopologyReader reader) {
        this.plugin = plugin;
        this.reader = reader;
        this.format = answer(plugin, "format()", reader::format);
    }

    @Override
    public String format() {
        return format;
    }

    @Override
    public int confidence(TopologySource source) {
        return answer(plugin, "confidence()", () -> reader.confidence(source));
    }

    @Override
    public Topology read(TopologySource source) {
        return answer(plugin, "read()", () -> reader.read(source));
    }

    /** What a plugin's method answers; what it refuses as input is passed on, all else is a fault of the plugin. */
    static <T> T answer(LoadedPlugin plugin, String method, Supplier<T> supplier) {
        try {
            return Objects.requireNonNull(supplier.get(), method + " answers null");
        } catch (InvalidInputException refusal) {
            throw refusal;
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            Breakage.Site site = new Breakage.Site(plugin.id(), plugin.origin(), List.of());
            throw new PluginException(List.of(
                    Breakage.of(e, site, "asking for " + method, PluginCode.MISSING_CLASS, PluginCode.PLUGIN_FAILED)));
        }
    }
}
