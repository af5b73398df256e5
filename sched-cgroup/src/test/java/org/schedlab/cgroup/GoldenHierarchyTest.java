package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schedlab.cgroup.verify.HierarchyKinds;
import org.schedlab.mechanism.LoadTracking;
import org.schedlab.mechanism.Mechanism;
import org.schedlab.plugin.Catalogue;
import org.schedlab.verify.FileResult;
import org.schedlab.verify.GoldenVerifier;

/** Task groups against results of the kernel's own functions: the state after each operation, leaf order included. */
class GoldenHierarchyTest {

    private static List<FileResult> verify(Path directory) {
        Catalogue catalogue = new Catalogue(Catalogue.onClassPath(), Mechanism.SWITCHES, LoadTracking.TUNABLES);
        return new GoldenVerifier(HierarchyKinds.all(catalogue))
                .verify(directory).files().stream()
                        .filter(r -> r.status() != FileResult.Status.UNKNOWN && r.status() != FileResult.Status.OTHER)
                        .toList();
    }

    @Test
    void bundledSubsetIsEqual() {
        assertEqual(verify(Path.of("src/test/resources/golden")));
    }

    @Test
    void wholeSetIsEqualWherePresent() {
        Path golden = Path.of(System.getProperty("schedlab.shared", "none"), "golden");
        assumeTrue(Files.isDirectory(golden), "no golden vectors beside the checkout");
        assertEqual(verify(golden));
    }

    private static void assertEqual(List<FileResult> results) {
        assertThat(results)
                .isNotEmpty()
                .allSatisfy(r -> assertThat(r.status()).as(r.toString()).isEqualTo(FileResult.Status.EQUAL));
    }
}
