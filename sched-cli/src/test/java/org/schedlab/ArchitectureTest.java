package org.schedlab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The arrows of docs/architecture: which part may use which. All modules are on this module's class path. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.schedlab");

    /** Parts of the libraries and the parts that each may use, beside itself. */
    private static final Map<String, List<String>> ARROWS = new TreeMap<>(Map.ofEntries(
            Map.entry("topology", List.of()),
            Map.entry("arith", List.of()),
            Map.entry("pelt", List.of("arith")),
            Map.entry("spi", List.of("topology", "arith", "pelt")),
            Map.entry("mechanism", List.of("spi", "arith", "pelt", "topology")),
            Map.entry("trace", List.of("spi")),
            Map.entry("explain", List.of("trace", "spi", "topology", "workload")),
            Map.entry("metrics", List.of("spi", "trace", "topology")),
            Map.entry("workload", List.of("spi", "topology")),
            Map.entry("report", List.of("metrics", "topology")),
            Map.entry("plugin", List.of("spi", "topology")),
            Map.entry("inject", List.of("plugin", "spi", "topology")),
            Map.entry(
                    "engine", List.of("mechanism", "workload", "trace", "metrics", "spi", "arith", "pelt", "topology")),
            Map.entry("scenario", List.of("engine", "mechanism", "plugin", "workload", "trace", "spi", "topology")),
            Map.entry("truth", List.of("scenario", "engine", "metrics", "workload", "topology")),
            Map.entry("verify", List.of("mechanism", "plugin", "spi", "arith", "pelt", "topology")),
            Map.entry(
                    "testkit",
                    List.of(
                            "engine",
                            "mechanism",
                            "metrics",
                            "plugin",
                            "trace",
                            "workload",
                            "spi",
                            "arith",
                            "topology")),
            Map.entry("policies", List.of("spi", "arith", "pelt", "topology")),
            Map.entry(
                    "cgroup",
                    List.of(
                            "mechanism",
                            "verify",
                            "testkit",
                            "plugin",
                            "workload",
                            "spi",
                            "arith",
                            "pelt",
                            "topology"))));

    @Test
    void seesAllModules() {
        assertThat(CLASSES.contain("org.schedlab.topology.Topology")).isTrue();
        assertThat(CLASSES.contain("org.schedlab.engine.Simulation")).isTrue();
        assertThat(CLASSES.contain("org.schedlab.policies.CorePlugin")).isTrue();
        assertThat(CLASSES.contain("org.schedlab.cli.Main")).isTrue();
    }

    @Test
    void everyPartUsesOnlyWhatItMay() {
        ARROWS.forEach((part, allowed) -> noClasses()
                .that()
                .resideInAPackage("org.schedlab." + part + "..")
                .should()
                .dependOnClassesThat(outside(part, allowed))
                .because(part + " may use " + allowed)
                .check(CLASSES));
    }

    private static DescribedPredicate<JavaClass> outside(String part, List<String> allowed) {
        return new DescribedPredicate<>("are other parts of schedlab") {
            @Override
            public boolean test(JavaClass used) {
                String name = used.getPackageName() + ".";
                return name.startsWith("org.schedlab.")
                        && !name.startsWith("org.schedlab." + part + ".")
                        && allowed.stream().noneMatch(a -> name.startsWith("org.schedlab." + a + "."));
            }
        };
    }

    @Test
    void noPartsDependOnEachOtherInACircle() {
        slices().matching("org.schedlab.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyKitsUseKits() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "org.schedlab.testkit..", "org.schedlab.cgroup.testkit..", "org.schedlab.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.schedlab.testkit..", "org.schedlab.cgroup.testkit..")
                .check(CLASSES);
    }

    @Test
    void picocliStaysInTheCommand() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.schedlab.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "me.tongfei..")
                .check(CLASSES);
    }

    @Test
    void guiceStaysBehindItsDoor() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.schedlab.inject..", "org.schedlab.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.google.inject..", "com.google.common..", "jakarta.inject..")
                .check(CLASSES);
    }

    @Test
    void whatMustBeDeterministicReadsNoWallClockAndNoUnnamedRandomness() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.schedlab.arith..",
                        "org.schedlab.pelt..",
                        "org.schedlab.spi..",
                        "org.schedlab.mechanism..",
                        "org.schedlab.engine..",
                        "org.schedlab.workload..",
                        "org.schedlab.metrics..",
                        "org.schedlab.trace..",
                        "org.schedlab.explain..",
                        "org.schedlab.cgroup..",
                        "org.schedlab.policies..")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "identityHashCode", Object.class)
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(java.util.Random.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .check(CLASSES);
    }
}
