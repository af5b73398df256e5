package org.schedlab.cli;

/** What the command answers to the shell. */
public final class ExitCode {

    public static final int OK = 0;

    /** A check was made and did not hold. */
    public static final int VERDICT_FAILED = 1;

    /** The command line is wrong: an unknown command or option, a missing value, options that exclude each other. */
    public static final int USAGE = 2;

    /** A file or value that was given cannot be used, an option's included, or the output cannot be written. */
    public static final int INPUT = 3;

    /** A plugin cannot be used. */
    public static final int PLUGIN = 4;

    /** A policy broke its contract. */
    public static final int POLICY = 5;

    /** A fault of this program. */
    public static final int BUG = 70;

    private ExitCode() {}
}
