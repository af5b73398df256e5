package org.schedlab.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schedlab.topology.input.InvalidInputException;

class GoldenVerifierTest {
    private static final GoldenVerifier VERIFIER = new GoldenVerifier(GoldenKinds.builtIn());
    private static final String SCALE_HEADER = "w,scale_load_down\n";

    @TempDir
    private Path directory;

    private VerifyReport verify(String name, String content) throws IOException {
        Files.writeString(directory.resolve(name), content);
        return VERIFIER.verify(directory);
    }

    @Test
    void equalRowsExitWithZero() throws IOException {
        VerifyReport report =
                verify("scale_load.csv", SCALE_HEADER + "0,0\n1,2\n18446744073709551615,18014398509481983\n");
        assertThat(report.files())
                .containsExactly(new FileResult("scale_load.csv", FileResult.Status.EQUAL, 3, 3, null, null, ""));
        assertThat(report.exitCode()).isZero();
    }

    @Test
    void firstDifferenceNamesLineFieldAndBothValuesUnsigned() throws IOException {
        VerifyReport report = verify("scale_load.csv", SCALE_HEADER + "0,0\n1,18446744073708503040\n2,9\n");
        FileResult file = report.files().get(0);
        assertThat(file.status()).isEqualTo(FileResult.Status.DIFFERENT);
        assertThat(file.rows()).isEqualTo(3);
        assertThat(file.equalRows()).isEqualTo(1);
        assertThat(file.firstDifference())
                .isEqualTo(new RowCheck.Difference(3, "scale_load_down", "18446744073708503040", "2"));
        assertThat(report.exitCode()).isEqualTo(1);
    }

    @Test
    void aFileIsOfTheKindWithTheLongestNameThatItsOwnBeginsWith() throws IOException {
        VerifyReport report = verify("scale_load_b.csv", SCALE_HEADER + "0,0\n");
        assertThat(report.files().get(0).status()).isEqualTo(FileResult.Status.EQUAL);
        assertThat(verify("scale_load.2.csv", SCALE_HEADER + "0,1\n").exitCode())
                .isEqualTo(1);
        assertThat(verify("scale_loads.csv", SCALE_HEADER + "0,0\n").files())
                .extracting(FileResult::status)
                .contains(FileResult.Status.UNKNOWN);
    }

    @Test
    void aColumnThatNobodyLooksAtIsRefused() throws IOException {
        assertThat(verify("scale_load.csv", "w,scale_load_down,more\n0,0,7\n")
                        .files()
                        .get(0)
                        .problem())
                .contains("column (more) is not looked at");
    }

    @Test
    void aMemberThatNobodyLooksAtIsRefused() throws IOException {
        String row = "{\"q\":0,\"nobody\":1}\n";
        JsonlKind kind = new JsonlKind("kind_612.jsonl", (rows, check) -> {
            while (rows.next()) {
                check.row(rows.line());
                check.text("any", "a", "a");
            }
        });
        Files.writeString(directory.resolve("kind_612.jsonl"), "{\"kernel\":\"6.12.117\"}\n" + row);
        assertThat(new GoldenVerifier(List.of(kind))
                        .verify(directory)
                        .files()
                        .get(0)
                        .problem())
                .contains("kind_612.jsonl:2: member (nobody) is not looked at");
    }

    @Test
    void aHeaderOfAnotherKernelThanTheFileNamesIsRefused() throws IOException {
        String header = "{\"kernel\":\"6.12.117\"}\n";
        assertThat(verify("capacity_inversion_510.jsonl", header).files().get(0).problem())
                .contains("capacity_inversion_510.jsonl:1: header names the kernel (6.12.117), the file name 510");
    }

    @Test
    void aFileThatLeadsToAnImpossibleStateIsUnreadableAndTheOthersGoOn() throws IOException {
        GoldenKind broken = new GoldenKind() {
            @Override
            public String name() {
                return "a.csv";
            }

            @Override
            public void replay(Path file, RowCheck check) {
                throw new IndexOutOfBoundsException("99");
            }
        };
        List<GoldenKind> kinds = new ArrayList<>(List.of(broken));
        kinds.addAll(GoldenKinds.builtIn());
        Files.writeString(directory.resolve("a.csv"), "a\n1\n");
        Files.writeString(directory.resolve("scale_load.csv"), SCALE_HEADER + "0,0\n");
        VerifyReport report = new GoldenVerifier(kinds).verify(directory);
        assertThat(report.files())
                .extracting(FileResult::status)
                .containsExactly(FileResult.Status.UNREADABLE, FileResult.Status.EQUAL);
        assertThat(report.files().get(0).problem())
                .contains("the state is impossible")
                .contains("99");
    }

    @Test
    void rowsAfterADifferenceInASequenceAreStillReplayed() throws IOException {
        VerifyReport report = verify("prop_weight_73.csv", """
                        weight_in,se_load_weight,has_parent,cfs_load_weight,result
                        1048576,136103387,0,151305806,1
                        50584257,670720,1,182439435,185967
                        """);
        assertThat(report.rows()).isEqualTo(2);
        assertThat(report.equalRows()).isEqualTo(1);
    }

    @Test
    void unknownKindsAndOtherFilesAreListedApartAndDoNotSpoilTheExit() throws IOException {
        Files.writeString(directory.resolve("README.md"), "text");
        Files.writeString(directory.resolve("later.jsonl"), "{}");
        VerifyReport report = verify("scale_load.csv", SCALE_HEADER + "0,0\n");
        assertThat(report.files())
                .extracting(FileResult::status)
                .containsExactly(FileResult.Status.OTHER, FileResult.Status.UNKNOWN, FileResult.Status.EQUAL);
        assertThat(report.exitCode()).isZero();
    }

    @Test
    void directoryWithNothingToReplayIsNotASuccess() throws IOException {
        assertThat(verify("other.csv", "a\n1\n").exitCode()).isEqualTo(3);
    }

    @Test
    void missingDirectoryIsRefusedByName() {
        assertThatThrownBy(() -> VERIFIER.verify(directory.resolve("none")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("none")
                .hasMessageContaining("Maybe");
    }

    @Test
    void malformedFilesAreUnreadableWithPlaceAndCause() throws IOException {
        for (String content : List.of(
                "",
                SCALE_HEADER,
                SCALE_HEADER + "1\n",
                SCALE_HEADER + "1,x\n",
                "w,other\n1,2\n",
                SCALE_HEADER + "1,36893488147419103232\n")) {
            VerifyReport report = verify("scale_load.csv", content);
            FileResult file = report.files().get(0);
            assertThat(file.status()).as(content).isEqualTo(FileResult.Status.UNREADABLE);
            assertThat(file.problem()).as(content).contains("scale_load.csv");
            assertThat(report.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void truncatedArchiveIsUnreadable() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write((SCALE_HEADER + "0,0\n".repeat(5_000)).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        byte[] cut = Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2);
        Files.write(directory.resolve("scale_load.csv.gz"), cut);
        assertThat(VERIFIER.verify(directory).exitCode()).isEqualTo(3);
        Files.writeString(directory.resolve("scale_load.csv.gz"), "not an archive");
        assertThat(VERIFIER.verify(directory).exitCode()).isEqualTo(3);
    }

    @Test
    void aDifferenceOutweighsAnUnreadableFile() throws IOException {
        Files.writeString(directory.resolve("weights.csv"), "broken");
        assertThat(verify("scale_load.csv", SCALE_HEADER + "0,1\n").exitCode()).isEqualTo(1);
    }

    @Test
    void endlessLineIsRefusedInBoundedMemory() throws IOException {
        VerifyReport report = verify("scale_load.csv", SCALE_HEADER + "1".repeat(GoldenLines.MAX_LINE_BYTES * 2 + 2));
        assertThat(report.files().get(0).problem()).contains("longer than");
    }

    @Test
    void brokenJsonNamesItsLine() throws IOException {
        VerifyReport report = verify("propagate_units_612.jsonl", "{\"kernel\":\"6.12.117\"}\n{\"q\":0,\n");
        assertThat(report.files().get(0).problem()).contains("propagate_units_612.jsonl:2");
    }

    @Test
    void firstKindThatKnowsANameReplaysIt() throws IOException {
        CsvKind other = new CsvKind("scale_load.csv", (rows, check) -> {
            rows.columns("w", "scale_load_down");
            while (rows.next()) {
                check.row(rows.line());
                check.text("any", "a", "a");
            }
        });
        Files.writeString(directory.resolve("scale_load.csv"), SCALE_HEADER + "0,1\n");
        assertThat(new GoldenVerifier(List.of(other)).verify(directory).exitCode())
                .isZero();
    }
}
