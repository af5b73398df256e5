package org.schedlab.cli;

import java.util.ArrayList;
import java.util.List;
import org.schedlab.cgroup.verify.BandwidthKinds;
import org.schedlab.cgroup.verify.HierarchyKinds;
import org.schedlab.plugin.Catalogue;
import org.schedlab.verify.GoldenKind;
import org.schedlab.verify.GoldenKinds;
import org.schedlab.verify.OperationKinds;
import org.schedlab.verify.PickUnitKinds;
import org.schedlab.verify.PlacementKinds;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sched verify}: groups the commands that compare the model with recordings. */
@Command(
        name = "verify",
        description = "Compare the model with recorded kernel results.",
        mixinStandardHelpOptions = true)
public final class VerifyCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /**
     * Returns the command with its subcommands, ready to be added to a root.
     *
     * @param catalogue the installed plugins, whose profiles sequences of operations are replayed with
     */
    public static CommandLine create(Catalogue catalogue) {
        List<GoldenKind> kinds = new ArrayList<>(GoldenKinds.builtIn());
        kinds.addAll(OperationKinds.all(catalogue));
        kinds.addAll(PickUnitKinds.all(catalogue));
        kinds.addAll(PlacementKinds.all(catalogue));
        kinds.addAll(HierarchyKinds.all(catalogue));
        kinds.addAll(BandwidthKinds.all());
        return new CommandLine(new VerifyCommand())
                .addSubcommand(new VerifyGoldenCommand(kinds))
                .addSubcommand(new VerifyTruthCommand());
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "What to verify is missing.\nMaybe you meant: sched verify golden DIR");
    }
}
