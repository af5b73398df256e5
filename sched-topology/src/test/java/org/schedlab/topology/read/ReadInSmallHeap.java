package org.schedlab.topology.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.schedlab.topology.input.InvalidInputException;

/** Reads one file in a JVM of its own whose whole heap is 64 MiB, and prints the refusal: what does not fit there was not bounded. */
final class ReadInSmallHeap {

    static final String READ = "read without complaint";

    private ReadInSmallHeap() {}

    public static void main(String[] args) {
        try {
            TopologyReaders.read(args[0]);
            System.out.println(READ);
        } catch (InvalidInputException refusal) {
            System.out.println(refusal.getMessage());
        }
    }

    /** What the small JVM prints, an OutOfMemoryError included. */
    static String output(Path file) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(List.of(
                        java,
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReadInSmallHeap.class.getName(),
                        file.toString()))
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
