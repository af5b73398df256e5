package org.schedlab.topology.read;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.schedlab.topology.input.InvalidInputException;

/** Which parts of a synthetic string may hold which: otherwise the threads of a core would be in two packages, nodes or caches. Stateless. */
final class SyntheticOrder {

    /** A level from the outside in, its type in its short name. */
    record Part(String type, int count) {}

    private static final String HINT = "the order is machine, package or numa, die, l3, l2, l1, core, pu.";

    private SyntheticOrder() {}

    /**
     * Checks the order of levels.
     *
     * @throws InvalidInputException when a level is there twice or inside one that it cannot be in
     */
    static void check(String text, List<Part> parts) {
        Set<String> seen = new HashSet<>();
        int cache = Integer.MAX_VALUE;
        for (Part part : parts) {
            String type = part.type();
            if (!type.equals("group") && !seen.add(type)) {
                throw refused(text, "level (" + type + ") is there twice");
            }
            switch (type) {
                case "machine" -> {
                    if (part.count() != 1 || seen.size() > 1) {
                        throw refused(text, "machine (" + part.count() + ") is not one around all others");
                    }
                }
                case "package", "numanode", "die" -> {
                    checkOutside(text, type, "core", seen);
                    checkOutside(text, type, "pu", seen);
                }
                case "pu", "core", "group" -> checkOutside(text, type, "pu", without(seen, type));
                default -> {
                    int level = type.charAt(1) - '0';
                    if (level > cache) {
                        throw refused(text, "cache (" + type + ") is inside l" + cache);
                    }
                    cache = level;
                    if (part.count() > 1) {
                        checkOutside(text, type, "core", seen);
                    }
                }
            }
            if (type.equals("package")) {
                checkOutside(text, type, "die", seen);
            }
        }
    }

    private static Set<String> without(Set<String> seen, String type) {
        Set<String> others = new HashSet<>(seen);
        others.remove(type);
        return others;
    }

    private static void checkOutside(String text, String type, String around, Set<String> seen) {
        if (seen.contains(around)) {
            throw refused(text, "level (" + type + ") is inside " + around);
        }
    }

    private static InvalidInputException refused(String text, String what) {
        return new InvalidInputException(text, 0, what, HINT);
    }
}
