package org.schedlab.cgroup.verify;

import java.util.List;
import org.schedlab.plugin.Catalogue;
import org.schedlab.verify.GoldenKind;
import org.schedlab.verify.JsonlKind;

/** Sequences of operations over task groups. */
public final class HierarchyKinds {

    private HierarchyKinds() {}

    /** All kinds; their profiles must be in the catalogue. */
    public static List<GoldenKind> all(Catalogue catalogue) {
        return List.of(
                new JsonlKind("hier_612_ops.jsonl", new HierarchyReplay(catalogue, "6.12")),
                new JsonlKind("hier_612_bw_ops.jsonl", new HierarchyReplay(catalogue, "6.12")));
    }
}
