package org.schedlab.topology.read;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;

/** Gathers the faults of one source: the first few in full, the others as a count. Confined to one read. */
final class Problems {

    private static final int MOST = 3;

    private final List<InputProblem> found = new ArrayList<>();
    private int more;

    void add(String place, int line, String what, @Nullable String maybe) {
        if (found.size() < MOST) {
            found.add(new InputProblem(place, line, what, maybe));
        } else {
            more++;
        }
    }

    boolean any() {
        return !found.isEmpty();
    }

    void throwIfAny() {
        if (any()) {
            if (more > 0) {
                InputProblem last = found.get(found.size() - 1);
                String what = last.what() + " (and " + more + " more problems)";
                found.set(found.size() - 1, new InputProblem(last.source(), last.line(), what, last.maybe()));
            }
            throw new InvalidInputException(found);
        }
    }
}
