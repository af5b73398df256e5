package org.schedlab.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.schedlab.metrics.RunResult;

class NiceSharesTest {

    @Test
    void sharesAre1024To335() {
        RunResult result = NiceShares.run();
        assertThat(result.tasks().get(0).share()).isCloseTo(1024.0 / (1024 + 335), within(0.007));
        assertThat(NiceShares.report(result)).startsWith("nice0 7");
    }

    @Test
    void theReadmeShowsThisSource() throws IOException {
        String source = Files.readString(Path.of("src/main/java/org/schedlab/examples/quickstart/NiceShares.java"));
        String snippet = source.substring(
                        source.indexOf("// [snippet]\n") + 13, source.indexOf("\n        // [/snippet]"))
                .stripIndent();
        assertThat(Files.readString(Path.of("../../README.md"))).contains("```java\n" + snippet + "\n```");
    }
}
