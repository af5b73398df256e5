package org.schedlab.plugin;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Looks a JAR over before any of its classes is loaded, since the JDK takes a corrupt JAR for an empty one and sets no limits: what is read
 * here is bounded, and so is what the class loader will read later. Not for several threads.
 */
final class JarCheck {

    static final String SERVICES = "META-INF/services/org.schedlab.spi.SchedPlugin";

    private static final String INDEX = "META-INF/INDEX.LIST";
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final long MAX_JAR_BYTES = 256L << 20;
    private static final int MAX_ENTRIES = 65_536;
    private static final long MAX_ENTRY_BYTES = 64L << 20;
    private static final long MAX_CLASS_BYTES = 8L << 20;
    private static final long MAX_TOTAL_BYTES = 1L << 30;
    private static final int MAX_SERVICES_BYTES = 64 << 10;
    private static final int MAX_MANIFEST_BYTES = 1 << 20;

    /** What the services file says, or null when this JAR has none. */
    @Nullable
    String services;

    /** The version in its manifest, or null. */
    @Nullable
    String version;

    /** Names of its classes. */
    final List<String> classes = new ArrayList<>();

    private final Path jar;
    private final Breakage.Site site;
    private final List<PluginProblem> problems;

    JarCheck(Path jar, String plugin, List<PluginProblem> problems) {
        this.jar = jar;
        this.site = new Breakage.Site(plugin, jar.toString(), classes);
        this.problems = problems;
    }

    /** Looks; false when the JAR must not be used. */
    boolean run() {
        int before = errors();
        try {
            long bytes = Files.size(jar);
            if (bytes > MAX_JAR_BYTES) {
                hostile("is larger than " + (MAX_JAR_BYTES >> 20) + " MiB (" + bytes + " bytes)");
                return false;
            }
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                entries(zip);
                if (errors() == before) {
                    services = text(zip, SERVICES, MAX_SERVICES_BYTES);
                    manifest(zip);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            problems.add(site.error(
                            PluginCode.CORRUPT_JAR,
                            "the JAR cannot be read (" + e.getMessage() + ")",
                            "it was copied in part, or it is no JAR; copy it again.")
                    .causedBy(e));
        }
        return errors() == before;
    }

    private int errors() {
        return (int) problems.stream().filter(PluginProblem::isError).count();
    }

    private void hostile(String what) {
        problems.add(site.error(
                PluginCode.HOSTILE_JAR,
                "the JAR " + what,
                "it is not a plugin; ask whoever made it. A plugin needs no such thing."));
    }

    private void entries(ZipFile zip) {
        if (zip.size() > MAX_ENTRIES) {
            hostile("has more than " + MAX_ENTRIES + " entries (" + zip.size() + ")");
            return;
        }
        long total = 0;
        String bundled = null;
        for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
            ZipEntry entry = all.nextElement();
            String name = entry.getName();
            boolean isClass = name.endsWith(".class");
            if (name.startsWith("/")
                    || name.contains("\\")
                    || List.of(name.split("/", -1)).contains("..")) {
                hostile("has an entry that leaves its directory (" + name + ")");
                return;
            }
            if (entry.getSize() > (isClass ? MAX_CLASS_BYTES : MAX_ENTRY_BYTES)) {
                hostile("has an entry of " + entry.getSize() + " bytes (" + name + ")");
                return;
            }
            total += Math.max(0, entry.getSize());
            if (total > MAX_TOTAL_BYTES) {
                hostile("unpacks to more than " + (MAX_TOTAL_BYTES >> 20) + " MiB");
                return;
            }
            if (name.equals(INDEX)) {
                foreign(INDEX, "an index of other JARs");
            }
            if (isClass) {
                String className =
                        name.substring(0, name.length() - ".class".length()).replace('/', '.');
                classes.add(className);
                if (bundled == null && HostClasses.provides(className)) {
                    bundled = className;
                }
            }
        }
        if (bundled != null) {
            problems.add(new PluginProblem(
                    PluginCode.BUNDLED_HOST_CLASSES,
                    PluginProblem.Severity.WARNING,
                    site.plugin(),
                    site.location(),
                    "the JAR has its own copy of a class that the host provides (" + bundled
                            + "); the copy is not used",
                    "the dependency on schedlab and Guice should have scope provided.",
                    null));
        }
    }

    private void foreign(String where, String what) {
        problems.add(site.error(
                PluginCode.FOREIGN_CLASS_PATH,
                "the JAR refers to other files: " + what + " (" + where + ")",
                "put all JARs of the plugin into one directory under plugins/, or all classes into one JAR."));
    }

    private void manifest(ZipFile zip) throws IOException {
        String text = text(zip, MANIFEST, MAX_MANIFEST_BYTES);
        if (text == null) {
            return;
        }
        Attributes attributes =
                new Manifest(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).getMainAttributes();
        version = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        String classPath = attributes.getValue(Attributes.Name.CLASS_PATH);
        if (classPath != null && !classPath.isBlank()) {
            foreign(MANIFEST, "Class-Path: " + classPath.strip());
        }
    }

    /** An entry's text, or null when there is none; declared sizes are not believed. */
    private @Nullable String text(ZipFile zip, String name, int limit) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            return null;
        }
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] bytes = in.readNBytes(limit + 1);
            if (bytes.length > limit) {
                hostile("has an entry of more than " + limit + " bytes (" + name + ")");
                return null;
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
