package org.schedlab.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.schedlab.topology.input.InvalidInputException;

/** Copies {@code examples/custom-policy} under another name, so that the template is what the tests build. Stateless. */
final class PluginTemplate {

    private static final String TEMPLATE_ID = "custom-policy";
    private static final String README = "README.md";
    private static final Pattern NAME_IN_README = Pattern.compile("\\bmy\\b");
    private static final List<String> LEFT_OUT = List.of("target", ".git");

    private PluginTemplate() {}

    /** Makes the directory {@code name} where the user stands. */
    static Path copy(String name) {
        Path template = template();
        Path target = Path.of(name);
        if (Files.exists(target)) {
            throw new InvalidInputException(
                    name, 0, "there is such a file or directory already", "another NAME is free.");
        }
        copy(template, target, name);
        return target;
    }

    /** Copies the template for a plugin of that name. */
    static void copy(Path template, Path target, String name) {
        try (Stream<Path> files = Files.walk(template)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                Path relative = template.relativize(file);
                if (!LEFT_OUT.contains(relative.getName(0).toString())) {
                    Path copy = target.resolve(relative.toString());
                    Files.createDirectories(copy.toAbsolutePath().getParent());
                    String text = Files.readString(file, StandardCharsets.UTF_8);
                    Files.writeString(copy, named(text, relative, name), StandardCharsets.UTF_8);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The README names its reader's project in each step. */
    private static String named(String text, Path file, String name) {
        String renamed = text.replace(TEMPLATE_ID, name);
        return file.endsWith(README) ? NAME_IN_README.matcher(renamed).replaceAll(name) : renamed;
    }

    private static Path template() {
        String home = System.getProperty(PluginOptions.HOME);
        Path template = Path.of(home == null ? "." : home, "examples", TEMPLATE_ID);
        if (!Files.isDirectory(template)) {
            throw new InvalidInputException(
                    template.toString(),
                    0,
                    "the template is not there",
                    "the launcher of a checkout (./sched) knows where it is.");
        }
        return template;
    }
}
