package org.schedlab.verify;

import java.util.List;
import org.schedlab.plugin.Catalogue;
import org.schedlab.verify.OperationReplay.Convention;

/** Sequences of operations on a flat queue, replayed through the mechanism and the policy of a profile. */
public final class OperationKinds {

    private OperationKinds() {}

    /** All of them; the catalogue has the profiles that they name. */
    public static List<GoldenKind> all(Catalogue catalogue) {
        return List.of(
                kind(catalogue, "cfs_61_ops.jsonl", new Convention("6.1", List.of(), true)),
                kind(
                        catalogue,
                        "eevdf_68_ops.jsonl",
                        new Convention(
                                "6.8", List.of("PUT_PREV_BEFORE_PICK", "SET_NEXT_ALWAYS", "REWEIGHT_CHARGES"), false)),
                kind(catalogue, "eevdf_612_ops.jsonl", new Convention("6.12", List.of(), false)),
                kind(catalogue, "eevdf_73_ops.jsonl", new Convention("7.3", List.of(), false)),
                kind(catalogue, "eevdf_73_hier_ops.jsonl", new Convention("7.3", List.of(), false)));
    }

    private static GoldenKind kind(Catalogue catalogue, String name, Convention convention) {
        return new JsonlKind(name, new OperationReplay(catalogue, convention));
    }
}
