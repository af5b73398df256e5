package org.schedlab.mechanism;

import org.schedlab.spi.Settings;
import org.schedlab.topology.Topology;

/** Makes the task groups of a run. A service of a plugin ({@link org.schedlab.spi.SchedPlugin#services}); stateless. */
@FunctionalInterface
public interface GroupTreeFactory {

    /** Makes a tree with the root group alone. */
    GroupTree create(Settings settings, Topology topology, GroupDriver driver);
}
