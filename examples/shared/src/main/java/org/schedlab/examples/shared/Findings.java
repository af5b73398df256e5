package org.schedlab.examples.shared;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Prints tables and claims of an example and remembers whether all claims held. One thread. */
public final class Findings {

    private final PrintStream out;
    private boolean holds = true;

    /** Prints to {@code out}. */
    public Findings(PrintStream out) {
        this.out = out;
    }

    /** Says which discussion is followed, and what was claimed there. */
    public void discussion(String thread, String claim) {
        out.println("thread: " + thread);
        out.println("claim:  " + claim);
    }

    /** Begins a part. */
    public void title(String text) {
        out.println();
        out.println(text);
    }

    /** A line of a table: a name and figures. */
    public void row(String name, Object... cells) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-34s", name));
        for (Object cell : cells) {
            String text = cell instanceof Double d ? String.format(Locale.ROOT, "%.2f", d) : String.valueOf(cell);
            line.append(String.format(Locale.ROOT, " %14s", text));
        }
        out.println(line.toString().stripTrailing());
    }

    /** Something that must be so; prints whether it is. */
    public void claim(boolean so, String what) {
        holds &= so;
        out.println((so ? "  holds: " : "  FAILS: ") + what);
    }

    /** Something that is reported as found and not judged. */
    public void note(String what) {
        out.println("  found: " + what);
    }

    /** Ends with the verdict; gives the exit status. */
    public int verdict(String whenSo, String notModelled) {
        out.println();
        out.println("verdict: " + (holds ? "mechanism reproduced" : "mechanism NOT reproduced") + " (" + whenSo + ")");
        out.println("not modelled: " + notModelled);
        return holds ? 0 : 1;
    }

    /** Mean of a figure over runs; 0 without runs. */
    public static double mean(List<Outcome> runs, ToDoubleFunction<Outcome> figure) {
        return runs.stream().mapToDouble(figure).average().orElse(0);
    }

    /** A figure of the same seeds before and after. */
    public static Paired paired(List<Outcome> before, List<Outcome> after, ToDoubleFunction<Outcome> figure) {
        return Paired.of(
                before.stream().mapToDouble(figure).toArray(),
                after.stream().mapToDouble(figure).toArray());
    }

    /** Refuses arguments, aloud; gives whether there were any. */
    public static boolean wrongUsage(String[] args, PrintStream err) {
        if (args.length == 0) {
            return false;
        }
        err.println("Argument (" + args[0] + ") is not known.\nMaybe run it without any.");
        return true;
    }
}
