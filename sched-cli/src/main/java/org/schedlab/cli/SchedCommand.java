package org.schedlab.cli;

import org.schedlab.spi.SpiVersion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sched} alone: the list of commands. */
@Command(
        name = "sched",
        description = "An executable, exact, explainable model of the Linux fair scheduler.",
        mixinStandardHelpOptions = true,
        versionProvider = SchedCommand.Version.class,
        commandListHeading = "%nCommands:%n",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nStatus:%n",
        exitCodeList = {
            "0:it worked",
            "1:a check did not hold",
            "2:the command line is wrong",
            "3:an input or a value cannot be used, or the output cannot be written",
            "4:a plugin cannot be used",
            "5:a policy broke its contract",
            "70:a fault of this program"
        })
final class SchedCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
    }

    /** What {@code --version} prints. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = SchedCommand.class.getPackage().getImplementationVersion();
            return new String[] {
                "sched " + (version == null ? "(not packaged)" : version) + ", SPI " + SpiVersion.CURRENT + ", Java "
                        + Runtime.version().feature()
            };
        }
    }
}
