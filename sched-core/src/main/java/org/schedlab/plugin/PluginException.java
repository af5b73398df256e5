package org.schedlab.plugin;

import java.util.List;
import java.util.stream.Collectors;

/** A plugin that was asked for cannot be used. The tool exits with status 4. */
public final class PluginException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<PluginProblem> problems;

    public PluginException(List<PluginProblem> problems) {
        super(
                problems.stream().map(PluginProblem::text).collect(Collectors.joining(System.lineSeparator())),
                problems.isEmpty() ? null : problems.get(0).cause());
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("a plugin that cannot be used has at least one problem");
        }
        this.problems = List.copyOf(problems);
    }

    /** All faults, never empty. */
    public List<PluginProblem> problems() {
        return problems;
    }
}
