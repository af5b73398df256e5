package org.schedlab.topology.read;

import java.util.BitSet;
import java.util.Map;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Puts the CPUs of an hwloc file into its memory nodes. Confined to one read.
 *
 * @param name what messages call the file
 * @param line line of the machine
 * @param cpusOfNode CPUs by the node's number, empty when they are not told
 * @param nodesOfCpu node numbers that processing units tell themselves
 */
record HwlocNodes(String name, int line, Map<Integer, BitSet> cpusOfNode, Map<Integer, BitSet> nodesOfCpu) {

    private static final int NONE = -1;

    /**
     * Every CPU belongs to one node: the one with the fewest CPUs, then the lowest number. Further nodes at the same place hold memory only
     * (high bandwidth, non-volatile), as the kernel has it. CPUs that say they have no node go to the first one.
     *
     * @throws InvalidInputException when a CPU names a node that does not name it, or is in none without saying so
     */
    void place(MachineDraft draft) {
        if (cpusOfNode.isEmpty()) {
            return;
        }
        boolean told = cpusOfNode.values().stream().anyMatch(cpus -> !cpus.isEmpty());
        for (int cpu = draft.described.nextSetBit(0); cpu >= 0; cpu = draft.described.nextSetBit(cpu + 1)) {
            BitSet named = nodesOfCpu.get(cpu);
            int best = smallest(cpu);
            boolean homeless = best == NONE && told && (named == null || !named.isEmpty());
            if (homeless || (named != null && contradicts(cpu, named))) {
                throw new InvalidInputException(
                        name,
                        line,
                        "cpu (" + cpu + ") is not in the cpuset of its NUMANode",
                        "the file was cut or edited.");
            }
            draft.node(cpu, best == NONE ? cpusOfNode.keySet().iterator().next() : best);
        }
    }

    private int smallest(int cpu) {
        int best = NONE;
        int fewest = Integer.MAX_VALUE;
        for (Map.Entry<Integer, BitSet> node : cpusOfNode.entrySet()) {
            if (node.getValue().get(cpu) && node.getValue().cardinality() < fewest) {
                best = node.getKey();
                fewest = node.getValue().cardinality();
            }
        }
        return best;
    }

    private boolean contradicts(int cpu, BitSet named) {
        for (int node = named.nextSetBit(0); node >= 0; node = named.nextSetBit(node + 1)) {
            BitSet cpus = cpusOfNode.get(node);
            if (cpus != null && !cpus.isEmpty() && !cpus.get(cpu)) {
                return true;
            }
        }
        return false;
    }
}
