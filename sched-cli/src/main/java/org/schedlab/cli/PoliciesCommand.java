package org.schedlab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.schedlab.plugin.Catalogue;
import org.schedlab.spi.PolicyKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sched policies}: lists the installed policies. */
@Command(name = "policies", description = "List the installed policies.", mixinStandardHelpOptions = true)
final class PoliciesCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        Catalogue catalogue = Commands.installed();
        PrintWriter out = spec.commandLine().getOut();
        for (PolicyKind kind : PolicyKind.values()) {
            for (String id : catalogue.ids(kind)) {
                out.printf(
                        Locale.ROOT,
                        "%-10s %-32s %s%n",
                        kind.key(),
                        id,
                        catalogue.policy(kind, id).summary());
            }
        }
    }
}
