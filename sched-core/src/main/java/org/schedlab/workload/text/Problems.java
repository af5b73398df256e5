package org.schedlab.workload.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;

/** Collects the faults of one text, at most {@value #MAX}: more would not be read by anybody. One thread. */
public final class Problems {

    private static final int MAX = 100;

    private final String source;
    private final List<InputProblem> problems = new ArrayList<>();
    private int left;

    public Problems(String source) {
        this.source = source;
    }

    public String source() {
        return source;
    }

    /** Notes a fault; parameters as in {@link InputProblem}. */
    public void add(int line, String what, @Nullable String maybe) {
        if (problems.size() < MAX) {
            problems.add(new InputProblem(source, line, what, maybe));
        } else {
            left++;
        }
    }

    /** Takes over what another reader found. */
    public void addAll(InvalidInputException found) {
        for (InputProblem problem : found.problems()) {
            if (problems.size() < MAX) {
                problems.add(problem);
            } else {
                left++;
            }
        }
    }

    /** Faults noted so far. */
    public int count() {
        return problems.size() + left;
    }

    /** Ends the reading with all faults, by line, if there are any. */
    public void throwIfAny() {
        if (problems.isEmpty()) {
            return;
        }
        List<InputProblem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparingInt(InputProblem::line));
        if (left > 0) {
            sorted.add(new InputProblem(source, 0, left + " more faults are not shown", null));
        }
        throw new InvalidInputException(sorted);
    }
}
