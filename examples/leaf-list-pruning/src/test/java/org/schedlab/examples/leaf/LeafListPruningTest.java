package org.schedlab.examples.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.schedlab.metrics.LengthsOverTime;

class LeafListPruningTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return LeafListPruning.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void pruningMakesAPassAsLongAsTheWork() {
        int status = run();
        System.out.println(out.toString(StandardCharsets.UTF_8));
        assertThat(status).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("verdict: pruning makes a pass as long as the work", "20101", "not modelled");
    }

    @Test
    void theListShrinksWithinASecondOnlyWithPruning() {
        LengthsOverTime pruned = new LeakyHost(true, 200, true).afterLeak();
        LengthsOverTime unpruned = new LeakyHost(true, 200, false).afterLeak();
        assertThat(pruned.mean(0, 0, pruned.steps() / 8)).isGreaterThan(200);
        assertThat(pruned.mean(0, pruned.steps() / 2, pruned.steps())).isLessThan(2);
        assertThat(unpruned.mean(0, 0, unpruned.steps())).isGreaterThan(200);
    }

    @Test
    void wrongUsageNamesTheArgument() {
        assertThat(run("--fast")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("(--fast)", "Maybe");
    }

    @Test
    void aGroupThatWakesAgainIsListedAgain() {
        LeakyHost host = new LeakyHost(true, 3, true);
        assertThat(host.listLength()).isEqualTo(LeakyHost.BUSY + 1);
        long before = host.added();
        host.wakeups(LeakyHost.BUSY);
        assertThat(host.added()).as("nobody slept for long").isEqualTo(before);
    }
}
