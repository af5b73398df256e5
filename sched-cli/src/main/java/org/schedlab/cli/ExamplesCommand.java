package org.schedlab.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sched examples}: lists the bundled scenarios and programs. */
@Command(
        name = "examples",
        description = "List the bundled examples; sched run ID runs one.",
        mixinStandardHelpOptions = true)
final class ExamplesCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        StringBuilder out = new StringBuilder();
        int width = Examples.ids().stream().mapToInt(String::length).max().orElse(0);
        for (Examples.Example example : Examples.all()) {
            out.append(example.id())
                    .append(" ".repeat(width + 2 - example.id().length()))
                    .append(example.isProgram() ? "program   " : "scenario  ")
                    .append(example.line())
                    .append('\n');
        }
        spec.commandLine().getOut().print(out);
    }
}
