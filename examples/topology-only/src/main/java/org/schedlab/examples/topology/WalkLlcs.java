package org.schedlab.examples.topology;

import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;
import org.schedlab.topology.read.TopologyReaders;

/** Reads the machine named by the first argument, a file or a string such as {@code 2s 10c 2t}, and walks its last level caches. */
public final class WalkLlcs {

    private WalkLlcs() {}

    public static void main(String[] args) {
        Topology machine = TopologyReaders.read(args.length > 0 ? args[0] : "2s 2l 4c 2t");
        System.out.println(machine);
        for (int llc = 0; llc < machine.groupCount(TopologyLevel.LLC); llc++) {
            System.out.println("llc " + llc + ": cpus " + machine.groupCpus(TopologyLevel.LLC, llc));
        }
    }
}
