package org.schedlab.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rule: a recorded figure lies in the span of the model's runs, widened. */
class ComparisonTest {

    @TempDir
    private Path directory;

    private Comparison compare(long wakeups, long switches, Figures... model) throws Exception {
        Path folder = Files.createDirectories(directory.resolve("s01-x__6.12__up1"));
        Files.writeString(folder.resolve("manifest.json"), "{\"kernel_key\": \"6.12\"}");
        Files.writeString(folder.resolve("metrics.json"), """
                {"window_ns": 1000000000, "cpus": {"0": {"busy": 0.5}},
                 "threads": {"a": {"cpu_ns": 500000000, "switches": %d, "migrations": 0, "wakeup_latency_ns": {"n": %d}}},
                 "thread_groups": {"a": {"wakeup_latency_ns": {"p50": 100000, "p99": 100000}}}}
                """.formatted(switches, wakeups));
        return Comparison.of(Recording.read(folder), List.of(model), Tolerances.PUBLISHED);
    }

    private static Figures model(double share, long switches, long wakeups, @Nullable Double p50) {
        return new Figures(
                new TreeMap<>(Map.of("a", new Figures.Kind(1, share, switches, 0, wakeups, p50, p50))),
                50,
                new TreeMap<>());
    }

    private static boolean agrees(Comparison comparison, String what) {
        return comparison.rows().stream()
                .filter(row -> row.what().equals(what))
                .findFirst()
                .orElseThrow()
                .agrees();
    }

    @Test
    void countsMayBeATenthOff() throws Exception {
        assertThat(agrees(compare(1000, 110, model(50, 100, 1000, 1e5)), "switches"))
                .isTrue();
        assertThat(agrees(compare(1000, 111, model(50, 100, 1000, 1e5)), "switches"))
                .isFalse();
        assertThat(agrees(compare(1000, 111, model(50, 100, 1000, 1e5), model(50, 105, 1000, 1e5)), "switches"))
                .isTrue();
    }

    @Test
    void sharesMayBeAPointOffAndDelaysAFactorOfTwo() throws Exception {
        assertThat(agrees(compare(1000, 9, model(51, 9, 1000, 2e5)), "share")).isTrue();
        assertThat(agrees(compare(1000, 9, model(51.1, 9, 1000, 2e5)), "share")).isFalse();
        assertThat(agrees(compare(1000, 9, model(50, 9, 1000, 2e5)), "run_delay_p99"))
                .isTrue();
        assertThat(agrees(compare(1000, 9, model(50, 9, 1000, 2.1e5)), "run_delay_p50"))
                .isFalse();
    }

    @Test
    void fewWakeupsAreCountedInsteadOfRanked() throws Exception {
        Comparison few = compare(20, 9, model(50, 9, 23, 9e9));
        assertThat(agrees(few, "run_delay_n")).isTrue();
        assertThat(few.rows().stream().map(Comparison.Row::what)).doesNotContain("run_delay_p50");
        assertThat(compare(299, 9, model(50, 9, 299, 1e5)).rows().stream().map(Comparison.Row::what))
                .contains("run_delay_p50")
                .doesNotContain("run_delay_p99");
    }

    @Test
    void aRunWithoutTheKindAgreesInNothingOfIt() throws Exception {
        Figures without = new Figures(new TreeMap<>(), 50, new TreeMap<>());
        Comparison comparison = compare(1000, 9, model(50, 9, 1000, 1e5), without);
        assertThat(comparison.rows().stream().filter(Comparison.Row::agrees).map(Comparison.Row::of))
                .containsOnly("machine");
    }
}
