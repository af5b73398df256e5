package org.schedlab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.report.TextTable;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sched kernels}: lists the kernels that are modelled; {@code sched kernels diff A B} compares two. */
@Command(
        name = "kernels",
        description = "List the modelled kernel releases, show one, or compare two.",
        mixinStandardHelpOptions = true)
final class KernelsCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private PluginOptions plugins = new PluginOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "RELEASE",
            description = "Show the policies, switches and tunables of this release, and what they mean.")
    private @Nullable String release;

    @Override
    public void run() {
        try (Wiring wiring = wiring()) {
            run(wiring.catalogue());
        }
    }

    private Wiring wiring() {
        return Wiring.of(plugins, spec.commandLine().getErr());
    }

    private void run(Catalogue catalogue) {
        PrintWriter out = spec.commandLine().getOut();
        if (release != null) {
            show(catalogue, profile(catalogue, release), out);
            return;
        }
        for (String alias : catalogue.profiles()) {
            KernelProfile profile = catalogue.profile(alias);
            StringBuilder policies = new StringBuilder();
            profile.policies()
                    .forEach((kind, id) ->
                            policies.append("  ").append(kind.key()).append(' ').append(id));
            out.printf(Locale.ROOT, "%-6s %-10s%s%n", alias, profile.release(), policies);
        }
    }

    private static KernelProfile profile(Catalogue catalogue, String name) {
        try {
            return catalogue.profile(name);
        } catch (InvalidInputException e) {
            InputProblem problem = e.problems().get(0);
            throw new InvalidInputException("kernels", 0, problem.what(), problem.maybe());
        }
    }

    private static void show(Catalogue catalogue, KernelProfile profile, PrintWriter out) {
        ResolvedSettings settings =
                new ResolvedSettings.Builder(catalogue, 1).profile(profile).build();
        out.println("kernel " + profile.release() + " (--kernel " + profile.alias() + ")");
        profile.policies().forEach((kind, id) -> out.println("policy " + kind.key() + " " + id));
        out.println();
        out.println("Switches (--feat NAME, --feat NO_NAME):");
        for (Switch s : catalogue.switches().values()) {
            String value = settings.isOn(s.name()) ? "on" : "off";
            out.printf(Locale.ROOT, "  %-24s %-4s %-20s %s%n", s.name(), value, s.releases(), s.meaning());
        }
        out.println();
        out.println(
                "Tunables (--tunable NAME=VALUE; * is multiplied by 1 + log2 of the CPUs, up to 4, unless you write it):");
        for (Tunable t : catalogue.tunables().values()) {
            String value = settings.tunable(t.name()) + (t.scaled() ? "*" : "");
            String range = t.min() + ".." + t.max();
            out.printf(Locale.ROOT, "  %-24s %-11s %-20s %s; %s%n", t.name(), value, t.releases(), t.meaning(), range);
        }
    }

    /** What differs between two kernels. */
    @Command(name = "diff", description = "Show what differs between two kernels.", mixinStandardHelpOptions = true)
    void diff(
            @Parameters(paramLabel = "A", description = "A release, such as 6.12.") String a,
            @Parameters(paramLabel = "B", description = "Another release.") String b) {
        try (Wiring wiring = wiring()) {
            diff(wiring.catalogue(), a, b);
        }
    }

    private void diff(Catalogue catalogue, String a, String b) {
        Map<String, String> left = values(catalogue, profile(catalogue, a));
        Map<String, String> right = values(catalogue, profile(catalogue, b));
        TextTable table = new TextTable().row("", a, b);
        for (Map.Entry<String, String> entry : left.entrySet()) {
            String other = right.get(entry.getKey());
            if (!Objects.equals(entry.getValue(), other)) {
                table.row(entry.getKey(), entry.getValue(), other == null ? "-" : other);
            }
        }
        right.forEach((name, value) -> {
            if (!left.containsKey(name)) {
                table.row(name, "-", value);
            }
        });
        PrintWriter out = spec.commandLine().getOut();
        if (left.equals(right)) {
            out.println("no difference between " + a + " and " + b);
        } else {
            out.print(table);
        }
    }

    private static Map<String, String> values(Catalogue catalogue, KernelProfile profile) {
        ResolvedSettings settings =
                new ResolvedSettings.Builder(catalogue, 1).profile(profile).build();
        Map<String, String> values = new TreeMap<>();
        profile.policies().forEach((kind, id) -> values.put("policy " + kind.key(), id));
        settings.switches().forEach((name, on) -> values.put(name, on ? "on" : "off"));
        settings.tunables().forEach((name, value) -> values.put(name, value.toString()));
        return values;
    }
}
