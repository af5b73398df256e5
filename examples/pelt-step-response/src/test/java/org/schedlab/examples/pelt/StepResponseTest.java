package org.schedlab.examples.pelt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.pelt.HalfLife;

class StepResponseTest {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) throws IOException {
        return StepResponse.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"32", "16", "8"})
    void theModelFollowsTheClosedFormForEveryHalfLife(String halfLife) throws IOException {
        assertThat(run("--half-life", halfLife)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("verdict: util_avg follows the closed form");
    }

    @Test
    void theVerdictWouldNoticeAnotherHalfLife() {
        StepCurve fast = StepCurve.of(HalfLife.MS_16, 100);
        assertThat(fast.reaches(512)).isEqualTo(16);
        assertThat(fast.model(32))
                .isGreaterThan(StepCurve.of(HalfLife.MS_32, 100).model(32) + 100);
    }

    @Test
    void thePictureHoldsBothCurves() throws IOException {
        Path svg = directory.resolve("step.svg");
        assertThat(run("--svg", svg.toString())).isZero();
        assertThat(Files.readString(svg))
                .startsWith("<svg")
                .contains("#1b6ca8")
                .contains("#d95f02")
                .endsWith("</svg>\n");
    }

    @Test
    void wrongUsageNamesTheOption() throws IOException {
        assertThat(run("--half-life", "31")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("(--half-life 31)")
                .contains("Maybe");
    }
}
