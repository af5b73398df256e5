package org.schedlab.verify;

import java.util.ArrayList;
import java.util.List;
import org.schedlab.plugin.Catalogue;

/** Single steps of the pick policies on recorded queues. */
public final class PickUnitKinds {

    private PickUnitKinds() {}

    /** All of them; the catalogue has the profiles 6.1, 6.8, 6.12 and 7.3. */
    public static List<GoldenKind> all(Catalogue catalogue) {
        List<GoldenKind> kinds = new ArrayList<>(CfsUnitKinds.all(catalogue));
        kinds.addAll(EevdfUnitKinds.all(catalogue, "68", "6.8"));
        kinds.addAll(EevdfUnitKinds.all(catalogue, "612", "6.12"));
        kinds.addAll(EevdfUnitKinds.all(catalogue, "73", "7.3"));
        return kinds;
    }
}
