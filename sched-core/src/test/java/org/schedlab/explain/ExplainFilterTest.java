package org.schedlab.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.topology.input.InvalidInputException;

class ExplainFilterTest {

    @ParameterizedTest
    @CsvSource({
        "web*, web-3, true",
        "web*, webb, true",
        "web*, aweb, false",
        "*, '', true",
        "w?b, web, true",
        "w?b, wb, false",
        "*a*b, xaxb, true",
        "*a*b, xbxa, false",
        "a.c, abc, false"
    })
    void namesMatchAsInAShell(String pattern, String name, boolean matches) {
        assertThat(ExplainFilter.matches(pattern, name)).isEqualTo(matches);
    }

    @Test
    void allConditionsMustHold() {
        ExplainFilter filter = ExplainFilter.parse("task=web*, run_delay>1ms ,cpu=3");
        assertThat(filter.wantsTask("web-1")).isTrue();
        assertThat(filter.wantsTask("db")).isFalse();
        assertThat(filter.wantsWaker("anybody")).isTrue();
        assertThat(filter.wants(5, 1_000_001, 3, 0, 0)).isTrue();
        assertThat(filter.wants(5, 1_000_000, 3, 0, 0)).isFalse();
        assertThat(filter.wants(5, 1_000_001, 4, 0, 0)).isFalse();
    }

    @Test
    void everyFaultIsNamed() {
        assertThatThrownBy(() -> ExplainFilter.parse("tsk=web,run_delay>5,cpu=x,,task>a"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("condition (tsk) is not known")
                .hasMessageContaining("you meant task")
                .hasMessageContaining("run_delay (5) is not a time")
                .hasMessageContaining("cpu (x) is not a number")
                .hasMessageContaining("() is not a condition")
                .hasMessageContaining("name task is compared by (>)");
    }
}
