package org.schedlab.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every seventh row or eighth sequence of the published set, kept with the sources. */
class GoldenSubsetTest {
    @ParameterizedTest
    @CsvSource({"pelt, 9", "weights, 3", "capacity, 11"})
    void everyRowOfTheBundledSubsetComesOutEqual(String folder, int files) throws Exception {
        VerifyReport report =
                new GoldenVerifier(GoldenKinds.builtIn()).verify(bundled().resolve(folder));
        assertThat(report.files()).hasSize(files).allMatch(file -> file.status() == FileResult.Status.EQUAL);
        assertThat(report.equalRows()).isEqualTo(report.rows()).isGreaterThan(100);
        assertThat(report.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "group_shares_612.csv", "group_shares_73.csv", "prop_weight_73.csv",
        "update_tg_load_avg_612.csv", "propagate_units_612.jsonl", "post_init_util_612.csv"
    })
    void everyRecordedCallOnGroupsComesOutEqual(String name) throws Exception {
        VerifyReport report =
                new GoldenVerifier(GoldenKinds.builtIn()).verify(bundled().resolve("group"));
        assertThat(report.files())
                .filteredOn(file -> file.file().equals(name + ".gz"))
                .singleElement()
                .matches(file -> file.status() == FileResult.Status.EQUAL && file.rows() > 100);
    }

    private static Path bundled() throws Exception {
        return Path.of(GoldenSubsetTest.class.getResource("/golden").toURI());
    }
}
