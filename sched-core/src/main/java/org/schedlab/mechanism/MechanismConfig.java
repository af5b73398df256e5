package org.schedlab.mechanism;

import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.Settings;
import org.schedlab.topology.Topology;

/**
 * What a mechanism is made of.
 *
 * @param topology the machine
 * @param settings the resolved switches and tunables; {@link Mechanism#SWITCHES} must be known to it
 * @param pick the fair discipline
 * @param hooks what is done on each level besides the discipline's steps
 * @param lazyPreemption whether a lazy request to reschedule waits for the tick (PREEMPT_LAZY)
 */
public record MechanismConfig(
        Topology topology, Settings settings, PickPolicy<?, ?> pick, LevelHooks hooks, boolean lazyPreemption) {

    /**
     * A plain machine.
     *
     * @param loadTracking whether load averages are kept; without them every load and utilisation reads 0
     */
    public MechanismConfig(
            Topology topology, Settings settings, PickPolicy<?, ?> pick, boolean loadTracking, boolean lazyPreemption) {
        this(topology, settings, pick, loadTracking ? new LoadTracking(settings) : LevelHooks.NONE, lazyPreemption);
    }
}
