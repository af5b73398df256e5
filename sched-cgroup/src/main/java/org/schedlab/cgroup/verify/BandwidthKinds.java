package org.schedlab.cgroup.verify;

import java.util.List;
import org.schedlab.verify.GoldenKind;
import org.schedlab.verify.JsonlKind;

/** Sequences of operations on a pool of bandwidth. */
public final class BandwidthKinds {

    private BandwidthKinds() {}

    /** All kinds. */
    public static List<GoldenKind> all() {
        return List.of(
                new JsonlKind("bandwidth_61_ops.jsonl", new BandwidthReplay(false)),
                new JsonlKind("bandwidth_612_ops.jsonl", new BandwidthReplay(true)));
    }
}
