package org.schedlab.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.RunSpec;
import org.schedlab.engine.Simulation;
import org.schedlab.mechanism.GroupTreeFactory;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.trace.SchedObserver;

/**
 * A run with its policies, ready to be simulated once: the policies belong to that one simulation.
 *
 * @param spec what determines it
 * @param pick fresh
 * @param placement fresh
 * @param groups makes the task groups, or null in a run without
 * @param notes what the scenario uses and a policy ignores
 */
public record ComposedRun(
        RunSpec spec,
        PickPolicy<?, ?> pick,
        PlacementPolicy placement,
        @Nullable GroupTreeFactory groups,
        List<String> notes) {

    public ComposedRun {
        notes = List.copyOf(notes);
    }

    /** The simulation, watched by some observers. */
    public Simulation simulation(List<? extends SchedObserver> observers) {
        return new Simulation(spec, pick, placement, groups, List.copyOf(observers));
    }
}
