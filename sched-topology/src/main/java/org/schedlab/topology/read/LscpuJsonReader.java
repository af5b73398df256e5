package org.schedlab.topology.read;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON of {@code lscpu -J} and {@code lscpu -e -J}. Some versions print a bare {@code -} or nothing for a missing value, or a decimal comma,
 * which is not JSON; they are read as meant. What {@code -J} alone cannot tell is said at {@link LscpuTextReader}.
 */
public final class LscpuJsonReader implements TopologyReader {

    /** A value that is a bare dash, or nothing at all. */
    private static final Pattern NO_VALUE =
            Pattern.compile("(\"[A-Za-z0-9:%]+\"\\s*:[ \\t]*)-?(?=[ \\t]*\\R?[ \\t]*[,}\\]])");

    /** A frequency with the decimal comma of some languages. */
    private static final Pattern COMMA = Pattern.compile("(\"(?:max|min)?mhz\"\\s*:\\s*\\d+),(?=\\d)");

    private static final int NULL_CHARS = "null".length();
    private static final Pattern FIRST_KEY = Pattern.compile("\\s*\\{\\s*\"(cpus|lscpu)\"\\s*:[\\s\\S]*");
    private static final int MAX_DEPTH = 32;

    @Override
    public String format() {
        return "lscpu -J";
    }

    @Override
    public int confidence(TopologySource source) {
        return source.isFile() && FIRST_KEY.matcher(source.headText()).matches() ? 95 : 0;
    }

    @Override
    public Topology read(TopologySource source) {
        String written = source.text();
        String text =
                COMMA.matcher(NO_VALUE.matcher(written).replaceAll("$1null")).replaceAll("$1.");
        LscpuTable table = new LscpuTable(source.name());
        LscpuSummary summary = new LscpuSummary(source.name());
        boolean perCpu = false;
        Deque<Map<String, String>> open = new ArrayDeque<>();
        Deque<Integer> lines = new ArrayDeque<>();
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                switch (token) {
                    case START_OBJECT -> {
                        if (open.size() == MAX_DEPTH) {
                            throw new InvalidInputException(
                                    source.name(), line(json), "objects nest deeper than " + MAX_DEPTH, null);
                        }
                        open.push(new LinkedHashMap<>());
                        lines.push(line(json));
                    }
                    case END_OBJECT -> finish(source.name(), open.pop(), lines.pop(), perCpu, table, summary);
                    case PROPERTY_NAME ->
                        perCpu |= open.size() == 1 && json.currentName().equals("cpus");
                    case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
                        put(source.name(), json, open, json.getString());
                    case VALUE_NULL -> put(source.name(), json, open, "-");
                    default -> {
                        // Arrays add nothing.
                    }
                }
            }
        } catch (JacksonException e) {
            throw broken(source.name(), written, e);
        }
        return perCpu ? table.build() : summary.build();
    }

    private static InvalidInputException broken(String name, String written, JacksonException e) {
        int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
        int column = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getColumnNr());
        String at = line == 0 ? "" : " at column " + columnAsWritten(written, line, column);
        InvalidInputException problem = new InvalidInputException(
                name,
                line,
                "the JSON is broken" + at + " (" + CpuLists.shortened(String.valueOf(e.getOriginalMessage())) + ")",
                "the file is cut short.");
        problem.initCause(e);
        return problem;
    }

    /** The column in the file, where a missing value is shorter than the word that was read instead. */
    private static int columnAsWritten(String written, int line, int column) {
        String text = written.lines().skip(line - 1L).findFirst().orElse("");
        Matcher missing = NO_VALUE.matcher(text);
        int shift = 0;
        while (missing.find() && missing.end() + shift < column) {
            shift += NULL_CHARS - (missing.end() - missing.end(1));
        }
        return Math.max(1, column - shift);
    }

    private static void put(String name, JsonParser json, Deque<Map<String, String>> open, String value) {
        String key = json.currentName();
        if (!open.isEmpty() && key != null && open.element().putIfAbsent(key, value) != null) {
            throw new InvalidInputException(
                    name, line(json), "key (" + CpuLists.shortened(key) + ") is there twice", "one of the two can go.");
        }
    }

    private static int line(JsonParser json) {
        return Math.max(0, json.currentTokenLocation().getLineNr());
    }

    private static void finish(
            String name, Map<String, String> object, int line, boolean perCpu, LscpuTable table, LscpuSummary summary) {
        if (perCpu && !object.isEmpty()) {
            table.row(line, LscpuColumns.of(name, line, object.keySet()), List.copyOf(object.values()));
        }
        String field = object.get("field");
        if (!perCpu && field != null) {
            summary.field(line, field, object.getOrDefault("data", ""));
        }
    }
}
