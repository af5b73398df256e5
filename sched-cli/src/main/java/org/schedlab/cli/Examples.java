package org.schedlab.cli;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The examples that come with the tool: scenarios in it, and programs of a source checkout, which the launcher runs. Stateless. */
final class Examples {

    /**
     * An example.
     *
     * @param id what {@code sched run} calls it
     * @param isProgram a program in {@code examples/ID}, not a scenario
     * @param line what it shows, in one line
     */
    record Example(String id, boolean isProgram, String line) {}

    private Examples() {}

    static List<String> ids() {
        return all().stream().map(Example::id).toList();
    }

    static List<Example> all() {
        List<Example> all = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(resource("index.txt"), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split("\\s+", 3);
                all.add(new Example(parts[0], parts[1].equals("program"), parts[2]));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** The text of a scenario. */
    static InputStream open(Example scenario) throws IOException {
        return resource(scenario.id() + ".yaml");
    }

    private static InputStream resource(String name) throws IOException {
        InputStream in = Examples.class.getResourceAsStream("examples/" + name);
        if (in == null) {
            throw new FileNotFoundException("example " + name + " is missing in this build");
        }
        return in;
    }
}
