package org.schedlab.verify;

import java.util.List;
import org.schedlab.plugin.Catalogue;

/** Sequences of operations on a flat queue, replayed through the mechanism and the policy of a profile. */
public final class OperationKinds {

    private OperationKinds() {}

    /** The kinds whose profile the catalogue has. */
    public static List<GoldenKind> all(Catalogue catalogue) {
        return List.of(new JsonlKind("eevdf_612_ops.jsonl", new OperationReplay(catalogue, "6.12")));
    }
}
