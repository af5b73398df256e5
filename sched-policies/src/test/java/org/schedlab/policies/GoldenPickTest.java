package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.verify.FileResult;
import org.schedlab.verify.GoldenKind;
import org.schedlab.verify.GoldenVerifier;
import org.schedlab.verify.OperationKinds;
import org.schedlab.verify.PickUnitKinds;

/** The pick policies against results of the kernels' own functions, through the mechanism and the SPI. */
class GoldenPickTest {

    private static List<FileResult> verify(Path directory) {
        Catalogue catalogue = new Catalogue(List.of(new CorePlugin()), Mechanism.SWITCHES, LoadTracking.TUNABLES);
        List<GoldenKind> kinds = new ArrayList<>(OperationKinds.all(catalogue));
        kinds.addAll(PickUnitKinds.all(catalogue));
        return new GoldenVerifier(kinds)
                .verify(directory).files().stream()
                        .filter(r -> r.status() != FileResult.Status.UNKNOWN && r.status() != FileResult.Status.OTHER)
                        .toList();
    }

    @Test
    void bundledSubsetIsEqual() {
        List<FileResult> results = verify(Path.of("src/test/resources/golden"));
        assertThat(results)
                .isNotEmpty()
                .allSatisfy(r -> assertThat(r.status()).as(r.toString()).isEqualTo(FileResult.Status.EQUAL));
    }

    @Test
    void wholeSetIsEqualWherePresent() {
        Path golden = Path.of(System.getProperty("schedlab.shared", "none"), "golden");
        assumeTrue(Files.isDirectory(golden), "no golden vectors beside the checkout");
        List<FileResult> results = verify(golden);
        assertThat(results)
                .isNotEmpty()
                .allSatisfy(r -> assertThat(r.status()).as(r.toString()).isEqualTo(FileResult.Status.EQUAL));
    }
}
