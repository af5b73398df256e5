package org.schedlab.workload.text;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Printable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads one YAML document as a tree with lines. Anchors and aliases are refused: they let a small file stand for an endless one. Depth is
 * limited as in {@link LenientJson}. A fault of the syntax ends the reading with one {@link InvalidInputException}. One thread.
 */
public final class YamlTree {

    private static final YAMLMapper MAPPER = new YAMLMapper();

    private final String source;
    private final JsonParser parser;

    private YamlTree(String source, JsonParser parser) {
        this.source = source;
        this.parser = parser;
    }

    /** The tree of a text that holds one document. */
    public static Node parse(InputText input) {
        try (JsonParser parser = MAPPER.createParser(input.text())) {
            YamlTree reader = new YamlTree(input.source(), parser);
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new InvalidInputException(
                        input.source(), 1, "the file is empty", "it was cut, or another file was meant.");
            }
            Node node = reader.value(first, 0);
            if (parser.nextToken() != null) {
                throw reader.fault("a second document begins", "the line --- can go.");
            }
            return node;
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
            throw new InvalidInputException(
                    input.source(), line, "this is not YAML: " + firstLine(e.getOriginalMessage()), null);
        }
    }

    private Node value(JsonToken token, int depth) {
        int line = line();
        refuseAnchor();
        if (depth > LenientJson.MAX_DEPTH) {
            throw fault("values are nested deeper than " + LenientJson.MAX_DEPTH, "a bracket is never closed.");
        }
        return switch (token) {
            case START_OBJECT -> object(line, depth);
            case START_ARRAY -> array(line, depth);
            case VALUE_TRUE -> new Node.Bool(line, true);
            case VALUE_FALSE -> new Node.Bool(line, false);
            case VALUE_NULL -> new Node.Null(line);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(line);
            default -> new Node.Text(line, parser.getString());
        };
    }

    /** What Jackson takes for a number and this project does not, such as 0x1f and 1_000, stays a text. */
    private Node number(int line) {
        String text = parser.getString();
        BigDecimal number = Nodes.number(text);
        return number == null ? new Node.Text(line, text) : new Node.Num(line, number);
    }

    private Node object(int line, int depth) {
        List<Node.Member> members = new ArrayList<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            int keyLine = line();
            refuseAnchor();
            Node value = value(parser.nextToken(), depth + 1);
            members.add(new Node.Member(key, keyLine, value));
        }
        return new Node.Obj(line, members);
    }

    private Node array(int line, int depth) {
        List<Node> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(value(token, depth + 1));
        }
        return new Node.Arr(line, items);
    }

    private void refuseAnchor() {
        if (parser.getObjectId() != null || parser.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT) {
            throw fault("anchors and aliases (&, *) are not read", "the value can be written twice.");
        }
    }

    private int line() {
        return Math.max(1, parser.currentTokenLocation().getLineNr());
    }

    private InvalidInputException fault(String what, @Nullable String maybe) {
        return new InvalidInputException(source, line(), what, maybe);
    }

    private static String firstLine(@Nullable String text) {
        return text == null ? "" : Printable.quoted(text.lines().findFirst().orElse(""));
    }
}
