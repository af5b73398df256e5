package org.schedlab.topology.read;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;

/**
 * The front door to all formats: takes what the user wrote, finds the reader whose format it is, and reads the machine. Immutable, safe to
 * share between threads.
 */
public final class TopologyReaders {

    private final List<TopologyReader> readers;

    private TopologyReaders(List<TopologyReader> readers) {
        this.readers = readers.stream()
                .sorted(Comparator.comparing(TopologyReader::format))
                .toList();
    }

    /** The readers of this module and of every JAR on the class path. */
    public static TopologyReaders standard() {
        return with(List.of());
    }

    /** The standard readers and more, as plugins bring them. */
    public static TopologyReaders with(List<TopologyReader> more) {
        List<TopologyReader> all = new ArrayList<>(more);
        ServiceLoader.load(TopologyReader.class, TopologyReaders.class.getClassLoader())
                .forEach(all::add);
        return new TopologyReaders(all);
    }

    /**
     * Reads a machine with the {@linkplain #standard() standard readers}.
     *
     * @param argument a short string ({@code 2s 10c 2t}), an hwloc synthetic string, or the path of a file or directory
     * @throws InvalidInputException when there is no such file, no reader knows the format, or the content is refused
     */
    public static Topology read(String argument) {
        return standard().readAny(argument);
    }

    /**
     * The machine that this program runs on, from its {@code /sys}.
     *
     * @throws InvalidInputException when there is no {@code /sys/devices/system/cpu}, as on systems other than Linux
     */
    public static Topology readThisMachine() {
        if (!Files.isDirectory(Path.of("/" + SysfsFiles.CPU))) {
            throw new InvalidInputException(
                    "this machine", 0, "there is no /" + SysfsFiles.CPU, "it does not run Linux; name a file instead.");
        }
        return new SysfsReader().read(TopologySource.ofPath(Path.of("/")));
    }

    /** Names of all formats, sorted. */
    public List<String> formats() {
        return readers.stream().map(TopologyReader::format).toList();
    }

    /** As {@link #read(String)}, with these readers. A string that describes a machine itself wins over a file of that name. */
    public Topology readAny(String argument) {
        TopologySource text = TopologySource.ofText(argument);
        TopologyReader byText = best(text);
        if (byText != null) {
            return byText.read(text);
        }
        Path path = existing(argument);
        TopologySource source = TopologySource.ofPath(path);
        source.refuseUtf16();
        TopologyReader reader = best(source);
        if (reader == null) {
            throw new InvalidInputException(
                    argument, 0, "the format is not known", "it is none of: " + String.join(", ", formats()) + ".");
        }
        return reader.read(source);
    }

    private static Path existing(String argument) {
        String maybe = "a machine is written as 2s 10c 2t, or the path is wrong.";
        try {
            Path path = Path.of(argument);
            if (Files.exists(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            maybe = "a machine is written as 2s 10c 2t; this is no path either (" + e.getReason() + ").";
        }
        throw new InvalidInputException(argument, 0, "there is no such file, and it is not a machine", maybe);
    }

    private @Nullable TopologyReader best(TopologySource source) {
        TopologyReader best = null;
        int highest = 0;
        for (TopologyReader reader : readers) {
            int confidence = reader.confidence(source);
            if (confidence > highest) {
                highest = confidence;
                best = reader;
            }
        }
        return best;
    }
}
