package org.schedlab.verify;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of JSON Lines file whose first line is a header object that names the kernel, which must be that of the kind's name.
 *
 * @param name file name without {@code .gz}
 * @param without what is not compared although a row has it; empty when all is
 * @param replay runs over its rows
 */
public record JsonlKind(String name, String without, Replay replay) implements GoldenKind {
    /** Replays all rows of a file. */
    @FunctionalInterface
    public interface Replay {
        /** Reads rows until there are none, and for each calls {@link RowCheck#row} and then a check per result field. */
        void run(JsonlRows rows, RowCheck check) throws IOException;
    }

    private static final Pattern TAG = Pattern.compile("_(\\d+)(?=[_.])");

    /** 6.12.117 and 612 have the tag 612. */
    private static String tagOf(String kernel) {
        String[] parts = kernel.split("\\.", -1);
        return parts.length < 2 ? kernel : parts[0] + parts[1];
    }

    /** A kind of which all is compared. */
    public JsonlKind(String name, Replay replay) {
        this(name, "", replay);
    }

    @Override
    public void replay(Path file, RowCheck check) throws IOException {
        try (JsonlRows rows = JsonlRows.open(file)) {
            String kernel = rows.member(rows.header(), "kernel").asString();
            Matcher tag = TAG.matcher(name);
            if (tag.find() && !tag.group(1).equals(tagOf(kernel))) {
                throw rows.problem("header names the kernel (" + kernel + "), the file name " + tag.group(1));
            }
            replay.run(rows, check);
            String unasked = rows.unaskedMember();
            if (unasked != null) {
                throw rows.problem(
                        "member (" + unasked + ") is not looked at, so that nobody can say that the rows are equal");
            }
        }
    }
}
