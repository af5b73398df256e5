package org.schedlab.examples.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GroupBandwidthTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return GroupBandwidth.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void theComplaintIsReproducedAndMendedAndTheSameTwice() {
        assertThat(run()).as(out.toString(StandardCharsets.UTF_8)).isZero();
        String first = out.toString(StandardCharsets.UTF_8);
        assertThat(first).contains("verdict: the complaint is reproduced and its mending too", "not modelled");
        out.reset();
        run();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(first);
    }

    @Test
    void withAmpleQuotaExpiryThrottlesNobody() {
        GroupBandwidth.ShortWork got = GroupBandwidth.shortWork(16, 100 * QuotaMachine.MS, "SLICE_EXPIRY");
        assertThat(got.throttled()).isZero();
    }

    @Test
    void wrongUsageNamesTheArgument() {
        assertThat(run("--fast")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("(--fast)", "Maybe");
    }
}
