package org.schedlab.examples.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The programs show what they say. */
class ChoosingACpuIT {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream toOut = new PrintStream(out, true, StandardCharsets.UTF_8);
    private final PrintStream toErr = new PrintStream(err, true, StandardCharsets.UTF_8);

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void capacityAwareWakeupAvoidsReducedCpusAndScansMore() {
        int status = CapacityAwareWakeup.run(new String[0], toOut, toErr);
        assertThat(status).as(printed()).isZero();
        assertThat(printed())
                .contains("verdict: mechanism reproduced", "not modelled")
                .doesNotContain("FAILS");
    }

    @Test
    void idlePreviousCpuIsNotLeftForAnotherSocketWithTheCheck() {
        int status = IdlePreviousCpu.run(new String[0], toOut, toErr);
        assertThat(status).as(printed()).isZero();
        assertThat(printed())
                .contains("verdict: mechanism reproduced", "not modelled")
                .doesNotContain("FAILS");
    }

    @Test
    void preferringAnIdleCpuKeepsWakeupsFromBusyOnes() {
        int status = IdleCpuOrIdleSibling.run(new String[0], toOut, toErr);
        assertThat(status).as(printed()).isZero();
        assertThat(printed())
                .contains("verdict: mechanism reproduced", "not modelled")
                .doesNotContain("FAILS");
    }

    @Test
    void wrongUsageNamesTheArgument() {
        String[] wrong = {"--fast"};
        assertThat(CapacityAwareWakeup.run(wrong, toOut, toErr)).isEqualTo(2);
        assertThat(IdlePreviousCpu.run(wrong, toOut, toErr)).isEqualTo(2);
        assertThat(IdleCpuOrIdleSibling.run(wrong, toOut, toErr)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("(--fast)", "Maybe");
    }
}
