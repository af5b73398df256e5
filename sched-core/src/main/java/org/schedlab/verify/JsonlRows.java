package org.schedlab.verify;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.InvalidInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rows of a JSON Lines file whose first line is a header object, one at a time. Every malformed row is refused with file and line. Confined to
 * one thread.
 */
public final class JsonlRows implements Closeable {
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();

    /** Members that only count rows. */
    private static final Set<String> POSITIONS = Set.of("q", "s", "i", "seq", "step");

    private static final long DEFAULT_TICK_NS = 1_000_000;
    private static final long SECOND_NS = 1_000_000_000;

    private final GoldenLines lines;
    private final Set<String> present = new TreeSet<>();
    private final Set<String> asked = new HashSet<>(POSITIONS);
    private JsonNode header;
    private JsonNode row;

    private JsonlRows(GoldenLines lines, JsonNode empty) {
        this.lines = lines;
        this.header = empty;
        this.row = empty;
    }

    /** Opens a file and reads its header. */
    public static JsonlRows open(Path file) throws IOException {
        GoldenLines lines = GoldenLines.open(file);
        try {
            JsonlRows rows = new JsonlRows(lines, MAPPER.createObjectNode());
            if (!rows.next()) {
                throw lines.problem("file is empty", "its header line was lost");
            }
            rows.header = rows.row;
            rows.present.clear();
            return rows;
        } catch (IOException | RuntimeException e) {
            lines.close();
            throw e;
        }
    }

    /** Returns the object of the first line. */
    public JsonNode header() {
        return header;
    }

    /** Returns the tick that the header names, in ns; files that do not were made with HZ 1000. */
    public long tickNs() {
        JsonNode tick = header.get("tick_nsec");
        long ns = tick == null ? DEFAULT_TICK_NS : num(tick, "tick_nsec");
        if (ns < 1 || ns > SECOND_NS) {
            throw problem("tick_nsec (" + ns + ") is not a tick of 1 ns to 1 s");
        }
        return ns;
    }

    /** Moves to the next row; returns false after the last. */
    public boolean next() throws IOException {
        String line = lines.next();
        if (line == null) {
            return false;
        }
        try {
            row = MAPPER.readTree(line);
        } catch (JacksonException e) {
            throw lines.problem("line is not JSON (" + e.getOriginalMessage() + ")", "the file was cut");
        }
        if (!row.isObject()) {
            throw lines.problem("line is not a JSON object", null);
        }
        present.addAll(row.propertyNames());
        return true;
    }

    /** Returns the line of the current row, counted from 1 with the header. */
    public long line() {
        return lines.line();
    }

    /** Returns the object of the current row, without taking its members for looked at. */
    public JsonNode row() {
        return row;
    }

    /** Takes members for looked at: those that only say again what others of the row say, or that {@link GoldenKind#without()} names. */
    public void passOver(String... names) {
        asked.addAll(List.of(names));
    }

    /** Whether the current row has a member. */
    public boolean has(String name) {
        asked.add(name);
        return row.has(name);
    }

    /** Returns the first member of any row that nobody asked for, or null. */
    @Nullable
    String unaskedMember() {
        for (String name : present) {
            if (!asked.contains(name)) {
                return name;
            }
        }
        return null;
    }

    /** Returns a member of the current row. */
    public JsonNode get(String name) {
        asked.add(name);
        return member(row, name);
    }

    /** Returns a number of the current row. */
    public long num(String name) {
        return num(get(name), name);
    }

    /** Returns a text of the current row. */
    public String text(String name) {
        return get(name).asString();
    }

    /** Returns a member of an object, refusing the row if it has none of that name. */
    public JsonNode member(JsonNode object, String name) {
        JsonNode member = object.get(name);
        if (member == null) {
            throw problem("member (" + name + ") is missing");
        }
        return member;
    }

    /** Returns a number; values beyond 2^63 come out as the same bits, negative. */
    public long num(JsonNode node, String name) {
        if (!node.isIntegralNumber() || node.bigIntegerValue().bitLength() > Long.SIZE) {
            throw problem("member (" + name + ") is not a 64-bit number");
        }
        return node.isBigInteger() ? node.bigIntegerValue().longValue() : node.longValue();
    }

    /** Returns the array of numbers of a member, refusing the row if its length is another. */
    public long[] nums(JsonNode array, String name, int length) {
        if (!array.isArray() || array.size() != length) {
            throw problem("member (" + name + ") is not an array of " + length);
        }
        long[] values = new long[length];
        for (int i = 0; i < length; i++) {
            values[i] = num(array.get(i), name);
        }
        return values;
    }

    /** Makes the refusal of the current row. */
    public InvalidInputException problem(String what) {
        return lines.problem(what, null);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
