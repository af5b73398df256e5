package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ExplainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Commands.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
    }

    @Test
    void decisionsThatFitAreToldBeforeTheTable() {
        assertThat(run("run", "web-and-hog", "-q", "--explain", "task=web*,run_delay>1us"))
                .isZero();
        assertThat(out.toString())
                .containsSubsequence("web", ": run delay ", "put on cpu ", "decisions fit the filter", "share");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void jsonOnStdoutStaysJson() {
        assertThat(run("run", "web-and-hog", "-q", "--json", "--explain", "task=web*"))
                .isZero();
        assertThat(out.toString()).startsWith("{").doesNotContain("put on cpu");
        assertThat(err.toString()).contains("put on cpu");
    }

    @Test
    void aWrongFilterIsAnInputThatCannotBeUsed() {
        assertThat(run("run", "web-and-hog", "--explain", "tsk=web")).isEqualTo(ExitCode.INPUT);
        assertThat(err.toString()).contains("--explain: condition (tsk) is not known", "you meant task");
    }
}
