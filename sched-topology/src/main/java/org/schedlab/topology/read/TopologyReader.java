package org.schedlab.topology.read;

import org.schedlab.topology.Topology;

/**
 * Reads one format of machine descriptions. A service: a JAR adds formats by naming its readers in
 * {@code META-INF/services/org.schedlab.topology.read.TopologyReader}. Readers have a public constructor without parameters, keep no state
 * and may be used by several threads.
 */
public interface TopologyReader {

    /** Name of the format for messages and lists, such as {@code lscpu -p}. Unique. */
    String format();

    /**
     * How well the source looks like this format, from a look at its name, kind and {@link TopologySource#head()}: 0 for not at all, 100
     * for beyond doubt. Does not throw for broken input. The reader with the highest answer reads; ties go to the first name.
     */
    int confidence(TopologySource source);

    /**
     * Reads the machine, with memory bounded by {@link TopologySource}'s limits.
     *
     * @throws org.schedlab.topology.input.InvalidInputException when the source is broken, inconsistent or too large, with its place
     */
    Topology read(TopologySource source);
}
