package org.schedlab.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.mechanism.PolicyViolationException;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.spi.Switch;

/** Every breakage has its own code, and the good plugin beside it works all the same. */
class PluginLoaderTest {

    @TempDir
    Path directory;

    private Path plugins;

    @org.junit.jupiter.api.BeforeEach
    void aGoodPluginIsThere() {
        plugins = directory.resolve("plugins");
        PluginJars.good("good").manifest("Implementation-Version", "1.2").write(plugins.resolve("m-good/good.jar"));
    }

    private Path bad(PluginJars jar) {
        return jar.write(plugins.resolve("bad/bad.jar"));
    }

    private PluginJars jar() {
        return new PluginJars();
    }

    /** Loads all; the good plugin works; the only problem is of the other one. */
    private PluginProblem only(PluginCode code) {
        try (Plugins found = new PluginLoader().directory(plugins).load()) {
            works(found);
            assertThat(found.problems()).as("%s", found.problems()).hasSize(1);
            PluginProblem problem = found.problems().get(0);
            assertThat(problem.code()).as(problem.text()).isEqualTo(code);
            assertThat(problem.isError()).isTrue();
            assertThat(problem.plugin()).isEqualTo("bad");
            assertThat(problem.location()).contains("bad");
            assertThat(problem.hint()).endsWith(".");
            Wording.isItsOwn(problem);
            assertThat(problem.text()).contains("\n  Maybe ").contains("[" + code.key() + "]");
            assertThat(found.loaded()).hasSize(1);
            return problem;
        }
    }

    static void works(Plugins found) {
        LoadedPlugin good = found.loaded().stream()
                .filter(p -> p.id().equals("good"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the good plugin is hidden: " + found.problems()));
        assertThat(good.label()).isEqualTo("good 1.2 spi 1");
        Catalogue catalogue = new Catalogue(found.plugins(), List.of(), List.of());
        PolicyFactory<?, ?> factory = catalogue.policy(PolicyKind.PLACEMENT, "good:stay");
        assertThat(create(factory)).isInstanceOf(PlacementPolicy.class);
    }

    private static <C extends Record> Object create(PolicyFactory<C, ?> factory) {
        return factory.create(factory.defaults(), null);
    }

    @Test
    void everyCodeIsInTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("../docs/plugins.md"));
        for (PluginCode code : PluginCode.values()) {
            assertThat(page).contains("| `" + code.key() + "` |");
        }
    }

    @Test
    void everyBreachOfAPolicyHasACodeOfTheSameName() {
        for (PolicyViolationException.Fault fault : PolicyViolationException.Fault.values()) {
            assertThat(PluginCode.valueOf(fault.name()).key()).isEqualTo(fault.key());
        }
    }

    /** Loops until the test lets it go. */
    @ParameterizedTest
    @ValueSource(strings = {"constructor", "static", "id()", "policies()"})
    void aPluginThatDoesNotReturn(String place) {
        String loop = "while (Boolean.getBoolean(\"plugin.loops\")) { Thread.yield(); }";
        String plain = PluginJars.plugin(
                "bad",
                "bad",
                place.equals("static")
                        ? "static { " + loop + " }"
                        : place.equals("constructor") ? "public Plugin() { " + loop + " }" : "");
        String method = place.equals("id()") ? "id() {" : "policies() {";
        bad(PluginJars.good("bad")
                .source(place.endsWith("()") ? plain.replace(method, method + loop) : plain)
                .services("bad.Plugin"));
        System.setProperty("plugin.loops", "true");
        try (Plugins found = new PluginLoader().limitMs(200).directory(plugins).load()) {
            works(found);
            PluginProblem problem = found.problems().get(0);
            assertThat(found.problems()).hasSize(1);
            assertThat(problem.code()).isEqualTo(PluginCode.TIME_BUDGET);
            assertThat(problem.message()).contains("does not return within 200 ms; it is in ");
            Wording.isItsOwn(problem);
        } finally {
            System.clearProperty("plugin.loops");
        }
    }

    @Test
    void goodPluginsAreLoadedInTheOrderOfTheirNames() {
        PluginJars.good("aaa").write(plugins.resolve("a/a.jar"));
        PluginJars.good("zzz").write(plugins.resolve("loose.jar"));
        try (Plugins found = new PluginLoader().directory(plugins).load()) {
            assertThat(found.problems()).isEmpty();
            assertThat(found.loaded()).extracting(LoadedPlugin::id).containsExactly("aaa", "zzz", "good");
        }
    }

    @Test
    void emptyDirectory() throws IOException {
        Files.createDirectories(plugins.resolve("bad"));
        only(PluginCode.EMPTY_DIRECTORY);
    }

    @Test
    void missingFile() {
        try (Plugins found = new PluginLoader()
                .directory(plugins)
                .jar(directory.resolve("none.jar"))
                .load()) {
            works(found);
            assertThat(found.problems()).extracting(PluginProblem::code).containsExactly(PluginCode.NOT_FOUND);
            Wording.isItsOwn(found.problems().get(0));
        }
    }

    @Test
    void corruptJars() throws IOException {
        Path jar = bad(PluginJars.good("bad"));
        byte[] whole = Files.readAllBytes(jar);
        Files.write(jar, Arrays.copyOf(whole, whole.length / 2));
        only(PluginCode.CORRUPT_JAR);
        Files.writeString(jar, "no jar at all");
        only(PluginCode.CORRUPT_JAR);
        Files.write(jar, new byte[0]);
        only(PluginCode.CORRUPT_JAR);
    }

    @Test
    void aClassThatIsDamagedInsideTheJar() throws IOException {
        Path jar = bad(PluginJars.good("bad"));
        byte[] whole = Files.readAllBytes(jar);
        int name = new String(whole, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("good/Plugin.class");
        Arrays.fill(whole, name + 40, name + 80, (byte) 0x55);
        Files.write(jar, whole);
        only(PluginCode.CORRUPT_JAR);
    }

    @Test
    void noServicesFile() {
        bad(jar().source(PluginJars.plugin("bad", "good", "")).source(PluginJars.FACTORY));
        only(PluginCode.NO_SERVICES_FILE);
    }

    @Test
    void servicesFileWithoutANameCountsAsNone() {
        bad(PluginJars.good("bad").services("# nothing\n"));
        only(PluginCode.NO_SERVICES_FILE);
    }

    @Test
    void misspeltProvider() {
        bad(PluginJars.good("bad").services("# mine\ngood.Plugni\n"));
        PluginProblem problem = only(PluginCode.PROVIDER_NOT_FOUND);
        assertThat(problem.hint()).contains("good.Plugin");
        assertThat(problem.location()).endsWith(PluginJars.SERVICES + ":2");
    }

    @Test
    void syntaxErrorInTheServicesFile() {
        bad(PluginJars.good("bad").services("good.Plugin; good.Other\n"));
        assertThat(only(PluginCode.SERVICES_SYNTAX).message()).contains("(good.Plugin; good.Other)");
    }

    @Test
    void wrongType() {
        bad(PluginJars.good("bad").services("good.Stay"));
        only(PluginCode.WRONG_TYPE);
    }

    @Test
    void anotherLoadersCopyOfTheSpi() throws IOException {
        Path jar = PluginJars.good("bad").write(directory.resolve("other/bad.jar"));
        URL[] urls = {
            jar.toUri().toURL(),
            PluginJars.home(SchedPlugin.class).toUri().toURL(),
            PluginJars.home(org.schedlab.topology.CpuMask.class).toUri().toURL()
        };
        try (URLClassLoader other = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
                Plugins found = new PluginLoader()
                        .directory(plugins)
                        .classLoader(other, "server")
                        .load()) {
            works(found);
            assertThat(found.problems())
                    .filteredOn(p -> p.message().contains("good.Plugin"))
                    .singleElement()
                    .satisfies(p -> {
                        assertThat(p.code()).isEqualTo(PluginCode.OTHER_SPI_COPY);
                        assertThat(p.message()).contains("another copy of SchedPlugin");
                        assertThat(p.hint()).contains("scope provided");
                        Wording.isItsOwn(p);
                    });
        }
    }

    @Test
    void constructorThatThrows() {
        bad(PluginJars.good("bad")
                .source(PluginJars.plugin(
                        "bad", "bad", "public Plugin() { throw new IllegalStateException(\"no licence\"); }"))
                .services("bad.Plugin"));
        PluginProblem problem = only(PluginCode.CONSTRUCTOR_FAILED);
        assertThat(problem.message()).contains("no licence");
        assertThat(problem.cause()).isNotNull();
    }

    @Test
    void privateConstructor() {
        bad(PluginJars.good("bad")
                .source(PluginJars.plugin("bad", "bad", "private Plugin() {}"))
                .services("bad.Plugin"));
        only(PluginCode.CONSTRUCTOR_HIDDEN);
    }

    @Test
    void classThatIsNotPublic() {
        bad(PluginJars.good("bad")
                .source(PluginJars.plugin("bad", "bad", "").replace("public class", "class"))
                .services("bad.Plugin"));
        only(PluginCode.CONSTRUCTOR_HIDDEN);
    }

    @Test
    void constructorWithArguments() {
        bad(PluginJars.good("bad")
                .source(PluginJars.plugin("bad", "bad", "public Plugin(int x) {}"))
                .services("bad.Plugin"));
        only(PluginCode.CONSTRUCTOR_ARGUMENTS);
    }

    @Test
    void missingDependencyAsField() {
        bad(PluginJars.good("bad")
                .source("package lib; public class Dep {}")
                .source(PluginJars.plugin("bad", "bad", "private final lib.Dep dep = new lib.Dep();"))
                .without("lib.Dep")
                .services("bad.Plugin"));
        assertThat(only(PluginCode.MISSING_CLASS).message()).contains("(lib.Dep)");
    }

    @Test
    void missingDependencyAsSuperclass() {
        bad(PluginJars.good("bad")
                .source("package lib; public class Dep {}")
                .source(PluginJars.plugin("bad", "bad", "").replace("class Plugin", "class Plugin extends lib.Dep"))
                .without("lib.Dep")
                .services("bad.Plugin"));
        assertThat(only(PluginCode.MISSING_SUPERTYPE).message()).contains("(lib.Dep)");
    }

    @Test
    void newerClassFile() throws IOException {
        Path classes = bad(PluginJars.good("bad"));
        byte[] whole;
        try (java.util.jar.JarFile file = new java.util.jar.JarFile(classes.toFile())) {
            whole = file.getInputStream(file.getEntry("good/Plugin.class")).readAllBytes();
        }
        whole[7] = (byte) 99; // major version of some Java to come
        bad(jar().entry("good/Plugin.class", whole).services("good.Plugin"));
        assertThat(only(PluginCode.NEWER_CLASS_FILE).message()).contains("99");
    }

    @Test
    void hostInternalsReached() {
        bad(PluginJars.good("bad")
                .source(PluginJars.plugin("bad", "bad", "Object seen = org.schedlab.engine.Timing.DEFAULT;"))
                .services("bad.Plugin"));
        assertThat(only(PluginCode.HOST_INTERNALS).message()).contains("org.schedlab.engine.Timing");
    }

    @Test
    void spiTooOldAndTooNew() {
        bad(PluginJars.good("bad")
                .source(PluginJars.plugin("bad", "bad", "").replace("SpiVersion.CURRENT", "0"))
                .services("bad.Plugin"));
        only(PluginCode.SPI_TOO_OLD);
        bad(PluginJars.good("bad")
                .source(PluginJars.plugin("bad", "bad", "").replace("SpiVersion.CURRENT", "SpiVersion.CURRENT + 1"))
                .services("bad.Plugin"));
        only(PluginCode.SPI_TOO_NEW);
    }

    @Test
    void bundledCopyOfTheSpiIsNotUsedButToldOf() throws IOException {
        byte[] copy;
        try (java.io.InputStream in = SchedPlugin.class.getResourceAsStream("SchedPlugin.class")) {
            copy = in.readAllBytes();
        }
        bad(PluginJars.good("bad").entry("org/schedlab/spi/SchedPlugin.class", copy));
        try (Plugins found = new PluginLoader().directory(plugins).load()) {
            works(found);
            assertThat(found.loaded()).extracting(LoadedPlugin::id).containsExactly("bad", "good");
            assertThat(found.problems())
                    .extracting(PluginProblem::code)
                    .containsExactly(PluginCode.BUNDLED_HOST_CLASSES);
            Wording.isItsOwn(found.problems().get(0));
            assertThat(found.errors()).isEmpty();
        }
    }

    @Test
    void duplicateIdNamesBothJars() {
        PluginJars.good("good").write(plugins.resolve("x-bad/second.jar"));
        try (Plugins found = new PluginLoader().directory(plugins).load()) {
            works(found);
            assertThat(found.problems()).hasSize(1);
            assertThat(found.problems().get(0).code()).isEqualTo(PluginCode.DUPLICATE_ID);
            assertThat(found.problems().get(0).message()).contains("m-good").contains("x-bad");
            Wording.isItsOwn(found.problems().get(0));
        }
    }

    @Test
    void reservedAndMalformedIds() {
        bad(PluginJars.good("core"));
        only(PluginCode.BAD_ID);
        bad(PluginJars.good("Not An Id"));
        only(PluginCode.BAD_ID);
    }

    @Test
    void aSwitchThatIsDeclaredTwice() {
        String more =
                "public List<Switch> switches() { return List.of(new Switch(\"SPIN\", true, \"-\", \"spins\")); }";
        PluginJars.good("aaa")
                .source(PluginJars.plugin("aaa", "aaa", more))
                .services("aaa.Plugin")
                .write(plugins.resolve("a/a.jar"));
        bad(PluginJars.good("bad").source(PluginJars.plugin("bad", "bad", more)).services("bad.Plugin"));
        try (Plugins found = new PluginLoader().directory(plugins).load()) {
            works(found);
            assertThat(found.problems()).extracting(PluginProblem::code).containsExactly(PluginCode.DUPLICATE_NAME);
            assertThat(found.problems().get(0).message()).contains("SPIN").contains("aaa");
            Wording.isItsOwn(found.problems().get(0));
        }
    }

    @Test
    void aSwitchOfTheHostAndOneDeclaredTwiceByItself() {
        String host =
                "public List<Switch> switches() { return List.of(new Switch(\"UTIL_EST\", true, \"-\", \"mine\")); }";
        String twice = "public List<Switch> switches() { return List.of(new Switch(\"SPIN\", true, \"-\", \"spins\"),"
                + " new Switch(\"SPIN\", false, \"-\", \"spins again\")); }";
        PluginJars.good("bad")
                .source(PluginJars.plugin("bad", "bad", host))
                .services("bad.Plugin")
                .write(plugins.resolve("bad/bad.jar"));
        PluginJars.good("worse")
                .source(PluginJars.plugin("worse", "worse", twice))
                .services("worse.Plugin")
                .write(plugins.resolve("worse/worse.jar"));
        List<Switch> declared = List.of(new Switch("UTIL_EST", false, "4.17+", "util_est signal"));
        try (Plugins found = new PluginLoader()
                .hostDeclares(declared, List.of())
                .directory(plugins)
                .load()) {
            works(found);
            assertThat(found.loaded()).hasSize(1);
            assertThat(found.problems())
                    .extracting(PluginProblem::code)
                    .containsExactly(PluginCode.DUPLICATE_NAME, PluginCode.DUPLICATE_NAME);
            assertThat(found.problems().get(0).message()).contains("UTIL_EST").contains("the mechanism");
            assertThat(found.problems().get(1).message()).contains("SPIN").contains("itself");
        }
    }

    @Test
    void wrongSettingsAreToldAndTheGoodPluginBesideThemWorks() {
        bad(PluginJars.good("bad"));
        try (Plugins found = new PluginLoader().directory(plugins).load().throwIfErrors()) {
            Catalogue catalogue = new Catalogue(found.plugins(), List.of(), List.of());
            assertThatThrownBy(() -> catalogue.choose(PolicyKind.PLACEMENT, "bad:stay,spin=3,warmNs=-1"))
                    .isInstanceOfSatisfying(PluginException.class, e -> {
                        assertThat(e.problems())
                                .extracting(PluginProblem::code)
                                .containsExactly(PluginCode.CONFIG_KEY, PluginCode.CONFIG_VALUE);
                        e.problems().forEach(Wording::isItsOwn);
                        assertThat(e.problems())
                                .allSatisfy(p -> assertThat(p.text()).contains("bad:stay", "\n  Maybe "));
                        assertThat(e.problems().get(0).hint()).contains("you meant spins");
                        assertThat(e.problems().get(1).message()).contains("warmNs (-1)", "0..1000000");
                    });
            works(found);
            assertThat(catalogue
                            .choose(PolicyKind.PLACEMENT, "good:stay,spins=3")
                            .text())
                    .isEqualTo("good:stay,spins=3");
        }
    }

    @Test
    void aPluginWhoseMethodsFail() {
        bad(PluginJars.good("bad")
                .source(PluginJars.plugin("bad", "bad", "").replace("return List.of(new good.Stay());", "return null;"))
                .services("bad.Plugin"));
        assertThat(only(PluginCode.PLUGIN_FAILED).message()).contains("policies() answers null");
    }

    @Test
    void aConfigurationWithoutDocumentation() {
        bad(jar().source(PluginJars.plugin("bad", "good", ""))
                .source(PluginJars.FACTORY.replace("@ConfigValue(meaning = \"whether to look at all\")", ""))
                .services("good.Plugin"));
        assertThat(only(PluginCode.BAD_POLICY).message()).contains("(look) has no @ConfigValue");
    }

    @Test
    void hostileJars() throws IOException {
        bad(PluginJars.good("bad").entry("../../../outside.txt", new byte[1]));
        only(PluginCode.HOSTILE_JAR);
        bad(PluginJars.good("bad").entry("good/Huge.class", new byte[9 << 20]));
        only(PluginCode.HOSTILE_JAR);
        bad(PluginJars.good("bad").services("x".repeat(1 << 20)));
        only(PluginCode.HOSTILE_JAR);
        bad(PluginJars.good("bad").manifest("Class-Path", "../../other/lib.jar"));
        only(PluginCode.FOREIGN_CLASS_PATH);
        try (RandomAccessFile sparse =
                new RandomAccessFile(plugins.resolve("bad/bad.jar").toFile(), "rw")) {
            sparse.setLength(1L << 31);
        }
        only(PluginCode.HOSTILE_JAR);
    }

    @Test
    void twoVersionsOfALibraryInOneProcess() {
        for (int version = 1; version <= 2; version++) {
            String id = "v" + version;
            Path directoryOfPlugin = plugins.resolve(id);
            String library =
                    "package lib; public class Version { public static String get() { return \"" + id + "\"; } }";
            Path jar = jar().source(library).write(directoryOfPlugin.resolve("lib-" + version + ".jar"));
            List<Path> classPath = PluginJars.hostClassPath();
            classPath.add(jar);
            jar().against(classPath)
                    .source(PluginJars.plugin("x", "good", "").replace("return \"x\"", "return lib.Version.get()"))
                    .source(PluginJars.FACTORY)
                    .services("good.Plugin")
                    .write(directoryOfPlugin.resolve("plugin.jar"));
        }
        try (Plugins found = new PluginLoader().directory(plugins).load()) {
            assertThat(found.problems()).isEmpty();
            assertThat(found.loaded()).extracting(LoadedPlugin::id).containsExactly("good", "v1", "v2");
        }
    }

    @Test
    void theLoaderOfAPluginIsCollectableOnceItIsClosed() throws InterruptedException {
        WeakReference<ClassLoader> loader = loadUseAndClose();
        for (int i = 0; i < 100 && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(loader.get()).isNull();
    }

    private WeakReference<ClassLoader> loadUseAndClose() {
        try (Plugins found = new PluginLoader().directory(plugins).load()) {
            PolicyFactory<?, ?> factory =
                    new Catalogue(found.plugins(), List.of(), List.of()).policy(PolicyKind.PLACEMENT, "good:stay");
            Object policy = create(factory);
            assertThat(policy.getClass().getClassLoader())
                    .isSameAs(factory.getClass().getClassLoader());
            assertThat(policy.getClass().getClassLoader().getName()).isEqualTo("plugin:m-good");
            return new WeakReference<>(policy.getClass().getClassLoader());
        }
    }
}
