package org.schedlab.workload.text;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Printable;

/**
 * Reads JSON as it is found in the wild: with block and line comments, trailing commas, keys that occur twice, keys that stand alone
 * ({@code "suspend",}), tabs and single quotes. Everything else is as strict as RFC 8259. Depth is limited to {@value #MAX_DEPTH}; time and
 * memory are linear in the text. A fault of the syntax ends the reading with one {@link InvalidInputException}. One thread.
 */
public final class LenientJson {

    /** Deeper nesting is refused. */
    public static final int MAX_DEPTH = 100;

    private static final char END = '\0';

    private final String source;
    private final String text;
    private int pos;
    private int line = 1;
    private int depth;

    private LenientJson(InputText input) {
        this.source = input.source();
        this.text = input.text();
    }

    /** The tree of a text that holds one value. */
    public static Node parse(InputText input) {
        LenientJson reader = new LenientJson(input);
        reader.skipSpace();
        if (reader.atEnd()) {
            throw reader.fault(reader.line, "the file is empty", "it was cut, or another file was meant.");
        }
        Node node = reader.value();
        reader.skipSpace();
        if (!reader.atEnd()) {
            throw reader.fault(
                    reader.line,
                    "text (" + reader.here() + ") follows the end of the value",
                    "a brace closes too early");
        }
        return node;
    }

    private Node value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"', '\'' -> text();
            default -> word();
        };
    }

    private Node text() {
        int startLine = line;
        return new Node.Text(startLine, string());
    }

    private Node object() {
        int startLine = line;
        enter();
        List<Node.Member> members = new ArrayList<>();
        while (true) {
            skipSpace();
            char c = peek();
            if (c == '}') {
                pos++;
                break;
            }
            if (c != '"' && c != '\'') {
                throw unexpected("a key in quotes or }", "object", startLine);
            }
            int keyLine = line;
            String key = string();
            skipSpace();
            Node value = null;
            if (peek() == ':') {
                pos++;
                skipSpace();
                value = value();
                skipSpace();
            }
            members.add(new Node.Member(key, keyLine, value));
            if (!comma('}', "object", startLine)) {
                break;
            }
        }
        depth--;
        return new Node.Obj(startLine, members);
    }

    private Node array() {
        int startLine = line;
        enter();
        List<Node> items = new ArrayList<>();
        while (true) {
            skipSpace();
            if (peek() == ']') {
                pos++;
                break;
            }
            if (peek() == ',') {
                throw unexpected("a value or ]", "list", startLine);
            }
            if (atEnd()) {
                throw truncated("list", startLine);
            }
            items.add(value());
            skipSpace();
            if (!comma(']', "list", startLine)) {
                break;
            }
        }
        depth--;
        return new Node.Arr(startLine, items);
    }

    /** True: another element may follow. False: the closing bracket was taken. */
    private boolean comma(char close, String what, int startLine) {
        char c = peek();
        if (c == ',') {
            pos++;
            return true;
        }
        if (c == close && !atEnd()) {
            pos++;
            return false;
        }
        throw unexpected("a comma or " + close, what, startLine);
    }

    private void enter() {
        pos++;
        if (++depth > MAX_DEPTH) {
            throw fault(line, "brackets are nested deeper than " + MAX_DEPTH, "a bracket is never closed.");
        }
    }

    private String string() {
        int startLine = line;
        char quote = peek();
        pos++;
        StringBuilder out = new StringBuilder();
        while (true) {
            if (atEnd()) {
                throw fault(startLine, "the file ends within a text", "the file was cut off, or a quote is missing");
            }
            char c = text.charAt(pos++);
            if (c == quote) {
                return out.toString();
            }
            if (c == '\n') {
                throw fault(
                        startLine,
                        "the line ends within a text (" + Printable.quoted(out.toString()) + ")",
                        "a quote is missing");
            }
            out.append(c == '\\' ? escape() : c);
        }
    }

    private char escape() {
        char c = peek();
        pos++;
        return switch (c) {
            case '"', '\'', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw fault(line, "the escape (\\" + c + ") is not known", "a backslash must be written twice");
        };
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(peek(), 16);
            if (digit < 0) {
                throw fault(line, "\\u needs four hexadecimal digits", "the backslash was meant to be doubled.");
            }
            code = code << 4 | digit;
            pos++;
        }
        return (char) code;
    }

    private Node word() {
        int startLine = line;
        int start = pos;
        while (!atEnd() && isWordPart(text.charAt(pos))) {
            pos++;
        }
        String word = text.substring(start, pos);
        return switch (word) {
            case "true" -> new Node.Bool(startLine, true);
            case "false" -> new Node.Bool(startLine, false);
            case "null" -> new Node.Null(startLine);
            default -> number(startLine, word);
        };
    }

    private Node number(int startLine, String word) {
        if (word.isEmpty()) {
            if (atEnd()) {
                throw fault(startLine, "the file ends where a value is expected", "the file was cut off");
            }
            throw fault(startLine, "a value is expected before (" + here() + ")", "the file was cut here.");
        }
        BigDecimal value = isJsonNumber(word) ? Nodes.number(word) : null;
        if (value == null) {
            throw fault(startLine, "(" + Printable.quoted(word) + ") is not a JSON value", "it needs quotes");
        }
        return new Node.Num(startLine, value);
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '-' || c == '+' || c == '.' || c == '_';
    }

    /** RFC 8259 number: no plus sign in front, no leading zeros, digits on both sides of the point. */
    private static boolean isJsonNumber(String word) {
        int i = word.startsWith("-") ? 1 : 0;
        int integer = digits(word, i);
        if (integer == i || (word.charAt(i) == '0' && integer > i + 1)) {
            return false;
        }
        i = integer;
        if (i < word.length() && word.charAt(i) == '.') {
            int fraction = digits(word, i + 1);
            if (fraction == i + 1) {
                return false;
            }
            i = fraction;
        }
        if (i < word.length() && (word.charAt(i) == 'e' || word.charAt(i) == 'E')) {
            i++;
            if (i < word.length() && (word.charAt(i) == '+' || word.charAt(i) == '-')) {
                i++;
            }
            int exponent = digits(word, i);
            if (exponent == i) {
                return false;
            }
            i = exponent;
        }
        return i == word.length();
    }

    private static int digits(String word, int from) {
        int i = from;
        while (i < word.length() && word.charAt(i) >= '0' && word.charAt(i) <= '9') {
            i++;
        }
        return i;
    }

    private void skipSpace() {
        while (!atEnd()) {
            char c = text.charAt(pos);
            if (c == '\n') {
                line++;
                pos++;
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
                pos++;
            } else if (c == '/' && pos + 1 < text.length() && text.charAt(pos + 1) == '/') {
                int end = text.indexOf('\n', pos);
                pos = end < 0 ? text.length() : end;
            } else if (c == '/' && pos + 1 < text.length() && text.charAt(pos + 1) == '*') {
                blockComment();
            } else {
                return;
            }
        }
    }

    private void blockComment() {
        int startLine = line;
        int end = text.indexOf("*/", pos + 2);
        if (end < 0) {
            throw fault(startLine, "the file ends within a comment", "*/ is missing");
        }
        for (int i = pos; i < end; i++) {
            if (text.charAt(i) == '\n') {
                line++;
            }
        }
        pos = end + 2;
    }

    private boolean atEnd() {
        return pos >= text.length();
    }

    private char peek() {
        return pos < text.length() ? text.charAt(pos) : END;
    }

    private String here() {
        return Printable.quoted(
                text.substring(pos, Math.min(text.length(), pos + 10)).strip());
    }

    private InvalidInputException unexpected(String expected, String what, int startLine) {
        if (atEnd()) {
            return truncated(what, startLine);
        }
        return fault(
                line,
                expected + " is expected before (" + here() + ") in the " + what + " of line " + startLine,
                "a comma, a colon or a quote is missing.");
    }

    private InvalidInputException truncated(String what, int startLine) {
        return fault(
                line, "the file ends within the " + what + " that began on line " + startLine, "the file was cut off");
    }

    private InvalidInputException fault(int atLine, String what, @Nullable String maybe) {
        return new InvalidInputException(source, atLine, what, maybe);
    }
}
