package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The scenarios of mended faults of task groups: wrong in the release or with the switch, right after. */
class GroupFaultScenariosTest {

    private static JsonNode run(String name, String kernel, @Nullable String features) {
        List<String> arguments = new ArrayList<>(List.of("run", name, "--json", "--kernel", kernel));
        if (features != null) {
            arguments.addAll(List.of("--feat", features));
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Commands.run(arguments.toArray(new String[0]), new PrintWriter(out), new PrintWriter(err));
        assertThat(status).as(err.toString()).isZero();
        return new JsonMapper().readTree(out.toString());
    }

    private static long cpuNs(JsonNode result, String path) {
        for (JsonNode group : result.get("cgroups")) {
            if (group.get("path").stringValue().equals(path)) {
                return group.get("cpu_ns").longValue();
            }
        }
        throw new AssertionError("no group " + path);
    }

    /** The part of CPU 0 that the first group gets of what both get there. */
    private static double share(JsonNode result, String group, long warmNs) {
        double mine = cpuNs(result, group) - warmNs;
        return mine / (mine + cpuNs(result, "/other"));
    }

    @ParameterizedTest
    @CsvSource({"4.16,, 0.376", "6.1, NO_LIST_ON_ATTACH, 0.376", "6.1,, 0.5", "7.3,, 0.5"})
    void loadOfAMovedSleeperStays(String kernel, @Nullable String features, double share) {
        assertThat(share(run("group-load-stays", kernel, features), "/moved", 0))
                .isCloseTo(share, within(0.02));
    }

    @ParameterizedTest
    @CsvSource({"4.16,, 0.33", "5.10, NO_BLOCKED_UPDATES_TG, 0.33", "5.10,, 0.5", "6.1,, 0.5", "7.3,, 0.5"})
    void aGroupShowsLoadWhereItHasNone(String kernel, @Nullable String features, double share) {
        assertThat(share(run("group-share-stale", kernel, features), "/nested", 200_000_000))
                .isCloseTo(share, within(0.02));
    }

    @Test
    void anEmptiedGroupWaits() {
        long before = longestDelayNs(run("group-emptied", "6.12", "NO_EMPTY_GROUP_KEEPS_WEIGHT"));
        long after = longestDelayNs(run("group-emptied", "6.12", null));
        assertThat(before).isBetween(150_000_000L, 250_000_000L);
        assertThat(after).isLessThan(8_000_000L);
    }

    private static long longestDelayNs(JsonNode result) {
        for (JsonNode task : result.get("groups")) {
            if (task.get("name").stringValue().equals("short")) {
                return task.get("run_delay_ns").get("max").longValue();
            }
        }
        throw new AssertionError("no task short");
    }
}
