package org.schedlab.topology.read;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON of {@code lscpu -J} and {@code lscpu -e -J}. Some versions print a bare {@code -} for a missing value, which is not JSON; it is read
 * as missing. What {@code -J} alone cannot tell is said at {@link LscpuTextReader}.
 */
public final class LscpuJsonReader implements TopologyReader {

    private static final Pattern BARE_DASH = Pattern.compile(":(\\s*)-(?=\\s*[,}\\]])");
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
        String text = BARE_DASH.matcher(source.text()).replaceAll(":$1null");
        LscpuTable table = new LscpuTable(source.name());
        LscpuSummary summary = new LscpuSummary(source.name());
        boolean perCpu = false;
        Deque<Map<String, String>> open = new ArrayDeque<>();
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                switch (token) {
                    case START_OBJECT -> {
                        if (open.size() == MAX_DEPTH) {
                            throw new InvalidInputException(
                                    source.name(), line(json), "objects nest deeper than " + MAX_DEPTH, null);
                        }
                        open.push(new TreeMap<>());
                    }
                    case END_OBJECT -> finish(open.pop(), line(json), perCpu, table, summary);
                    case PROPERTY_NAME ->
                        perCpu |= open.size() == 1 && json.currentName().equals("cpus");
                    case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> {
                        if (!open.isEmpty() && json.currentName() != null) {
                            open.element().put(json.currentName(), json.getString());
                        }
                    }
                    case VALUE_NULL -> {
                        if (!open.isEmpty() && json.currentName() != null) {
                            open.element().put(json.currentName(), "-");
                        }
                    }
                    default -> {
                        // Arrays add nothing.
                    }
                }
            }
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
            InvalidInputException problem = new InvalidInputException(
                    source.name(),
                    line,
                    "the JSON is broken (" + CpuLists.shortened(String.valueOf(e.getOriginalMessage())) + ")",
                    "the file is cut short.");
            problem.initCause(e);
            throw problem;
        }
        return perCpu ? table.build() : summary.build();
    }

    private static int line(JsonParser json) {
        return Math.max(0, json.currentTokenLocation().getLineNr());
    }

    private static void finish(
            Map<String, String> object, int line, boolean perCpu, LscpuTable table, LscpuSummary summary) {
        if (perCpu && !object.isEmpty()) {
            table.row(line, object);
        }
        String field = object.get("field");
        if (!perCpu && field != null) {
            summary.field(line, field, object.getOrDefault("data", ""));
        }
    }
}
