package org.schedlab.verify;

import java.util.ArrayList;
import java.util.List;
import org.schedlab.plugin.Catalogue;

/** Recorded placements, replayed through the placement policy of a profile. */
public final class PlacementKinds {

    private PlacementKinds() {}

    private record Recording(String tag, String kernel, List<String> options) {}

    private static final List<Recording> RECORDINGS = List.of(
            new Recording("40", "4.0", List.of()),
            new Recording("401", "4.0", List.of("BALANCE_WAKE", "IDLE_FALLTHROUGH")),
            new Recording("412", "4.12", List.of()),
            new Recording("416", "4.16", List.of()),
            new Recording(
                    "4161",
                    "4.16",
                    List.of("CAPACITY_AWARE", "CAPACITY_STRICT_CORE", "CAPACITY_BEST", "CAPACITY_SMT_LARGEST")),
            new Recording("4162", "4.16", List.of("CAPACITY_AWARE", "CAPACITY_STRICT_CORE", "CAPACITY_BEST")),
            new Recording("4163", "4.16", List.of("CAPACITY_AWARE", "CAPACITY_STRICT_CORE", "CAPACITY_RECENT")),
            new Recording("510", "5.10", List.of()),
            new Recording("5101", "5.10", List.of("WA_PREV_IDLE")),
            new Recording("61", "6.1", List.of()),
            new Recording("68", "6.8", List.of()),
            new Recording("612", "6.12", List.of()),
            new Recording("73", "7.3", List.of()));

    /** The kinds whose profile the catalogue has. */
    public static List<GoldenKind> all(Catalogue catalogue) {
        List<GoldenKind> kinds = new ArrayList<>();
        for (Recording r : RECORDINGS) {
            if (catalogue.profiles().contains(r.kernel())) {
                kinds.add(new JsonlKind(
                        "placement_" + r.tag() + ".jsonl", new PlacementReplay(catalogue, r.kernel(), r.options())));
            }
        }
        if (catalogue.profiles().contains("6.12")) {
            kinds.add(new CsvKind("wake_wide_seq.csv", new WakeWideReplay(catalogue, "6.12")));
            kinds.add(new JsonlKind(
                    "balance_612.jsonl",
                    "all but the fork part, since there is no balancer",
                    new ForkReplay(catalogue, "6.12")));
        }
        return kinds;
    }
}
