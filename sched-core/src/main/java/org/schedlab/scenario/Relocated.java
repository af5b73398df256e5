package org.schedlab.scenario;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.plugin.PluginCode;
import org.schedlab.plugin.PluginException;
import org.schedlab.plugin.PluginProblem;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;

/** Collects problems that libraries report without a place, and gives them the place where the user wrote the value. One thread. */
final class Relocated {

    private final List<InputProblem> problems = new ArrayList<>();

    /** Something that may refuse a value. */
    interface Lookup<T, R> {
        R of(T value);
    }

    /** The answer, or null after noting the problems. */
    <T, R> @Nullable R look(Located<T> located, Lookup<T, R> lookup) {
        try {
            return lookup.of(located.value());
        } catch (InvalidInputException e) {
            for (InputProblem problem : e.problems()) {
                add(located, problem.what(), problem.maybe());
            }
            return null;
        } catch (PluginException e) {
            for (PluginProblem problem : e.problems()) {
                if (problem.code() != PluginCode.CONFIG_KEY && problem.code() != PluginCode.CONFIG_VALUE) {
                    throw e;
                }
                add(
                        located,
                        problem.plugin() + ": " + problem.message() + " ["
                                + problem.code().key() + "]",
                        problem.hint());
            }
            return null;
        }
    }

    void add(Located<?> located, String what, @Nullable String maybe) {
        problems.add(new InputProblem(located.source(), located.line(), what, maybe));
    }

    List<InputProblem> all() {
        return List.copyOf(problems);
    }

    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new InvalidInputException(problems);
        }
    }
}
