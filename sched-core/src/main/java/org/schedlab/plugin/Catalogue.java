package org.schedlab.plugin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.Policy;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Nearest;

/**
 * All that the installed plugins bring, by name. Names are looked up as a user writes them; an unknown one is an
 * {@link InvalidInputException} that suggests the nearest. Immutable.
 */
public final class Catalogue {

    /** Where an unknown name came from when the caller does not say. */
    private static final String OPTIONS = "options";

    private static final Pattern RELEASE = Pattern.compile("v?(\\d{1,3}\\.\\d{1,5})([.-].*)?");
    private static final String FIRST_EEVDF = "6.8";

    private final SortedMap<String, PolicyFactory<?, ?>> policies = new TreeMap<>();
    private final SortedMap<String, KernelProfile> profiles = new TreeMap<>();
    private final SortedMap<String, Switch> switches = new TreeMap<>();
    private final SortedMap<String, Tunable> tunables = new TreeMap<>();

    /**
     * The catalogue of some plugins.
     *
     * @param plugins plugins with distinct ids
     * @param hostSwitches switches of the host's own packages
     * @param hostTunables tunables of the host's own packages
     */
    public Catalogue(
            Collection<? extends SchedPlugin> plugins,
            Collection<Switch> hostSwitches,
            Collection<Tunable> hostTunables) {
        hostSwitches.forEach(s -> put(switches, s.name(), s, "switch"));
        hostTunables.forEach(t -> put(tunables, t.name(), t, "tunable"));
        for (SchedPlugin plugin : plugins) {
            plugin.policies().forEach(f -> put(policies, key(f.kind(), plugin.id() + ":" + f.name()), f, "policy"));
            plugin.profiles().forEach(p -> put(profiles, p.alias(), p, "profile"));
            plugin.switches().forEach(s -> put(switches, s.name(), s, "switch"));
            plugin.tunables().forEach(t -> put(tunables, t.name(), t, "tunable"));
        }
        join(plugins);
    }

    /** Adds to profiles what plugins say of the kernels of others. */
    private void join(Collection<? extends SchedPlugin> plugins) {
        for (SchedPlugin plugin : plugins) {
            plugin.profileParts()
                    .forEach(part -> profiles.computeIfPresent(part.alias(), (a, whole) -> whole.with(part)));
        }
    }

    private Catalogue(
            Map<String, PolicyFactory<?, ?>> policies,
            Map<String, KernelProfile> profiles,
            Map<String, Switch> switches,
            Map<String, Tunable> tunables) {
        this.policies.putAll(policies);
        this.profiles.putAll(profiles);
        this.switches.putAll(switches);
        this.tunables.putAll(tunables);
    }

    /**
     * The catalogue of what was collected elsewhere.
     *
     * @param plugins add to the profiles what they say of the kernels of others
     * @param policies by {@link #key}
     * @param profiles by alias
     * @param switches by name
     * @param tunables by name
     */
    public static Catalogue of(
            Collection<? extends SchedPlugin> plugins,
            Map<String, PolicyFactory<?, ?>> policies,
            Map<String, KernelProfile> profiles,
            Map<String, Switch> switches,
            Map<String, Tunable> tunables) {
        Catalogue catalogue = new Catalogue(policies, profiles, switches, tunables);
        catalogue.join(plugins);
        return catalogue;
    }

    /**
     * The plugins on the class path of this library.
     *
     * @throws PluginException when one of them cannot be used
     */
    public static List<SchedPlugin> onClassPath() {
        return Plugins.onClassPath().throwIfErrors().plugins();
    }

    private static <T> void put(SortedMap<String, T> map, String name, T value, String what) {
        if (map.putIfAbsent(name, value) != null) {
            throw new IllegalArgumentException(what + " (" + name + ") is declared twice");
        }
    }

    /** The name of a policy in {@link #of}: its kind and full id. */
    public static String key(PolicyKind kind, String id) {
        return kind.key() + "=" + id;
    }

    /** The factory with the full id {@code plugin:name}. */
    public PolicyFactory<?, ? extends Policy> policy(PolicyKind kind, String id) {
        PolicyFactory<?, ?> factory = policies.get(key(kind, id));
        if (factory == null) {
            throw unknown("Policy", id, " for kind " + kind, ids(kind));
        }
        return factory;
    }

    /**
     * A policy with its configuration as a user writes it: {@code acme:nest,spins=3}.
     *
     * @throws PluginException when the configuration does not fit
     */
    public PolicyChoice choose(PolicyKind kind, String text) {
        return choose(kind, text, null);
    }

    /** The same; {@code preferred} is suggested before others that are as near to an unknown name. */
    public PolicyChoice choose(PolicyKind kind, String text, @Nullable String preferred) {
        String[] parts = text.split(",", 2);
        String id = parts[0].strip();
        if (preferred != null && !policies.containsKey(key(kind, id))) {
            List<String> known = new ArrayList<>(ids(kind));
            if (known.remove(preferred)) {
                known.add(0, preferred);
            }
            throw unknown("Policy", id, " for kind " + kind, known);
        }
        PolicyFactory<?, ? extends Policy> factory = policy(kind, id);
        return PolicyChoice.of(kind, id, factory, parts.length < 2 ? "" : parts[1]);
    }

    /** Full ids of all policies of a kind, sorted. */
    public List<String> ids(PolicyKind kind) {
        String prefix = kind.key() + "=";
        return policies.keySet().stream()
                .filter(k -> k.startsWith(prefix))
                .map(k -> k.substring(prefix.length()))
                .collect(Collectors.toList());
    }

    /** The profile of a release, by alias ({@code 6.12}) or full release ({@code 6.12.117}). */
    public KernelProfile profile(String release) {
        KernelProfile byAlias = profiles.get(release);
        if (byAlias != null) {
            return byAlias;
        }
        for (KernelProfile profile : profiles.values()) {
            if (profile.release().equals(release)) {
                return profile;
            }
        }
        throw new InvalidInputException(
                OPTIONS, 0, "Kernel (" + release + ") is not known.", nearestKernel(release, profiles()));
    }

    /** Releases are near by their order, not by their spelling. */
    private static String nearestKernel(String release, List<String> aliases) {
        Matcher number = RELEASE.matcher(release.strip());
        if (aliases.isEmpty() || !number.matches()) {
            return Nearest.maybe(release, aliases);
        }
        String wanted = number.group(1);
        String best = aliases.get(0);
        for (String alias : aliases) {
            if (compareReleases(alias, wanted) <= 0) {
                best = alias;
            }
        }
        // EEVDF came with 6.6 and is nearer to 6.8 than to the CFS of 6.1.
        if (aliases.contains(FIRST_EEVDF)
                && compareReleases(wanted, "6.6") >= 0
                && compareReleases(wanted, FIRST_EEVDF) < 0) {
            best = FIRST_EEVDF;
        }
        return best + " comes nearest to it. Known: " + String.join(", ", aliases) + ".";
    }

    /** Aliases of all profiles in the order of releases. */
    public List<String> profiles() {
        return profiles.keySet().stream().sorted(Catalogue::compareReleases).collect(Collectors.toList());
    }

    private static int compareReleases(String a, String b) {
        String[] x = a.split("\\.", -1);
        String[] y = b.split("\\.", -1);
        for (int i = 0; i < Math.min(x.length, y.length); i++) {
            int order = Integer.compare(Integer.parseInt(x[i]), Integer.parseInt(y[i]));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(x.length, y.length);
    }

    /** All switches by name. */
    public SortedMap<String, Switch> switches() {
        return Collections.unmodifiableSortedMap(switches);
    }

    /** All tunables by name. */
    public SortedMap<String, Tunable> tunables() {
        return Collections.unmodifiableSortedMap(tunables);
    }

    /** What a kernel lacks of the settings that somebody wrote, in words; a setting counts as lacking when its declaration says so. */
    public List<String> lacking(KernelProfile profile, Collection<String> names) {
        List<String> words = new ArrayList<>();
        for (String name : names) {
            Switch feature = switches.get(name);
            Tunable tunable = tunables.get(name);
            String releases = feature != null ? feature.releases() : tunable != null ? tunable.releases() : "";
            if (Releases.lack(releases, profile.alias())) {
                words.add((feature != null ? "switch " : "tunable ") + name + " does not exist in " + profile.alias()
                        + " (only " + releases + ") and may change nothing");
            }
        }
        return words;
    }

    Switch knownSwitch(String name) {
        Switch found = switches.get(name);
        if (found == null) {
            throw unknown("Switch", name, "", new ArrayList<>(switches.keySet()));
        }
        return found;
    }

    Tunable knownTunable(String name) {
        Tunable found = tunables.get(name);
        if (found == null) {
            throw unknown("Tunable", name, "", new ArrayList<>(tunables.keySet()));
        }
        return found;
    }

    private static InvalidInputException unknown(String what, String name, String where, List<String> known) {
        return new InvalidInputException(
                OPTIONS, 0, what + " (" + name + ") is not known" + where + ".", Nearest.maybe(name, known));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d policies, %d profiles", policies.size(), profiles.size());
    }
}
