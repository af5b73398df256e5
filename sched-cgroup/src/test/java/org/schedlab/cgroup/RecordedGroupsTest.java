package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.schedlab.metrics.GroupResult;
import org.schedlab.metrics.GroupsResult;
import org.schedlab.metrics.RunResult;
import org.schedlab.policies.CorePlugin;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.RunChoices;
import org.schedlab.truth.Recording;
import tools.jackson.databind.JsonNode;

/**
 * Recordings with task groups beside the model: shares and throttling as found, reported in {@code target/recorded-groups.md}.
 * {@code -Dschedlab.cells=s08,s09} takes all cells, the default some of one CPU.
 */
class RecordedGroupsTest {

    private static final String SOME = "s08-w100-300__";

    private static List<Recording> cells(String prefixes) throws IOException {
        Path truth = Path.of(System.getProperty("schedlab.shared", "none"), "truth");
        assumeTrue(Files.isDirectory(truth), "no recordings beside the checkout");
        List<Recording> cells = new ArrayList<>();
        try (Stream<Path> list = Files.list(truth)) {
            for (Path folder : list.filter(p -> Stream.of(prefixes.split(","))
                            .anyMatch(prefix -> p.getFileName().toString().startsWith(prefix)))
                    .sorted()
                    .toList()) {
                cells.add(Recording.read(folder));
            }
        }
        return cells;
    }

    private static void write(String file, String text) throws IOException {
        System.out.println(text);
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target", file), text);
    }

    @Test
    void sharesAndThrottlingBesideTheKernels() throws IOException {
        StringBuilder table = new StringBuilder(
                "| recording | group | share k | share m | throttled periods k | m"
                        + " | throttled ms k | m | bursts k | m | burst ms k | m |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        int rows = 0;
        for (Recording cell : cells(System.getProperty("schedlab.cells", SOME))) {
            JsonNode stats = cell.metrics(0).get("cgroups_cpu_stat");
            if (stats == null || stats.isNull()) {
                continue;
            }
            RunResult result = Composer.with(List.of(new CorePlugin(), new CgroupPlugin()))
                    .compose(cell.scenario(0), RunChoices.none())
                    .simulation(List.of())
                    .run();
            GroupsResult groups = result.cgroups();
            assertThat(groups).isNotNull();
            double worst = 0;
            int many = 0;
            for (GroupResult group : groups.groups()) {
                JsonNode stat = stats.get(group.path().substring(1));
                if (stat == null) {
                    continue;
                }
                rows++;
                double share = stat.get("usage_usec").asDouble() * 1e3 / cell.windowNs(0);
                worst = Math.max(worst, Math.abs(share - group.share()));
                if (++many <= 4) {
                    table.append(row(cell.name(), group, stat, share));
                }
            }
            if (many > 4) {
                table.append(String.format(
                        Locale.ROOT,
                        "| %s | the other %d | largest difference of shares %.4f | | | | | | | | | |%n",
                        cell.name(),
                        many - 4,
                        worst));
            }
        }
        write("recorded-groups.md", table.toString());
        assertThat(rows).isPositive();
    }

    private static String row(String cell, GroupResult group, JsonNode stat, double share) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.4f | %.4f | %s | %s | %s | %s | %s | %s | %s | %s |%n",
                cell,
                group.path(),
                share,
                group.share(),
                count(stat, "nr_throttled"),
                group.nrThrottled() == null ? "-" : group.nrThrottled(),
                milliseconds(stat, "throttled_usec"),
                milliseconds(group.throttledNs()),
                count(stat, "nr_bursts"),
                group.nrBursts() == null ? "-" : group.nrBursts(),
                milliseconds(stat, "burst_usec"),
                milliseconds(group.burstNs()));
    }

    private static String count(JsonNode stat, String key) {
        JsonNode value = stat.get(key);
        return value == null || stat.get("nr_periods").asLong() == 0 ? "-" : value.asString();
    }

    private static String milliseconds(JsonNode stat, String key) {
        JsonNode value = stat.get(key);
        return value == null || stat.get("nr_periods").asLong() == 0
                ? "-"
                : String.format(Locale.ROOT, "%.1f", value.asDouble() / 1e3);
    }

    private static String milliseconds(@Nullable Long ns) {
        return ns == null ? "-" : String.format(Locale.ROOT, "%.1f", ns / 1e6);
    }
}
