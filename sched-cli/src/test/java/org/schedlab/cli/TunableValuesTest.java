package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.scenario.Composer;
import org.schedlab.spi.Tunable;

/** Values of tunables that no code can use are refused where they are written, with the range and the nearest good one. */
class TunableValuesTest {

    private static String refused(String name, long value) {
        StringWriter err = new StringWriter();
        String[] args = {"run", "two-hogs", "-d", "1ms", "-q", "--tunable", name + "=" + value};
        int status = Commands.run(args, new PrintWriter(new StringWriter()), new PrintWriter(err));
        assertThat(status).as(name + "=" + value + ": " + err).isEqualTo(ExitCode.INPUT);
        return err.toString();
    }

    @Test
    void everyTunableRefusesWhatIsBelowAndAboveItsRange() {
        List<Tunable> all = List.copyOf(
                Composer.catalogue(Catalogue.onClassPath()).tunables().values());
        assertThat(all).hasSizeGreaterThan(10);
        for (Tunable tunable : all) {
            assertThat(refused(tunable.name(), tunable.min() - 1))
                    .contains(
                            tunable.name() + " (" + (tunable.min() - 1) + ") is ", "Maybe you meant " + tunable.min());
            assertThat(refused(tunable.name(), tunable.max() + 1))
                    .contains(tunable.values().isEmpty() ? ".." + tunable.max() : "none of ")
                    .contains("Maybe you meant " + tunable.max());
        }
    }

    @Test
    void whatLiesBetweenTheValuesOfATunableIsRefusedToo() {
        assertThat(refused("placement_generation", 99)).contains("none of 40, 61, 68, 73, 412", "Maybe you meant 73");
        assertThat(refused("pelt_generation", 500)).contains("none of 412, ", "Maybe you meant 510");
        assertThat(refused("group_generation", 611)).contains("Maybe you meant 612");
        assertThat(refused("pelt_half_life_ms", 20)).contains("none of 8, 16, 32", "Maybe you meant 16");
    }

    @Test
    void everyValueOfATunableIsTaken() {
        Catalogue catalogue = Composer.catalogue(Catalogue.onClassPath());
        for (Tunable tunable : catalogue.tunables().values()) {
            for (long value : tunable.values()) {
                long taken = new ResolvedSettings.Builder(catalogue, 2)
                        .with(tunable.name(), value)
                        .build()
                        .tunable(tunable.name());
                assertThat(taken).isEqualTo(value);
            }
        }
    }
}
