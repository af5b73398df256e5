package org.schedlab.examples.eevdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReweightAndPickTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return ReweightAndPick.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void theSeriesDoesWhatItSaysAndTheSameTwice() {
        assertThat(run()).isZero();
        String first = out.toString(StandardCharsets.UTF_8);
        assertThat(first).contains("verdict: the series does what it says", "two descents", "not modelled");
        out.reset();
        run();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(first);
    }

    @Test
    void wrongUsageNamesTheArgument() {
        assertThat(run("--fast")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("(--fast)", "Maybe");
    }

    @Test
    void anUnprobedRunHasNoProbes() {
        GroupOfTasks group = new GroupOfTasks(new int[] {0, 0}, false, List.of());
        assertThatThrownBy(group::probes).isInstanceOf(IllegalStateException.class);
        group.run(10);
        assertThat(group.statistics().searches()).isPositive();
    }
}
