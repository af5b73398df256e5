package org.schedlab.topology.input;

/** Makes text from outside fit to be shown: no control characters that move a terminal's cursor, nothing endless. Stateless. */
public final class Printable {

    private static final int QUOTED_CHARS = 60;

    private Printable() {}

    /** The text with control characters written as {@code \x1b}, line feeds and tabs included. O(length). */
    public static String escaped(String text) {
        int plain = 0;
        while (plain < text.length() && !isControl(text.charAt(plain))) {
            plain++;
        }
        if (plain == text.length()) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, plain);
        for (int i = plain; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isControl(c)) {
                escaped.append(c > 0xff ? "\\u" : "\\x");
                String digits = Integer.toHexString(c);
                escaped.append("0".repeat((c > 0xff ? 4 : 2) - digits.length())).append(digits);
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** Also marks that turn the direction of writing, by which a name shows as another one. */
    private static boolean isControl(char c) {
        return Character.isISOControl(c) || (c >= '\u202a' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069');
    }

    /** An exception's class and message in one line, also when its own methods fail. */
    public static String thrown(Throwable thrown, int most) {
        String name = thrown.getClass().getName();
        String message;
        try {
            message = thrown.getLocalizedMessage();
        } catch (Throwable e) { // foreign code may have written it
            message = "its message cannot be had: " + e.getClass().getName();
        }
        return brief(message == null ? name : name + ": " + message, most);
    }

    /** A text as a message quotes it: escaped, and of a long one the beginning. */
    public static String quoted(String text) {
        return text.length() <= QUOTED_CHARS ? escaped(text) : escaped(text.substring(0, QUOTED_CHARS - 3)) + "...";
    }

    /** The escaped text, its middle left out when it is longer than {@code most} characters. */
    public static String brief(String text, int most) {
        if (text.length() <= most) {
            return escaped(text);
        }
        int half = most / 2;
        return escaped(text.substring(0, half)) + "… (" + (text.length() - 2 * half) + " characters left out) …"
                + escaped(text.substring(text.length() - half));
    }
}
