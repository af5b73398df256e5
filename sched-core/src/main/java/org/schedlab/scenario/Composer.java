package org.schedlab.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PreemptionModel;
import org.schedlab.engine.RunContext;
import org.schedlab.engine.RunSpec;
import org.schedlab.engine.Timing;
import org.schedlab.mechanism.GroupRehearsal;
import org.schedlab.mechanism.GroupTreeFactory;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.LoadedPlugin;
import org.schedlab.plugin.Plugins;
import org.schedlab.plugin.PolicyChoice;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.plugin.TimeLimit;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.Policy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Nearest;
import org.schedlab.workload.GroupSetting;
import org.schedlab.workload.Phase;
import org.schedlab.workload.TaskSpec;
import org.schedlab.workload.Workload;

/**
 * The one composition root: a scenario, what else is wanted and the catalogue become a run. Every name that is not known is reported where the
 * user wrote it, all together. Composes once; one thread.
 */
public final class Composer {

    /** The kernel of a run that names none. */
    public static final String DEFAULT_KERNEL = "6.12";

    private static final String TICK_NS = "tick_ns";
    private static final String HRTICK = "HRTICK";
    private static final String AUTOGROUP = "AUTOGROUP";

    private final Catalogue catalogue;
    private final List<SchedPlugin> installed;
    private final List<String> plugins;
    private final long limitMs;
    private final Relocated problems = new Relocated();
    private final List<String> warnings = new ArrayList<>();

    private Composer(Catalogue catalogue, List<SchedPlugin> installed, List<String> plugins, long limitMs) {
        this.catalogue = catalogue;
        this.installed = List.copyOf(installed);
        this.plugins = plugins;
        this.limitMs = limitMs;
    }

    /** With the plugins of the class path. */
    public static Composer onClassPath() {
        return with(Plugins.onClassPath().throwIfErrors());
    }

    /** With plugins that were loaded; those of them that could not be used are not looked at. */
    public static Composer with(Plugins plugins) {
        return with(catalogue(plugins.plugins()), plugins);
    }

    /** The same with a catalogue of these plugins that was made before. */
    public static Composer with(Catalogue catalogue, Plugins plugins) {
        return new Composer(
                catalogue,
                plugins.plugins(),
                plugins.loaded().stream().map(LoadedPlugin::label).sorted().toList(),
                plugins.limitMs());
    }

    /** With some plugins. */
    public static Composer with(List<SchedPlugin> plugins) {
        List<String> ids = plugins.stream()
                .map(p -> p.id() + " spi " + p.spiVersion())
                .sorted()
                .toList();
        return new Composer(catalogue(plugins), plugins, ids, TimeLimit.DEFAULT_MS);
    }

    /** The catalogue of some plugins, with what the mechanism itself declares. */
    public static Catalogue catalogue(List<SchedPlugin> plugins) {
        return new Catalogue(plugins, Mechanism.SWITCHES, LoadTracking.TUNABLES);
    }

    /**
     * Composes.
     *
     * @throws InvalidInputException when names are not known, values do not fit or the workload would never end
     */
    public ComposedRun compose(Scenario scenario, RunChoices choices) {
        Located<String> kernel = kernel(scenario, choices);
        KernelProfile profile = problems.look(kernel, catalogue::profile);
        problems.throwIfAny();
        if (profile == null) {
            throw new IllegalStateException("an unknown kernel was not reported");
        }
        Timing timing = timing(profile, choices.timing().or(scenario.timing()));
        ResolvedSettings settings = settings(profile, scenario, choices, timing);
        timing = withHrtick(timing, settings);
        Map<PolicyKind, Located<PolicyChoice>> policies =
                policies(profile, kernel, both(scenario.policies(), choices.policies()));
        problems.throwIfAny();
        warnOfLacking(profile, scenario, choices, timing);
        Workload workload = workload(scenario, choices);
        long seed = choices.seed() != null ? choices.seed() : scenario.seed() != null ? scenario.seed() : 1;
        Map<PolicyKind, String> ids = new EnumMap<>(PolicyKind.class);
        policies.forEach((kind, choice) -> ids.put(kind, choice.value().text()));
        KernelProfile resolved =
                new KernelProfile(profile.release(), profile.alias(), ids, settings.switches(), settings.tunables());
        RunSpec spec = RunSpec.of(scenario.topology(), workload, resolved, settings)
                .timing(timing)
                .costs(scenario.costs())
                .pressure(scenario.pressure())
                .timeline(scenario.timeline())
                .start(choices.start() == null ? scenario.start() : choices.start())
                .horizon(horizon(scenario, choices))
                .seed(seed)
                .plugins(plugins)
                .groups(groupSettings(scenario, settings))
                .build();
        GroupTreeFactory groups = usesGroups(scenario, settings) ? service(GroupTreeFactory.class, scenario) : null;
        Policy pick = make(PolicyKind.PICK, policies, spec, kernel);
        Policy placement = make(PolicyKind.PLACEMENT, policies, spec, kernel);
        problems.throwIfAny();
        if (!(pick instanceof PickPolicy<?, ?> picking) || !(placement instanceof PlacementPolicy placing)) {
            throw new IllegalStateException("a factory made a policy of another kind than it declares");
        }
        List<String> notes = new ArrayList<>();
        policies.values().forEach(choice -> notes.addAll(Ignored.notes(spec, choice.value(), limitMs)));
        return new ComposedRun(spec, picking, placing, groups, notes);
    }

    private static boolean usesGroups(Scenario scenario, ResolvedSettings settings) {
        return RunSpec.usesGroups(scenario.workload(), scenario.groups(), scenario.timeline())
                || Boolean.TRUE.equals(settings.switches().get(AUTOGROUP));
    }

    private List<GroupSetting> groupSettings(Scenario scenario, ResolvedSettings settings) {
        if (!usesGroups(scenario, settings)) {
            return List.of();
        }
        GroupRehearsal.Factory rehearsals = service(GroupRehearsal.Factory.class, scenario);
        return new GroupComposer(rehearsals.create(settings, scenario.topology())).compose(scenario);
    }

    /** The first service of a kind that a plugin gives. */
    private <T> T service(Class<T> type, Scenario scenario) {
        for (SchedPlugin plugin : installed) {
            List<T> services = plugin.services(type);
            if (!services.isEmpty()) {
                return services.get(0);
            }
        }
        throw new InvalidInputException(
                scenario.name(),
                0,
                "the scenario has task groups, and no installed plugin models them",
                "the plugin cgroup is missing.");
    }

    /** What the kernel lacks of what was asked for: taken all the same, so that models can be mixed, but not in silence. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    private void warnOfLacking(KernelProfile profile, Scenario scenario, RunChoices choices, Timing timing) {
        Set<String> names = new TreeSet<>();
        for (Located<String> feature : both(scenario.features(), choices.features())) {
            String name = feature.value();
            names.add(name.startsWith("NO_") ? name.substring(3) : name);
        }
        for (Located<String> pair : both(scenario.tunables(), choices.tunables())) {
            names.add(pair.value().split("=", 2)[0].strip());
        }
        warnings.addAll(catalogue.lacking(profile, names));
        if (timing.preemption() == PreemptionModel.LAZY && major(profile) < 7) {
            warnings.add("preemption lazy does not exist in " + profile.alias() + " (only 6.13+)");
        }
    }

    /**
     * Faults of names alone, each at its place, so that a reader can tell them together with a file's other faults.
     *
     * @param choices what somebody wants beside the file
     */
    public ScenarioReader.Names names(RunChoices choices) {
        return (kernel, features, tunables, policies) -> {
            Composer check = new Composer(catalogue, installed, plugins, limitMs);
            Located<String> release = choices.kernel() != null
                    ? choices.kernel()
                    : kernel != null ? kernel : new Located<>(DEFAULT_KERNEL, "--kernel", 0);
            KernelProfile profile = check.problems.look(release, catalogue::profile);
            KernelProfile known = profile != null ? profile : catalogue.profile(DEFAULT_KERNEL);
            ResolvedSettings.Builder builder = new ResolvedSettings.Builder(catalogue, 1).profile(known);
            both(features, choices.features()).forEach(f -> check.problems.look(f, builder::feature));
            both(tunables, choices.tunables()).forEach(t -> check.tunable(builder, t));
            check.policies(known, release, both(policies, choices.policies()));
            return check.problems.all();
        };
    }

    private static Located<String> kernel(Scenario scenario, RunChoices choices) {
        if (choices.kernel() != null) {
            return choices.kernel();
        }
        return scenario.kernel() != null ? scenario.kernel() : new Located<>(DEFAULT_KERNEL, "--kernel", 0);
    }

    private static Timing timing(KernelProfile profile, Scenario.TimingChoice choice) {
        // Debian's kernels are built with HZ 250 and voluntary preemption up to 6.x, lazy preemption from 7.0 on.
        PreemptionModel preemption = major(profile) >= 7 ? PreemptionModel.LAZY : PreemptionModel.VOLUNTARY;
        Timing base = Timing.DEFAULT;
        int hz = choice.hz() == null ? base.hz() : choice.hz();
        long phaseNs = choice.startAfterTickNs() == null ? base.startAfterTickNs() : choice.startAfterTickNs();
        long tickNs = 1_000_000_000L / hz;
        if (phaseNs >= tickNs) {
            throw new InvalidInputException(
                    "start-phase",
                    0,
                    "start-phase (" + phaseNs + " ns) must be less than a tick (" + tickNs + " ns)",
                    "a smaller unit was meant, or another HZ.");
        }
        return new Timing(
                hz,
                choice.preemption() == null ? preemption : choice.preemption(),
                false,
                choice.skewTicks() == null ? base.skewTicks() : choice.skewTicks(),
                phaseNs,
                choice.smtPermille() == null ? base.smtPermille() : choice.smtPermille());
    }

    private static Timing withHrtick(Timing timing, ResolvedSettings settings) {
        return new Timing(
                timing.hz(),
                timing.preemption(),
                Boolean.TRUE.equals(settings.switches().get(HRTICK)),
                timing.skewTicks(),
                timing.startAfterTickNs(),
                timing.smtPermille());
    }

    private static int major(KernelProfile profile) {
        return Integer.parseInt(profile.release().split("\\.", 2)[0]);
    }

    private ResolvedSettings settings(KernelProfile profile, Scenario scenario, RunChoices choices, Timing timing) {
        ResolvedSettings.Builder builder = new ResolvedSettings.Builder(
                        catalogue, scenario.topology().online().count())
                .profile(profile);
        if (catalogue.tunables().containsKey(TICK_NS)) {
            builder.with(TICK_NS, timing.tickNs());
        }
        for (Located<String> feature : both(scenario.features(), choices.features())) {
            problems.look(feature, builder::feature);
        }
        for (Located<String> pair : both(scenario.tunables(), choices.tunables())) {
            tunable(builder, pair);
        }
        return builder.build();
    }

    private void tunable(ResolvedSettings.Builder builder, Located<String> pair) {
        String[] parts = pair.value().split("=", 2);
        if (parts.length < 2 || !parts[1].strip().matches("-?\\d{1,18}")) {
            problems.add(
                    pair, "tunable (" + pair.value() + ") is not NAME=INTEGER", "base_slice_ns=3000000 was meant.");
            return;
        }
        problems.look(pair, p -> builder.with(parts[0].strip(), Long.parseLong(parts[1].strip())));
    }

    private Map<PolicyKind, Located<PolicyChoice>> policies(
            KernelProfile profile, Located<String> kernel, List<Located<String>> wanted) {
        Map<PolicyKind, Located<String>> texts = new EnumMap<>(PolicyKind.class);
        profile.policies().forEach((kind, id) -> texts.put(kind, new Located<>(id, kernel.source(), kernel.line())));
        List<String> kinds =
                Arrays.stream(PolicyKind.values()).map(PolicyKind::key).toList();
        for (Located<String> pair : wanted) {
            String[] parts = pair.value().split("=", 2);
            if (parts.length < 2) {
                problems.add(pair, "policy (" + pair.value() + ") is not KIND=ID", "pick=core:eevdf was meant.");
            } else if (!kinds.contains(parts[0])) {
                problems.add(pair, "policy kind (" + parts[0] + ") is not known", Nearest.maybe(parts[0], kinds));
            } else {
                PolicyKind kind = PolicyKind.valueOf(parts[0].toUpperCase(Locale.ROOT));
                texts.put(kind, new Located<>(parts[1], pair.source(), pair.line()));
            }
        }
        Map<PolicyKind, Located<PolicyChoice>> chosen = new EnumMap<>(PolicyKind.class);
        texts.forEach((kind, text) -> {
            PolicyChoice choice = problems.look(
                    text,
                    value -> catalogue.choose(kind, value, profile.policies().get(kind)));
            if (choice != null) {
                chosen.put(kind, new Located<>(choice, text.source(), text.line()));
            }
        });
        return chosen;
    }

    private @Nullable Policy make(
            PolicyKind kind, Map<PolicyKind, Located<PolicyChoice>> policies, RunSpec spec, Located<String> kernel) {
        Located<PolicyChoice> choice = policies.get(kind);
        if (choice == null) {
            problems.add(
                    kernel,
                    "kernel (" + kernel.value() + ") has no " + kind.key() + " policy of its own",
                    "--policy " + kind.key() + "=ID names one. Known: " + String.join(", ", catalogue.ids(kind)) + ".");
            return null;
        }
        PolicyContext context = new RunContext(
                spec.topology(), spec.settings(), spec.seed(), choice.value().id());
        return problems.look(choice, value -> value.create(context, limitMs));
    }

    private static Workload workload(Scenario scenario, RunChoices choices) {
        Workload workload = scenario.workload();
        boolean timeGiven = choices.durationNs() != null || scenario.horizon().timeNs() != Horizon.NONE;
        boolean ends =
                timeGiven || choices.events() != null || scenario.horizon().events() != Horizon.NONE;
        if (!ends && workload.durationNs() == Workload.UNLIMITED) {
            for (TaskSpec task : workload.tasks()) {
                if (task.instances() > 0 && endless(task)) {
                    throw new InvalidInputException(
                            scenario.name(),
                            0,
                            "task (" + task.name() + ") repeats forever and the workload has no duration",
                            "--duration 10s was meant.");
                }
            }
        }
        return timeGiven ? new Workload(workload.tasks(), workload.timerOrigin(), Workload.UNLIMITED) : workload;
    }

    private static boolean endless(TaskSpec task) {
        return task.loop() == TaskSpec.FOREVER
                || task.phases().stream().mapToInt(Phase::loop).anyMatch(l -> l == TaskSpec.FOREVER);
    }

    private static Horizon horizon(Scenario scenario, RunChoices choices) {
        Horizon own = scenario.horizon();
        return new Horizon(
                choices.durationNs() == null ? own.timeNs() : choices.durationNs(),
                choices.events() == null ? own.events() : choices.events());
    }

    private static List<Located<String>> both(List<Located<String>> first, List<Located<String>> second) {
        List<Located<String>> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
