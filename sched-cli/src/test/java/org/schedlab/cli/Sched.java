package org.schedlab.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the launcher of this checkout as a process. */
final class Sched {

    static final Path ROOT =
            Path.of(System.getProperty("schedlab.root", "..")).toAbsolutePath().normalize();

    private Sched() {}

    /** What a process did. */
    record Outcome(int status, String out, String err) {}

    static Outcome run(String... args) {
        return run(ROOT, null, args);
    }

    /** With a working directory and a Java home, or null for the one that is there. */
    static Outcome run(Path directory, String javaHome, String... args) {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("sched").toString()));
        command.addAll(List.of(args));
        try {
            File out = File.createTempFile("sched", ".out");
            File err = File.createTempFile("sched", ".err");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectOutput(out)
                    .redirectError(err);
            builder.environment().remove("JAVA_TOOL_OPTIONS");
            builder.environment().put("JAVA_HOME", javaHome == null ? System.getProperty("java.home") : javaHome);
            Process process = builder.start();
            if (!process.waitFor(300, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("sched did not end: " + command);
            }
            Outcome outcome = new Outcome(
                    process.exitValue(),
                    Files.readString(out.toPath(), StandardCharsets.UTF_8),
                    Files.readString(err.toPath(), StandardCharsets.UTF_8));
            Files.delete(out.toPath());
            Files.delete(err.toPath());
            return outcome;
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
