package org.schedlab.topology.input;

import org.jspecify.annotations.Nullable;

/**
 * One fault of something the user gave: what is wrong, where, and what may mend it. Control characters are kept in written form, and long values
 * without their middle.
 *
 * @param source file name, option name or other place as the user wrote it
 * @param line line in {@code source} counted from 1, or 0 when the fault has no line
 * @param what what is wrong, with the offending value in (parentheses); one sentence without a final stop is allowed
 * @param maybe a suggestion without its leading "Maybe", or null when there is none
 */
public record InputProblem(
        String source, int line, String what, @Nullable String maybe) {

    private static final int MAX_SOURCE = 300;
    private static final int MAX_WHAT = 600;

    public InputProblem {
        if (line < 0) {
            throw new IllegalArgumentException("line (" + line + ") is negative");
        }
        source = Printable.brief(source, MAX_SOURCE);
        what = Printable.brief(what, MAX_WHAT);
        maybe = maybe == null ? null : Printable.escaped(maybe);
    }

    /** The place as compilers print it: {@code file:line}, or the source alone. */
    public String place() {
        return line == 0 ? source : source + ":" + line;
    }

    /** The message for people: place and fault on the first line, "Maybe …" on the second. */
    public String message() {
        String first = place() + ": " + what;
        return maybe == null ? first : first + System.lineSeparator() + "  Maybe " + maybe;
    }
}
