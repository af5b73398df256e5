package org.schedlab.cli;

import com.google.inject.Guice;
import com.google.inject.Stage;
import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.schedlab.inject.CatalogueModule;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.PluginException;
import org.schedlab.plugin.PluginLoader;
import org.schedlab.plugin.PluginProblem;
import org.schedlab.plugin.Plugins;
import org.schedlab.topology.read.TopologyReaders;

/** The plugins of one command and the catalogue of what they bring, made by the process's one injector. */
final class Wiring implements AutoCloseable {

    private final Plugins plugins;
    private final Catalogue catalogue;

    private Wiring(Plugins plugins) {
        this.plugins = plugins;
        this.catalogue = Guice.createInjector(
                        Stage.DEVELOPMENT, new CatalogueModule(plugins, Mechanism.SWITCHES, LoadTracking.TUNABLES))
                .getInstance(Catalogue.class);
    }

    /**
     * Loads the bundled plugins, those that the options name and those of the plugins directory. What is wrong with the last is told and no more.
     *
     * @throws PluginException when a bundled or named plugin cannot be used
     */
    static Wiring of(PluginOptions options, PrintWriter err) {
        return new Wiring(usable(options, err));
    }

    /** The formats that machines are read from; those of plugins last as long as the process. */
    static TopologyReaders topologyReaders(PluginOptions options, PrintWriter err) {
        return TopologyReaders.with(usable(options, err).topologyReaders());
    }

    private static Plugins usable(PluginOptions options, PrintWriter err) {
        Plugins found = load(options);
        List<PluginProblem> fatal =
                found.errors().stream().filter(p -> !inDirectory(p.location())).toList();
        if (!fatal.isEmpty()) {
            found.close();
            throw new PluginException(fatal);
        }
        found.problems().forEach(p -> err.println(p.text()));
        return found;
    }

    /** The same without a judgement. */
    static Plugins load(PluginOptions options) {
        PluginLoader loader = new PluginLoader()
                .limitMs(options.budgetMs())
                .hostDeclares(Mechanism.SWITCHES, LoadTracking.TUNABLES)
                .classPath();
        options.jars().forEach(loader::jar);
        Path directory = PluginOptions.directory();
        if (directory != null) {
            loader.directory(directory);
        }
        Plugins found = loader.load();
        forgetInterruption();
        return found;
    }

    /** Nothing of this program interrupts the thread of a command, and files cannot be read by one that a plugin has interrupted. */
    static void forgetInterruption() {
        Thread.interrupted();
    }

    private static boolean inDirectory(String location) {
        Path directory = PluginOptions.directory();
        return directory != null && location.startsWith(directory + File.separator);
    }

    Plugins plugins() {
        return plugins;
    }

    Catalogue catalogue() {
        return catalogue;
    }

    @Override
    public void close() {
        plugins.close();
    }
}
