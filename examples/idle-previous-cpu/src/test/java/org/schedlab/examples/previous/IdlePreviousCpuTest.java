package org.schedlab.examples.previous;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The program shows what it says. */
class IdlePreviousCpuTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream toOut = new PrintStream(out, true, StandardCharsets.UTF_8);
    private final PrintStream toErr = new PrintStream(err, true, StandardCharsets.UTF_8);

    @Test
    void anIdlePreviousCpuIsNotLeftForAnotherSocketWithTheCheck() {
        int status = IdlePreviousCpu.run(new String[0], toOut, toErr);
        String printed = out.toString(StandardCharsets.UTF_8);
        assertThat(status).as(printed).isZero();
        assertThat(printed)
                .contains("verdict: mechanism reproduced", "not modelled")
                .doesNotContain("FAILS");
    }

    @Test
    void wrongUsageNamesTheArgument() {
        assertThat(IdlePreviousCpu.run(new String[] {"--fast"}, toOut, toErr)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("(--fast)", "Maybe");
    }
}
