package org.schedlab.workload.text;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.Printable;

/** A value of a JSON or YAML text with the line where it begins, counted from 1. Immutable. */
public sealed interface Node {

    int line();

    /** What people call this kind of value: {@code an object}, {@code a number}. */
    String kind();

    /** The value as it may be quoted in a message; long ones are cut. */
    String shown();

    /**
     * A key and what it stands for.
     *
     * @param key as written, without quotes
     * @param line where the key stands
     * @param value null when the key stands alone, without a colon, as in {@code "suspend",}
     */
    record Member(String key, int line, @Nullable Node value) {}

    /** Keys and values in the order of the text; a key may occur more than once. */
    record Obj(int line, List<Member> members) implements Node {
        public Obj {
            members = List.copyOf(members);
        }

        /** The last member of this name, which is the one that other readers of such files keep, or null. */
        public @Nullable Member last(String key) {
            for (int i = members.size() - 1; i >= 0; i--) {
                if (members.get(i).key().equals(key)) {
                    return members.get(i);
                }
            }
            return null;
        }

        @Override
        public String kind() {
            return "an object";
        }

        @Override
        public String shown() {
            return "{…}";
        }
    }

    /** Values in order. */
    record Arr(int line, List<Node> items) implements Node {
        public Arr {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "a list";
        }

        @Override
        public String shown() {
            return items.isEmpty() ? "[]" : "[…]";
        }
    }

    /** A text; in YAML every plain word that is not a number, true, false or null. */
    record Text(int line, String value) implements Node {
        @Override
        public String kind() {
            return "a text";
        }

        @Override
        public String shown() {
            return Printable.quoted(value);
        }
    }

    /** A number, exactly as written. */
    record Num(int line, BigDecimal value) implements Node {
        @Override
        public String kind() {
            return "a number";
        }

        @Override
        public String shown() {
            return Printable.quoted(value.toString());
        }
    }

    /** True or false. */
    record Bool(int line, boolean value) implements Node {
        @Override
        public String kind() {
            return "true or false";
        }

        @Override
        public String shown() {
            return String.valueOf(value);
        }
    }

    /** The word null, or nothing at all. */
    record Null(int line) implements Node {
        @Override
        public String kind() {
            return "null";
        }

        @Override
        public String shown() {
            return "null";
        }
    }
}
