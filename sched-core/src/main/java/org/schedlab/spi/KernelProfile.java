package org.schedlab.spi;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A kernel release as a set of policies, switches and tunables. Immutable.
 *
 * @param release the stable release that it models, {@code 6.12.117}; may end in a suffix, {@code 6.12.117-acme}
 * @param alias its short name, by which kernels are put in order: two or three numbers, {@code 6.12}
 * @param policies policy id by kind, {@code PICK -> core:eevdf}
 * @param switches values by switch name
 * @param tunables values by tunable name, before scaling
 */
public record KernelProfile(
        String release,
        String alias,
        Map<PolicyKind, String> policies,
        SortedMap<String, Boolean> switches,
        SortedMap<String, Long> tunables) {

    private static final String ALIAS = "\\d{1,3}(\\.\\d{1,5}){1,2}";
    private static final String RELEASE = "\\d{1,3}(\\.\\d{1,5}){1,3}([-+][A-Za-z0-9.+_-]{1,40})?";

    public KernelProfile {
        if (!alias.matches(ALIAS)) {
            throw new IllegalArgumentException(
                    "the alias of a kernel (" + alias + ") is not of two or three numbers, as 6.12 is");
        }
        if (!release.matches(RELEASE)) {
            throw new IllegalArgumentException(
                    "the release of a kernel (" + release + ") is not of numbers, as 6.12.117 is");
        }
        policies = Collections.unmodifiableMap(new TreeMap<>(policies));
        switches = Collections.unmodifiableSortedMap(new TreeMap<>(switches));
        tunables = Collections.unmodifiableSortedMap(new TreeMap<>(tunables));
    }

    /**
     * Reads a profile from its file: {@code release}, a policy id by kind ({@code pick=core:cfs}), switches in upper case ({@code on} or
     * {@code off}), tunables in lower case.
     *
     * @throws IllegalStateException if a value has another form
     */
    public static KernelProfile of(String alias, Properties file) {
        String release = file.getProperty("release");
        if (release == null) {
            throw new IllegalStateException("profile " + alias + " does not name its release");
        }
        Set<String> names = new TreeSet<>(file.stringPropertyNames());
        names.remove("release");
        Map<PolicyKind, String> policies = new EnumMap<>(PolicyKind.class);
        SortedMap<String, Boolean> switches = new TreeMap<>();
        SortedMap<String, Long> tunables = new TreeMap<>();
        for (PolicyKind kind : PolicyKind.values()) {
            String id = file.getProperty(kind.key());
            if (id != null) {
                policies.put(kind, id);
                names.remove(kind.key());
            }
        }
        for (String name : names) {
            String value = file.getProperty(name).trim();
            if (name.equals(name.toUpperCase(Locale.ROOT))) {
                switches.put(name, onOrOff(alias, name, value));
            } else {
                tunables.put(name, tunable(alias, name, value));
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

    private static long tunable(String alias, String name, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalStateException("profile " + alias + ": " + name + " (" + value + ") is not a number", e);
        }
    }

    /**
     * This profile with the values that another module gives its own switches and tunables in the same release.
     *
     * @throws IllegalArgumentException if both set the same name
     */
    public KernelProfile with(KernelProfile part) {
        SortedMap<String, Boolean> allSwitches = new TreeMap<>(switches);
        SortedMap<String, Long> allTunables = new TreeMap<>(tunables);
        part.switches.forEach((name, on) -> once(allSwitches, name, on));
        part.tunables.forEach((name, value) -> once(allTunables, name, value));
        return new KernelProfile(release, alias, policies, allSwitches, allTunables);
    }

    private <T> void once(SortedMap<String, T> values, String name, T value) {
        if (values.putIfAbsent(name, value) != null) {
            throw new IllegalArgumentException("profile " + alias + " sets (" + name + ") twice");
        }
    }
}
