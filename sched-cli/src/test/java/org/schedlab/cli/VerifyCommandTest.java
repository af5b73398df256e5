package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class VerifyCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine command = VerifyCommand.create();
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return command.execute(args);
    }

    @Test
    void equalFilesAreTabledAndUnknownOnesListed() throws Exception {
        Files.writeString(directory.resolve("scale_load.csv"), "w,scale_load_down\n0,0\n1,2\n");
        Files.writeString(directory.resolve("strange.csv"), "a\n1\n");
        assertThat(run("golden", directory.toString())).isZero();
        assertThat(out.toString())
                .containsPattern("scale_load\\.csv +2 +2  equal")
                .containsPattern("strange\\.csv +0 +0  unknown kind")
                .containsPattern("total +2 +2  1 equal, 0 different, 0 unreadable, 1 unknown");
    }

    @Test
    void differenceExitsWithOneAndNamesLineFieldAndValues() throws Exception {
        Files.writeString(directory.resolve("scale_load.csv"), "w,scale_load_down\n0,0\n1,3\n");
        assertThat(run("golden", directory.toString())).isEqualTo(1);
        assertThat(out.toString()).contains("DIFFERENT at line 3, field scale_load_down: expected 3, got 2");
    }

    @Test
    void unreadableFileExitsWithThreeAndNamesItsLine() throws Exception {
        Files.writeString(directory.resolve("scale_load.csv"), "w,scale_load_down\n0,zero\n");
        assertThat(run("golden", directory.toString())).isEqualTo(3);
        assertThat(out.toString())
                .contains("UNREADABLE")
                .contains("scale_load.csv:2")
                .contains("(zero)");
    }

    @Test
    void missingDirectoryExitsWithThreeOnStderr() {
        assertThat(run("golden", directory.resolve("none").toString())).isEqualTo(3);
        assertThat(err.toString()).contains("none").contains("Maybe");
    }

    @Test
    void nothingToVerifyIsAUsageError() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("sched verify golden DIR");
    }
}
