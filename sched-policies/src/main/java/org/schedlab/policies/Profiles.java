package org.schedlab.policies;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PolicyKind;

/** Reads the bundled kernel profiles: one properties file each, named by the alias. */
final class Profiles {

    private static final List<String> ALIASES = List.of("4.0", "4.12", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3");

    private Profiles() {}

    static List<KernelProfile> all() {
        List<KernelProfile> profiles = new ArrayList<>();
        for (String alias : ALIASES) {
            profiles.add(read(alias));
        }
        return profiles;
    }

    private static KernelProfile read(String alias) {
        Properties file = new Properties();
        String resource = "profiles/" + alias + ".properties";
        try (InputStream in = Profiles.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("profile (" + resource + ") is missing");
            }
            file.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String release = file.getProperty("release");
        Map<PolicyKind, String> policies = new EnumMap<>(PolicyKind.class);
        for (PolicyKind kind : PolicyKind.values()) {
            String id = file.getProperty(kind.key());
            if (id != null) {
                policies.put(kind, id);
            }
            file.remove(kind.key());
        }
        file.remove("release");
        TreeMap<String, Boolean> switches = new TreeMap<>();
        TreeMap<String, Long> tunables = new TreeMap<>();
        for (String name : new TreeSet<>(file.stringPropertyNames())) {
            String value = file.getProperty(name).trim();
            if (name.equals(name.toUpperCase(Locale.ROOT))) {
                switches.put(name, onOrOff(alias, name, value));
            } else {
                tunables.put(name, Long.parseLong(value));
            }
        }
        return new KernelProfile(release, alias, policies, switches, tunables);
    }

    private static boolean onOrOff(String alias, String name, String value) {
        return switch (value) {
            case "on" -> true;
            case "off" -> false;
            default ->
                throw new IllegalStateException(
                        "profile " + alias + ": " + name + " (" + value + ") must be on or off");
        };
    }
}
