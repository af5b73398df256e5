package org.schedlab.mechanism;

import org.schedlab.spi.Settings;
import org.schedlab.topology.Topology;

/**
 * A cgroup file system without tasks and load: tells before a run what the kernel would refuse in it. Refusals are
 * {@link org.schedlab.topology.input.InvalidInputException}s. Paths as in {@link GroupTree}. One thread.
 */
public interface GroupRehearsal {

    /** Whether there is such a group. */
    boolean exists(String path);

    /** Makes a group below one that exists. */
    void create(String path);

    /** Removes a group without groups below. */
    void remove(String path);

    /** Writes a control file. */
    void write(String path, String file, String value);

    /** Makes rehearsals. A service of a plugin ({@link org.schedlab.spi.SchedPlugin#services}); stateless. */
    @FunctionalInterface
    interface Factory {

        /** A file system with the root group alone, of the kernel that the settings describe. */
        GroupRehearsal create(Settings settings, Topology topology);
    }
}
