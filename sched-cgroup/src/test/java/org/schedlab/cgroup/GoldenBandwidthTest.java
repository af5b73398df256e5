package org.schedlab.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schedlab.cgroup.verify.BandwidthKinds;
import org.schedlab.verify.FileResult;
import org.schedlab.verify.GoldenVerifier;

/** The pool's arithmetic against results of the kernel's own functions, the whole state after each operation. */
class GoldenBandwidthTest {

    private static List<FileResult> verify(Path directory) {
        return new GoldenVerifier(BandwidthKinds.all())
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
                .hasSize(BandwidthKinds.all().size())
                .allSatisfy(r -> assertThat(r.status()).as(r.toString()).isEqualTo(FileResult.Status.EQUAL));
    }
}
