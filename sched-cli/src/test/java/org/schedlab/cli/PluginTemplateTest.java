package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The copy of examples/custom-policy; {@link CustomPolicyIT} builds and runs one. */
class PluginTemplateTest {

    private static final Path TEMPLATE = Path.of("../examples/custom-policy");

    @TempDir
    private Path directory;

    @Test
    void aCopyNamesItselfInItsBuildItsIdAndItsReadme() throws IOException {
        Path acme = directory.resolve("acme");
        PluginTemplate.copy(TEMPLATE, acme, "acme");
        assertThat(Files.readString(acme.resolve("pom.xml"))).contains("<artifactId>acme</artifactId>");
        List<String> steps = Files.readAllLines(acme.resolve("README.md")).stream()
                .filter(line -> line.startsWith("$ "))
                .toList();
        assertThat(steps)
                .contains(
                        "$ sched plugins new acme",
                        "$ cd acme",
                        "$ sched plugins verify target/acme-1.0.jar",
                        "$ sched run web-and-hog --plugin target/acme-1.0.jar --policy placement=acme:nest,spins=3")
                .noneMatch(line -> line.matches(".*\\bmy\\b.*"));
        try (Stream<Path> files = Files.walk(acme)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain("custom-policy");
            }
        }
        assertThat(acme.resolve("target")).doesNotExist();
    }

    @Test
    void aCopyThatIsNamedAsInTheReadmeHasTheSameReadme() throws IOException {
        Path my = directory.resolve("my");
        PluginTemplate.copy(TEMPLATE, my, "my");
        assertThat(my.resolve("README.md")).hasSameTextualContentAs(TEMPLATE.resolve("README.md"));
    }
}
