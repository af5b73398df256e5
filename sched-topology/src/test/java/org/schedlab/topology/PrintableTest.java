package org.schedlab.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.Printable;

class PrintableTest {

    @Test
    void controlCharactersAreWrittenOut() {
        assertThat(Printable.escaped("plain \u00e4 \u2026")).isEqualTo("plain \u00e4 \u2026");
        assertThat(Printable.escaped("a\u001b[2J\0b\n")).isEqualTo("a\\x1b[2J\\x00b\\x0a");
        assertThat(Printable.escaped("\u202egpj")).isEqualTo("\\u202egpj");
    }

    @Test
    void longTextsLoseTheirMiddle() {
        String brief = Printable.brief("x".repeat(5000) + "end", 100);
        assertThat(brief)
                .hasSizeLessThan(150)
                .contains("4903 characters left out")
                .endsWith("xend");
    }

    @Test
    void problemsShowNeitherControlsNorEndlessValues() {
        InputProblem problem =
                new InputProblem("f\u0007", 3, "value (" + "9".repeat(10_000) + "\r) is wrong", "no\u001b.");
        assertThat(problem.message())
                .startsWith("f\\x07:3: value (999")
                .contains("left out", "\\x0d) is wrong", "Maybe no\\x1b.")
                .hasSizeLessThan(1200);
    }
}
