package org.schedlab.topology.input;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Input that cannot be used, with every fault that was found in it, in the order of the input. The tool exits with status 3. */
public final class InvalidInputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<InputProblem> problems;

    public InvalidInputException(List<InputProblem> problems) {
        super(problems.stream().map(InputProblem::message).collect(Collectors.joining(System.lineSeparator())));
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("an invalid input has at least one problem");
        }
        this.problems = List.copyOf(problems);
    }

    /** A single fault; parameters as in {@link InputProblem}. */
    public InvalidInputException(String source, int line, String what, @Nullable String maybe) {
        this(List.of(new InputProblem(source, line, what, maybe)));
    }

    /** All faults, never empty. */
    public List<InputProblem> problems() {
        return problems;
    }
}
