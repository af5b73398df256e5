package org.schedlab.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole published set, where it is at hand. */
class PublishedGoldenTest {
    @ParameterizedTest
    @ValueSource(strings = {"pelt", "weights", "capacity", "group"})
    void everyRowThatIsReplayedComesOutEqual(String folder) {
        Path golden = Path.of(System.getProperty("schedlab.shared", "missing"), "golden", folder);
        Assumptions.assumeTrue(Files.isDirectory(golden), "the published vectors are not at hand");
        VerifyReport report = new GoldenVerifier(GoldenKinds.builtIn()).verify(golden);
        for (FileResult file : report.files()) {
            System.out.println(file);
        }
        assertThat(report.files())
                .noneMatch(file ->
                        file.status() == FileResult.Status.DIFFERENT || file.status() == FileResult.Status.UNREADABLE);
        assertThat(report.equalRows()).isEqualTo(report.rows()).isPositive();
    }
}
