package org.schedlab.topology.read;

import org.schedlab.topology.RegularShape;
import org.schedlab.topology.Topology;

/** Short strings such as {@code 2s 10c 2t} and {@code 1n2l4c1t}; the grammar is {@link RegularShape}'s. */
public final class ShortStringReader implements TopologyReader {

    @Override
    public String format() {
        return "short string";
    }

    @Override
    public int confidence(TopologySource source) {
        return source.isText() && RegularShape.looksLike(source.name()) ? 100 : 0;
    }

    @Override
    public Topology read(TopologySource source) {
        return RegularShape.parse(source.name()).topology();
    }
}
