package org.schedlab.cli;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The scenarios that come with the tool. Stateless. */
final class Examples {

    private Examples() {}

    static List<String> ids() {
        return List.copyOf(all().keySet());
    }

    /** One line about each example, by id. */
    static Map<String, String> all() {
        Map<String, String> all = new TreeMap<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(resource("index.txt"), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split("\\s+", 2);
                if (parts.length == 2) {
                    all.put(parts[0], parts[1]);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    static InputStream open(String id) throws IOException {
        return resource(id + ".yaml");
    }

    private static InputStream resource(String name) throws IOException {
        InputStream in = Examples.class.getResourceAsStream("examples/" + name);
        if (in == null) {
            throw new FileNotFoundException("example " + name + " is missing in this build");
        }
        return in;
    }
}
