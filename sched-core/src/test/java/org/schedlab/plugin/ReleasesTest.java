package org.schedlab.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleasesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "6.6+               | 6.1  | true",
                "6.6+               | 6.8  | false",
                "6.6+               | 6.12 | false",
                "5.13+, stable 5.10 | 5.10 | false",
                "5.13+, stable 5.10 | 4.16 | true",
                "6.12+              | 6.1  | true",
                "6.18+              | 6.1  | true",
                "to 6.5             | 6.12 | true",
                "to 6.5             | 6.1  | false",
                "5.10.223 to 6.5    | 5.10 | false",
                "5.10.223 to 6.5    | 4.16 | true",
                "5.15 to 6.5        | 6.8  | true",
                "7.x                | 7.3  | false",
                "7.x                | 6.12 | true",
                "all                | 4.0  | false",
                "none               | 4.0  | false",
                "stable 6.12, 7.x   | 6.1  | false",
            })
    void aKernelLacksWhatTheWordsSurelySay(String words, String kernel, boolean lacks) {
        assertThat(Releases.lack(words, kernel)).isEqualTo(lacks);
    }
}
