package org.schedlab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.report.TextTable;
import org.schedlab.spi.KernelProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sched kernels}: lists the kernels that are modelled; {@code sched kernels diff A B} compares two. */
@Command(
        name = "kernels",
        description = "List the kernel releases that are modelled, or compare two.",
        mixinStandardHelpOptions = true)
final class KernelsCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        Catalogue catalogue = Commands.installed();
        PrintWriter out = spec.commandLine().getOut();
        for (String alias : catalogue.profiles()) {
            KernelProfile profile = catalogue.profile(alias);
            StringBuilder policies = new StringBuilder();
            profile.policies()
                    .forEach((kind, id) ->
                            policies.append("  ").append(kind.key()).append(' ').append(id));
            out.printf(Locale.ROOT, "%-6s %-10s%s%n", alias, profile.release(), policies);
        }
    }

    /** What differs between two kernels. */
    @Command(name = "diff", description = "Show what differs between two kernels.", mixinStandardHelpOptions = true)
    void diff(
            @Parameters(paramLabel = "A", description = "A release, such as 6.12.") String a,
            @Parameters(paramLabel = "B", description = "Another release.") String b) {
        Catalogue catalogue = Commands.installed();
        Map<String, String> left = values(catalogue, catalogue.profile(a));
        Map<String, String> right = values(catalogue, catalogue.profile(b));
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
        spec.commandLine().getOut().print(table);
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
