package org.schedlab.plugin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.Capability;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.spi.SpiVersion;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;
import org.schedlab.topology.read.TopologyReader;

/** Accepts plugins one by one: their ids and names must be well formed and their own, their methods must answer. Not for several threads. */
final class PluginVetting {

    private static final String NAME = "[a-z][a-z0-9-]{0,39}";
    private static final List<String> RESERVED = List.of("core", "cgroup");
    private static final String POLICY = " policy ";
    private static final String SWITCH = "switch ";
    private static final String TUNABLE = "tunable ";
    private static final String IN_KERNEL = " in kernel ";
    private static final String HOST = "the mechanism";

    private final List<PluginProblem> problems;
    private final Map<String, LoadedPlugin> accepted = new LinkedHashMap<>();

    /** Switches, tunables and profiles declared so far, with who did. */
    private final Map<String, String> declared = new TreeMap<>();

    PluginVetting(List<PluginProblem> problems) {
        this.problems = problems;
    }

    /** Names that no plugin may declare, since the mechanism does. */
    void hostDeclares(List<Switch> switches, List<Tunable> tunables) {
        switches.forEach(s -> declared.put(SWITCH + s.name(), HOST));
        tunables.forEach(t -> declared.put(TUNABLE + t.name(), HOST));
    }

    List<LoadedPlugin> accepted() {
        return List.copyOf(accepted.values());
    }

    void vet(SchedPlugin plugin, PluginCall call, @Nullable String version) {
        Breakage.Site site = call.site();
        Snapshot taken = look(plugin, call);
        if (taken == null) {
            return;
        }
        List<PluginProblem> faults = new ArrayList<>();
        id(taken, site, faults);
        level(taken, site, faults);
        parts(taken, site, faults);
        List<String> brought = names(taken);
        for (PolicyFactory<?, ?> factory : taken.policies) {
            brought.addAll(policy(taken, factory, call, faults));
        }
        Map<String, String> names = new TreeMap<>();
        for (String name : brought) {
            String other = names.put(name, "plugin " + taken.id) == null ? declared.get(name) : "itself";
            if (other != null) {
                faults.add(site.error(
                        PluginCode.DUPLICATE_NAME,
                        "(" + name + ") is declared by " + other + " already",
                        "another name is free; switches, tunables and profiles are shared by all plugins."));
            }
        }
        problems.addAll(faults);
        if (faults.isEmpty()) {
            // Policies are told apart by their plugin's id.
            names.keySet().removeIf(name -> name.contains(POLICY));
            declared.putAll(names);
            accepted.put(taken.id, new LoadedPlugin(taken, version, site.location()));
        }
    }

    private @Nullable Snapshot look(SchedPlugin plugin, PluginCall call) {
        TimeLimit.Outcome<Snapshot> outcome = call.outcome(() -> new Snapshot(
                plugin,
                call,
                answer("id()", plugin::id),
                plugin.spiVersion(),
                List.copyOf(answer("policies()", plugin::policies)),
                List.copyOf(answer("profiles()", plugin::profiles)),
                List.copyOf(answer("profileParts()", plugin::profileParts)),
                List.copyOf(answer("switches()", plugin::switches)),
                List.copyOf(answer("tunables()", plugin::tunables)),
                services(plugin, TopologyReader.class)));
        PluginProblem problem = call.problem(
                outcome,
                "asking " + plugin.getClass().getName() + " what it brings",
                PluginCode.MISSING_CLASS,
                PluginCode.PLUGIN_FAILED);
        if (problem != null) {
            problems.add(problem);
        }
        return outcome.value();
    }

    private static <T> T answer(String method, Supplier<@Nullable T> supplier) {
        T value = supplier.get();
        if (value == null) {
            throw new IllegalStateException(method + " answers null");
        }
        return value;
    }

    /** The compiler has checked nothing: the plugin may have cast. */
    private static <T> List<T> services(SchedPlugin plugin, Class<T> type) {
        List<T> given = List.copyOf(answer("services()", () -> plugin.services(type)));
        for (Object service : given) {
            if (!type.isInstance(service)) {
                throw new IllegalStateException("services() is asked for " + type.getName() + " and gives ("
                        + service.getClass().getName() + ")");
            }
        }
        return given;
    }

    private void id(Snapshot plugin, Breakage.Site site, List<PluginProblem> faults) {
        String id = plugin.id;
        boolean bundled =
                plugin.getClass().getClassLoader() == plugin.delegate.getClass().getClassLoader();
        if (!id.matches(NAME) || (RESERVED.contains(id) && !bundled)) {
            faults.add(site.error(
                    PluginCode.BAD_ID,
                    id.matches(NAME) ? "the id (" + id + ") is reserved" : "the id (" + id + ") is not " + NAME,
                    "a short name of your own in lower case, such as acme, was meant."));
            return;
        }
        LoadedPlugin other = accepted.get(id);
        if (other != null) {
            faults.add(site.error(
                    PluginCode.DUPLICATE_ID,
                    "the id (" + id + ") is taken by " + other.origin() + "; " + site.location() + " is not used",
                    "the same plugin is there twice, in two versions: remove one."));
        }
    }

    private static void level(Snapshot plugin, Breakage.Site site, List<PluginProblem> faults) {
        if (plugin.spiVersion < SpiVersion.OLDEST) {
            faults.add(site.error(
                    PluginCode.SPI_TOO_OLD,
                    "it was built against SPI " + plugin.spiVersion + "; the oldest that loads is " + SpiVersion.OLDEST,
                    "build it again against this version, or ask its author for a newer one."));
        }
        if (plugin.spiVersion > SpiVersion.CURRENT) {
            faults.add(site.error(
                    PluginCode.SPI_TOO_NEW,
                    "it was built against SPI " + plugin.spiVersion + "; this version has " + SpiVersion.CURRENT,
                    "a newer sched is needed, or an older version of the plugin."));
        }
    }

    /** The name by which a policy is told apart, or nothing when the policy is not sound. */
    private static List<String> policy(
            Snapshot plugin, PolicyFactory<?, ?> factory, PluginCall call, List<PluginProblem> faults) {
        String[] name = {plugin.id + ":?"};
        TimeLimit.Outcome<String> outcome = call.outcome(() -> {
            name[0] = plugin.id + ":" + answer("name()", factory::name);
            if (!factory.name().matches(NAME)) {
                throw new IllegalArgumentException("the name is not " + NAME);
            }
            PolicyKind kind = answer("kind()", factory::kind);
            answer("summary()", factory::summary);
            factory.starvationBoundNs();
            declarable(factory);
            ConfigSchema.of(factory);
            return kind.key() + POLICY + factory.name();
        });
        PluginProblem problem =
                call.problem(outcome, "the policy (" + name[0] + ")", PluginCode.MISSING_CLASS, PluginCode.BAD_POLICY);
        if (problem != null) {
            faults.add(problem);
        }
        return outcome.value() == null ? List.of() : List.of(outcome.value());
    }

    private static void declarable(PolicyFactory<?, ?> factory) {
        for (Capability capability : answer("honours()", factory::honours)) {
            if (!capability.concerns(factory.kind())) {
                throw new IllegalArgumentException("honours() declares (" + capability + "), which no "
                        + factory.kind().key() + " policy can honour");
            }
        }
    }

    private static List<String> names(Snapshot plugin) {
        List<String> names = new ArrayList<>();
        plugin.profiles.forEach(p -> names.add("profile " + p.alias()));
        plugin.switches.forEach(s -> names.add(SWITCH + s.name()));
        plugin.tunables.forEach(t -> names.add(TUNABLE + t.name()));
        Stream.concat(plugin.profiles.stream(), plugin.profileParts.stream()).forEach(profile -> {
            profile.switches().keySet().forEach(s -> names.add(SWITCH + s + IN_KERNEL + profile.alias()));
            profile.tunables().keySet().forEach(t -> names.add(TUNABLE + t + IN_KERNEL + profile.alias()));
        });
        return names;
    }

    /** A part of a profile is about the plugin's own switches and tunables, and gives each a value that it takes. */
    private static void parts(Snapshot plugin, Breakage.Site site, List<PluginProblem> faults) {
        Set<String> switches = plugin.switches.stream().map(Switch::name).collect(Collectors.toSet());
        Map<String, Tunable> tunables = new TreeMap<>();
        plugin.tunables.forEach(t -> tunables.put(t.name(), t));
        for (KernelProfile part : plugin.profileParts) {
            part.switches().keySet().stream()
                    .filter(name -> !switches.contains(name))
                    .forEach(name -> faults.add(notOwn(SWITCH + name, part, site)));
            part.tunables().keySet().stream()
                    .filter(name -> !tunables.containsKey(name))
                    .forEach(name -> faults.add(notOwn(TUNABLE + name, part, site)));
        }
        Stream.concat(plugin.profiles.stream(), plugin.profileParts.stream())
                .forEach(profile -> profile.tunables().forEach((name, value) -> {
                    Tunable own = tunables.get(name);
                    if (own != null && !own.takes(value)) {
                        faults.add(site.error(
                                PluginCode.PLUGIN_FAILED,
                                "its profile of kernel " + profile.alias() + " gives tunable " + name + " a value ("
                                        + value + ") that it does not take",
                                own.nearest(value) + " was meant; the tunable's own declaration has the range."));
                    }
                }));
    }

    private static PluginProblem notOwn(String name, KernelProfile part, Breakage.Site site) {
        return site.error(
                PluginCode.PLUGIN_FAILED,
                "profileParts() sets (" + name + ") in kernel " + part.alias() + ", which the plugin does not declare",
                "the name is misspelt; a part is about the plugin's own switches and tunables.");
    }

    /** What a plugin answered once. */
    private record Snapshot(
            SchedPlugin delegate,
            PluginCall call,
            String id,
            int spiVersion,
            List<PolicyFactory<?, ?>> policies,
            List<KernelProfile> profiles,
            List<KernelProfile> profileParts,
            List<Switch> switches,
            List<Tunable> tunables,
            List<TopologyReader> readers)
            implements SchedPlugin {

        @Override
        public <T> List<T> services(Class<T> type) {
            return call.answer(
                    "asking for services()", PluginCode.PLUGIN_FAILED, () -> PluginVetting.services(delegate, type));
        }
    }
}
