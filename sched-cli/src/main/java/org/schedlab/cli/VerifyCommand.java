package org.schedlab.cli;

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

    /** Returns the command with its subcommands, ready to be added to a root. */
    public static CommandLine create() {
        return new CommandLine(new VerifyCommand())
                .addSubcommand(new VerifyGoldenCommand())
                .addSubcommand(new VerifyTruthCommand());
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "What to verify is missing.\nMaybe you meant: sched verify golden DIR");
    }
}
