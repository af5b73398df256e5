package org.schedlab.cgroup;

import org.schedlab.mechanism.GroupRehearsal;
import org.schedlab.spi.Settings;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;

/** A rehearsal on settings alone. The first file that only one version has decides which version it is. One thread. */
final class Rehearsal implements GroupRehearsal {

    private final SettingsTreeBuilder tree = new SettingsTreeBuilder();

    Rehearsal(Settings settings, Topology topology) {
        tree.limitCpus(topology.possible());
        tree.limitFiles(ReleaseFiles.of(settings));
    }

    @Override
    public boolean exists(String path) {
        return tree.has(path);
    }

    @Override
    public void create(String path) {
        attempt(path, () -> tree.create(path));
    }

    @Override
    public void remove(String path) {
        attempt(path, () -> tree.remove(path));
    }

    @Override
    public void write(String path, String file, String value) {
        attempt(path, () -> tree.write(path, file, value));
    }

    /** Runs a step and turns the kernel's refusal into a problem of the input. */
    static void attempt(String path, Runnable step) {
        try {
            step.run();
        } catch (WriteRefusedException e) {
            throw new InvalidInputException(path, 0, String.valueOf(e.getMessage()), e.maybe());
        }
    }
}
