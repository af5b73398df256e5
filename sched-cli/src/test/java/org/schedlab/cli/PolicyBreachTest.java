package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Policies that break their contract, as the commands tell it: each breach with its code, message and hint, in a run and by {@code plugins verify},
 * while a policy of another plugin works. One that does not return ends the process: {@link ForeignCodeTest} has it in a run.
 */
class PolicyBreachTest {

    private static final String PICK = """
            package bad;
            import org.schedlab.spi.*;
            public final class First implements PickPolicy<Object, EntityView> {
                private EntityView first;
                public Object newQueue(QueueView queue) { return this; }
                public EntityView newEntity(EntityView e) { if (first == null) { first = e; } return e; }
                public void arrive(Object q, EntityView e, int flags) {}
                public void leave(Object q, EntityView e, int flags) {}
                public EntityView pick(Object q, EntityView curr, int flags) { return first; }
                public void setNext(Object q, EntityView e, boolean isFirst) {}
                public void putPrev(Object q, EntityView e) {}
                public int tick(Object q, EntityView curr, boolean hrtick) { return Verdict.RESCHED; }
            }
            """;

    /** Good but for what a property asks for. */
    private static final String ANSWER = """
            switch (System.getProperty("breach", "")) {
                case "forbidden-cpu": return 99;
                case "policy-threw": throw new IllegalStateException("no luck");
                case "policy-allocates": System.setProperty("breach.seen", "task " + task.id()); break;
                case "time-budget": while (System.getProperty("breach") != null) { Thread.yield(); } break;
                default: break;
            }
            int idle = task.allowed().nextAnd(wake.idleCpus(), 0);
            return idle >= 0 ? idle : task.allowed().nextAnd(wake.online(), 0);
            """;

    @TempDir
    private static Path directory;

    private static Path placement;
    private static Path pick;
    private static Path good;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void theJarsAreThere() throws IOException {
        placement = PluginJar.of(directory, "bad", PluginJar.source("bad", "", ANSWER))
                .write();
        String factory = PluginJar.source("bad", "", "return 0;")
                .replace("PolicyFactory<Config, PlacementPolicy>", "PolicyFactory<Config, PickPolicy<?, ?>>")
                .replace("PolicyKind.PLACEMENT", "PolicyKind.PICK")
                .replace("public PlacementPolicy create", "public PickPolicy<?, ?> create")
                .replace("return (task, wake) -> { return 0; };", "return new First();");
        pick = PluginJar.of(directory, Map.of("bad/Plugin.java", factory, "bad/First.java", PICK))
                .entry(PluginJar.SERVICES, "bad.Plugin")
                .write();
        good = PluginJar.of(directory, "good", PluginJar.source("good", "", "return wake.prevCpu();"))
                .write();
    }

    private int command(String breach, Object... args) {
        String[] words = new String[args.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = args[i].toString();
        }
        System.setProperty("breach", breach);
        try {
            return Commands.run(words, new PrintWriter(out), new PrintWriter(err));
        } finally {
            System.clearProperty("breach");
        }
    }

    private int run(String breach, Path jar, String policy) {
        return command(breach, "run", "web-and-hog", "-d", "1s", "--plugin", jar, "--plugin", good, "--policy", policy);
    }

    private static String jarOf(String code) {
        return code.equals("foreign-entity") ? "pick" : "placement";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "forbidden-cpu  | the policy chose cpu (99) for         | it does not look at the task's allowed cpus",
                "policy-threw   | IllegalStateException: no luck) from  | SCHED_DEBUG=1 prints the way there.",
                "foreign-entity | which is not queued on cpu            | it forgets an entity in arrive or putPrev",
            })
    void aBreachEndsARunWithItsCodeMessageAndHint(String code, String message, String hint) {
        String kind = jarOf(code);
        Path jar = kind.equals("pick") ? pick : placement;
        assertThat(run(code, jar, kind + "=bad:nest")).as(err.toString()).isEqualTo(ExitCode.POLICY);
        String[] said = err.toString()
                .lines()
                .filter(l -> l.startsWith("sched: ") || l.startsWith("  Maybe "))
                .toArray(String[]::new);
        assertThat(said).hasSize(2);
        assertThat(said[0])
                .startsWith("sched: a policy broke its contract: ")
                .contains(message, "(plugin bad, " + kind + " policy bad:nest, event ", " ns, seed 1)")
                .endsWith(" [" + code + "]");
        assertThat(said[1]).startsWith("  Maybe " + hint);
        assertThat(run(code, jar, "placement=good:nest")).as(err.toString()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "forbidden-cpu    | affinity      | the policy chose cpu (99) for        | it does not look at the task's allowed cpus",
                "policy-threw     | one-cpu       | IllegalStateException: no luck) from | SCHED_DEBUG=1 prints the way there.",
                "foreign-entity   | hotplug       | on cpu                               | it forgets an entity in arrive or putPrev",
                "policy-allocates | no-allocation | bytes per decision                   | its constructor can make them once",
                "time-budget      | 512-cpus      | it did not end within 500 ms, in     | it loops forever",
            })
    void aBreachFailsItsCheckWithItsCodeMessageAndHint(String code, String check, String message, String hint) {
        String kind = jarOf(code);
        String budget = code.equals("time-budget") ? "500ms" : "30s";
        int status =
                command(code, "plugins", "verify", "--check-budget", budget, kind.equals("pick") ? pick : placement);
        assertThat(status).as(out.toString()).isEqualTo(ExitCode.POLICY);
        String[] lines = out.toString().lines().toArray(String[]::new);
        int at = 0;
        while (!lines[at].startsWith("  FAILED  " + kind + " bad:nest  " + check + ": ")) {
            at++;
        }
        assertThat(lines[at]).contains(message).endsWith(" [" + code + "]");
        assertThat(lines[at + 1]).startsWith("    Maybe ").contains(hint);
    }

    @Test
    void withoutABreachTheSamePolicyHoldsItsContract() {
        assertThat(command("none", "plugins", "verify", placement))
                .as(out.toString())
                .isZero();
        assertThat(out.toString()).endsWith("every check holds" + System.lineSeparator());
    }
}
