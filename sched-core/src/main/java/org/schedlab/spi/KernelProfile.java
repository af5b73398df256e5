package org.schedlab.spi;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A kernel release as a set of policies, switches and tunables. Immutable.
 *
 * @param release the stable release that it models, {@code 6.12.117}
 * @param alias its short name, {@code 6.12}
 * @param policies policy id by kind, {@code PICK -> core:eevdf}
 * @param switches values by switch name
 * @param tunables values by tunable name, before scaling
 */
public record KernelProfile(
        String release,
        String alias,
        Map<PolicyKind, String> policies,
        SortedMap<String, Boolean> switches,
        SortedMap<String, Long> tunables) {

    public KernelProfile {
        policies = Collections.unmodifiableMap(new TreeMap<>(policies));
        switches = Collections.unmodifiableSortedMap(new TreeMap<>(switches));
        tunables = Collections.unmodifiableSortedMap(new TreeMap<>(tunables));
    }
}
