package org.schedlab.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;

/**
 * Finds plugins: on the class path, as single JARs, and in a directory that holds a directory for each plugin. Every plugin outside of the
 * class path gets a class loader of its own. Whatever is wrong is collected; one bad JAR never hides a good one. Not for several threads.
 */
public final class PluginLoader {

    private static final int MAX_ENTRIES = 100_000;
    private static final int MAX_JARS = 500;
    private static final int MAX_PLUGINS = 1_000;
    private static final int MAX_SERVICES_BYTES = 64 << 10;

    private final List<PluginProblem> problems = new ArrayList<>();
    private final List<URLClassLoader> loaders = new ArrayList<>();
    private final PluginVetting vetting = new PluginVetting(problems);
    private long limitMs = TimeLimit.DEFAULT_MS;
    private final ClassLoader host = SchedPlugin.class.getClassLoader();

    /** How long a plugin that is added from here on may take for each call outside of a run, in ms of the wall. */
    public PluginLoader limitMs(long value) {
        limitMs = value;
        return this;
    }

    /** Adds the plugins that are on the class path of this library, such as the bundled ones. */
    public PluginLoader classPath() {
        return classLoader(host, LoadedPlugin.CLASS_PATH);
    }

    /**
     * Adds the plugins that a class loader finds, such as that of an application server.
     *
     * @param origin what to call it
     */
    public PluginLoader classLoader(ClassLoader loader, String origin) {
        PluginCall call = new PluginCall(new Breakage.Site(origin, origin, List.of()), limitMs);
        for (SchedPlugin plugin : new ProviderWalk(loader, call, problems).run(servicesOf(loader))) {
            vetting.vet(plugin, call, null);
        }
        return this;
    }

    private static String servicesOf(ClassLoader loader) {
        StringBuilder text = new StringBuilder();
        try {
            for (URL url : Collections.list(loader.getResources(JarCheck.SERVICES))) {
                try (InputStream in = url.openStream()) {
                    text.append(new String(in.readNBytes(MAX_SERVICES_BYTES), StandardCharsets.UTF_8))
                            .append('\n');
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Says what the host itself declares, so that a plugin that declares it too is refused. */
    public PluginLoader hostDeclares(List<Switch> switches, List<Tunable> tunables) {
        vetting.hostDeclares(switches, tunables);
        return this;
    }

    /** Adds the plugin of one JAR. */
    public PluginLoader jar(Path jar) {
        if (Files.isRegularFile(jar)) {
            load(nameOf(jar).replaceFirst("\\.jar$", ""), jar, List.of(jar));
        } else {
            problems.add(PluginProblem.error(
                    PluginCode.NOT_FOUND,
                    nameOf(jar),
                    jar.toString(),
                    Files.exists(jar) ? "this is not a file" : "there is no such file",
                    "the path is misspelt, or the plugin is not built yet (mvn package)."));
        }
        return this;
    }

    /**
     * Adds the plugins of a directory, in the order of their names: each directory in it is one plugin with all its JARs, each JAR lying in it
     * is one too. A directory that is not there holds no plugins.
     */
    public PluginLoader directory(Path plugins) {
        if (!Files.isDirectory(plugins)) {
            return this;
        }
        List<Path> found = list(plugins);
        if (found.size() > MAX_PLUGINS) {
            tooMany(
                    plugins,
                    MAX_PLUGINS + " entries; those from " + nameOf(found.get(MAX_PLUGINS)) + " on are left out");
        }
        for (Path path : found.subList(0, Math.min(found.size(), MAX_PLUGINS))) {
            if (Files.isDirectory(path)) {
                List<Path> jars =
                        list(path).stream().filter(PluginLoader::isJar).toList();
                if (jars.size() > MAX_JARS) {
                    tooMany(path, MAX_JARS + " JARs; none is used");
                } else if (jars.isEmpty()) {
                    problems.add(PluginProblem.error(
                            PluginCode.EMPTY_DIRECTORY,
                            nameOf(path),
                            path.toString(),
                            "the directory of a plugin holds no JAR",
                            "copy the plugin's JAR into it, or remove the directory."));
                } else {
                    load(nameOf(path), path, jars);
                }
            } else if (isJar(path)) {
                jar(path);
            }
        }
        return this;
    }

    private static boolean isJar(Path path) {
        return path.toString().endsWith(".jar") && Files.isRegularFile(path);
    }

    private static String nameOf(Path path) {
        Path name = path.getFileName();
        return name == null ? path.toString() : name.toString();
    }

    /** What a directory holds, sorted; nothing when that cannot be said. */
    private List<Path> list(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            List<Path> found = entries.limit(MAX_ENTRIES + 1L).sorted().toList();
            if (found.size() > MAX_ENTRIES) {
                tooMany(directory, MAX_ENTRIES + " entries; it is not looked at");
                return List.of();
            }
            return found;
        } catch (IOException | UncheckedIOException e) {
            problems.add(PluginProblem.error(
                            PluginCode.NOT_FOUND,
                            nameOf(directory),
                            directory.toString(),
                            "the directory cannot be listed (" + e.getMessage() + ")",
                            "you may not read it.")
                    .causedBy(e));
            return List.of();
        }
    }

    private void tooMany(Path directory, String what) {
        problems.add(PluginProblem.error(
                PluginCode.HOSTILE_JAR,
                nameOf(directory),
                directory.toString(),
                "the directory holds more than " + what,
                "it is not one of plugins; each plugin has a directory or a JAR of its own there."));
    }

    private void load(String name, Path location, List<Path> jars) {
        List<String> classes = new ArrayList<>();
        StringBuilder services = new StringBuilder();
        boolean found = false;
        boolean usable = true;
        String version = null;
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            JarCheck check = new JarCheck(jars.get(i), name, problems);
            usable &= check.run();
            classes.addAll(check.classes);
            urls[i] = url(jars.get(i));
            if (check.services != null) {
                found = true;
                services.append(check.services).append('\n');
                version = check.version;
            }
        }
        Breakage.Site site = new Breakage.Site(name, location.toString(), classes);
        if (usable && !found) {
            problems.add(site.error(
                    PluginCode.NO_SERVICES_FILE,
                    "no JAR has the file " + JarCheck.SERVICES,
                    "the file should hold one line: the name of the class that implements SchedPlugin."));
        } else if (usable) {
            try {
                load(site, urls, services.toString(), version);
            } catch (Throwable e) { // whatever a plugin brings about is its own problem
                problems.add(Breakage.of(e, site, "loading it", PluginCode.MISSING_CLASS, PluginCode.PLUGIN_FAILED));
            }
        }
    }

    private void load(Breakage.Site site, URL[] urls, String services, @Nullable String version) {
        int before = errors();
        URLClassLoader loader = new PluginClassLoader(site.plugin(), urls, host);
        PluginCall call = new PluginCall(site, limitMs);
        List<SchedPlugin> found = new ProviderWalk(loader, call, problems).run(services);
        if (found.isEmpty() && errors() == before) {
            problems.add(site.error(
                    PluginCode.NO_SERVICES_FILE,
                    "the file " + JarCheck.SERVICES + " names no class",
                    "the file should hold one line: the name of the class that implements SchedPlugin."));
        }
        loaders.add(loader);
        for (SchedPlugin plugin : found) {
            vetting.vet(plugin, call, version);
        }
    }

    private int errors() {
        return (int) problems.stream().filter(PluginProblem::isError).count();
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was found. */
    public Plugins load() {
        return new Plugins(vetting.accepted(), problems, loaders, limitMs);
    }
}
