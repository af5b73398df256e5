package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HelpTest {

    @Test
    void theTextMadeBeforeIsWhatTheCommandsPrint() throws IOException {
        StringWriter printed = new StringWriter();
        assertThat(Commands.run(new String[] {"--help"}, new PrintWriter(printed), new PrintWriter(printed)))
                .isZero();
        try (InputStream kept = Main.class.getResourceAsStream(Main.HELP)) {
            assertThat(kept).isNotNull();
            assertThat(new String(kept.readAllBytes(), StandardCharsets.UTF_8))
                    .as("update sched-cli/src/main/resources/org/schedlab/cli/help.txt")
                    .isEqualTo(printed.toString());
        }
    }
}
