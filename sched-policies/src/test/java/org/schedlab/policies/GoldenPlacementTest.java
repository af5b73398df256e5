package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.verify.FileResult;
import org.schedlab.verify.GoldenVerifier;
import org.schedlab.verify.PlacementKinds;

/** Placement against results of the kernels' own functions, through the SPI. */
class GoldenPlacementTest {

    private static List<FileResult> verify(Path directory) {
        Catalogue catalogue = new Catalogue(List.of(new CorePlugin()), Mechanism.SWITCHES, LoadTracking.TUNABLES);
        return new GoldenVerifier(PlacementKinds.all(catalogue))
                .verify(directory).files().stream()
                        .filter(r -> r.status() != FileResult.Status.UNKNOWN && r.status() != FileResult.Status.OTHER)
                        .toList();
    }

    /** Every seventh wakeup, every fourth sequence and every seventh new task of the published set, kept with the sources. */
    @ParameterizedTest
    @CsvSource({"placement, 14, 3600", "balance, 1, 280"})
    void everyRowOfTheBundledSubsetIsEqual(String folder, int files, long leastRows) throws URISyntaxException {
        Path bundled = Path.of(GoldenPlacementTest.class.getResource("/golden").toURI());
        List<FileResult> results = verify(bundled.resolve(folder));
        assertThat(results)
                .hasSize(files)
                .allSatisfy(r -> assertThat(r.status()).as(r.toString()).isEqualTo(FileResult.Status.EQUAL));
        assertThat(results.stream().mapToLong(FileResult::rows).sum()).isGreaterThanOrEqualTo(leastRows);
    }

    @Test
    void everyRecordedPlacementIsEqual() {
        Path golden = Path.of(System.getProperty("schedlab.shared", "none"), "golden");
        assumeTrue(Files.isDirectory(golden), "no golden vectors beside the checkout");
        List<FileResult> results = verify(golden);
        assertThat(results)
                .isNotEmpty()
                .allSatisfy(r -> assertThat(r.status()).as(r.toString()).isEqualTo(FileResult.Status.EQUAL));
    }
}
