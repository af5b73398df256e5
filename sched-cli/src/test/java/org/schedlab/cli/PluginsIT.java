package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins that break, seen from the command line: status 4 when they cannot be used, 5 when their policies break the contract. */
class PluginsIT {

    private static final String STAY = "return wake.prevCpu();";

    @TempDir
    Path directory;

    private Path jar(String answer) throws IOException {
        return PluginJar.of(directory, "acme", PluginJar.source("acme", "", answer))
                .write();
    }

    private static Sched.Outcome run(Path jar, String... more) {
        List<String> args = new ArrayList<>(
                List.of("run", "web-and-hog", "--plugin", jar.toString(), "--policy", "placement=acme:nest,spins=3"));
        args.addAll(List.of(more));
        return Sched.run(args.toArray(new String[0]));
    }

    private static void ends(Sched.Outcome outcome, int status, String... said) {
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(status);
        assertThat(outcome.err()).contains(said).doesNotContain("\tat ");
    }

    @Test
    void aGoodPolicyRunsAndIsNamedWithItsSettings() throws IOException {
        Sched.Outcome outcome = run(jar(STAY));
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("placement acme:nest,spins=3");
    }

    @Test
    void aPluginThatCannotBeUsedEndsWith4() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.jar"), "no jar");
        ends(run(broken), ExitCode.PLUGIN, "[corrupt-jar]", "Maybe");
        ends(run(directory.resolve("none.jar")), ExitCode.PLUGIN, "[not-found]", "Maybe");
        Sched.Outcome listed = Sched.run("plugins", "list", "--plugin", broken.toString());
        assertThat(listed.status()).isEqualTo(ExitCode.PLUGIN);
        assertThat(listed.out()).contains("core").contains("[corrupt-jar]");
    }

    @Test
    void aWrongSettingEndsWith3AndSuggestsTheNearest() throws IOException {
        Path jar = jar(STAY);
        ends(
                run(jar, "--policy", "placement=acme:nest,spin=3"),
                ExitCode.INPUT,
                "[config-key]",
                "Maybe you meant spins");
        ends(run(jar, "--policy", "placement=acme:nest,spins=10"), ExitCode.INPUT, "[config-value]", "1..9");
    }

    @Test
    void aPolicyThatBreaksItsContractEndsWith5() throws IOException {
        String place = "plugin acme, placement policy acme:nest,spins=3";
        ends(
                run(jar("return 99;")),
                ExitCode.POLICY,
                "[forbidden-cpu]",
                "chose cpu (99)",
                place,
                "seed 1",
                "Maybe it does not look at");
        ends(
                run(jar("throw new IllegalStateException(\"no luck\");")),
                ExitCode.POLICY,
                "[policy-threw]",
                "no luck",
                place,
                "Maybe SCHED_DEBUG=1 prints the way there.");
        ends(
                run(jar("while (true) { Thread.onSpinWait(); }"), "--policy-budget", "1s"),
                ExitCode.POLICY,
                "[time-budget]",
                "did not return from selectCpu",
                place,
                "Maybe it loops forever");
    }

    @Test
    void verifyHoldsAPluginToTheContract() throws IOException {
        String good = "return task.allowed().contains(wake.prevCpu()) && wake.online().contains(wake.prevCpu())"
                + " ? wake.prevCpu() : task.allowed().nextAnd(wake.online(), 0);";
        Sched.Outcome holds = Sched.run("plugins", "verify", jar(good).toString());
        assertThat(holds.status()).as(holds.out()).isZero();
        assertThat(holds.out()).contains("every check holds");
        Sched.Outcome allocates = Sched.run(
                "plugins",
                "verify",
                jar("System.setProperty(\"a\", \"b\" + task.id()); " + good).toString());
        assertThat(allocates.status()).as(allocates.out()).isEqualTo(ExitCode.POLICY);
        assertThat(allocates.out()).contains("FAILED").contains("no-allocation").contains("bytes per decision");
    }
}
