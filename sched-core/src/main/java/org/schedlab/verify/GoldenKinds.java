package org.schedlab.verify;

import java.util.ArrayList;
import java.util.List;

/** The kinds of golden files that this module replays, in the order in which they are asked. Immutable. */
public final class GoldenKinds {
    private GoldenKinds() {}

    /** Returns the kinds of this module; callers append those of other modules. */
    public static List<GoldenKind> builtIn() {
        List<GoldenKind> kinds = new ArrayList<>();
        kinds.addAll(PeltKinds.all());
        kinds.addAll(WeightKinds.all());
        kinds.addAll(CapacityKinds.all());
        kinds.addAll(GroupUnitKinds.all());
        return List.copyOf(kinds);
    }
}
