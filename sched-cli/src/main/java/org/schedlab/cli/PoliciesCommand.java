package org.schedlab.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ConfigSchema;
import org.schedlab.report.TextTable;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Nearest;
import org.schedlab.topology.input.Printable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sched policies}: lists the installed policies, or shows one with its settings. */
@Command(
        name = "policies",
        description = "List the installed policies, or show one with its settings.",
        mixinStandardHelpOptions = true)
final class PoliciesCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private PluginOptions plugins = new PluginOptions();

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Full id of a policy, such as core:round-robin.")
    private @Nullable String name;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        try (Wiring wiring = Wiring.of(plugins, spec.commandLine().getErr())) {
            if (name == null) {
                list(wiring.catalogue(), out);
            } else {
                show(wiring.catalogue(), name, out);
            }
        }
    }

    private static void list(Catalogue catalogue, PrintWriter out) {
        for (PolicyKind kind : PolicyKind.values()) {
            for (String id : catalogue.ids(kind)) {
                out.printf(
                        Locale.ROOT,
                        "%-10s %-32s %s%n",
                        kind.key(),
                        id,
                        Printable.escaped(catalogue.policy(kind, id).summary()));
            }
        }
    }

    private static void show(Catalogue catalogue, String name, PrintWriter out) {
        List<String> known = new ArrayList<>();
        boolean found = false;
        for (PolicyKind kind : PolicyKind.values()) {
            known.addAll(catalogue.ids(kind));
            if (catalogue.ids(kind).contains(name)) {
                found = true;
                show(kind, name, catalogue.policy(kind, name), out);
            }
        }
        if (!found) {
            throw new InvalidInputException(
                    "policies", 0, "Policy (" + name + ") is not known.", Nearest.maybe(name, known));
        }
    }

    private static void show(PolicyKind kind, String id, PolicyFactory<?, ?> factory, PrintWriter out) {
        String capabilities = factory.honours().stream()
                .sorted()
                .map(c -> c.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
        long bound = factory.starvationBoundNs();
        out.println(id + " (" + kind.key() + "): " + Printable.escaped(factory.summary()));
        out.println("honours: " + (capabilities.isEmpty() ? "nothing beyond plain tasks" : capabilities));
        if (kind == PolicyKind.PICK) {
            out.println("a runnable task may wait: "
                    + (bound == Long.MAX_VALUE ? "forever" : "at most " + bound / 1_000_000 + " ms among eight"));
        }
        List<ConfigSchema.Row> rows = ConfigSchema.of(factory).rows();
        if (rows.isEmpty()) {
            out.println("settings: none of its own; switches and tunables steer it");
            return;
        }
        TextTable table = new TextTable().row("setting", "type", "unit", "default", "range", "meaning");
        rows.forEach(r -> table.row(r.key(), r.type(), r.unit(), r.value(), r.range(), Printable.escaped(r.meaning())));
        out.print(table);
        out.println("example: --policy " + kind.key() + "=" + id + ","
                + rows.get(0).key() + "=" + rows.get(0).value());
    }
}
