package org.schedlab.examples.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WalkLlcsTest {

    @Test
    void walksTheCachesOfAMachine() {
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            WalkLlcs.main(new String[] {"2s 2c 2t split"});
        } finally {
            System.setOut(console);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "8 CPUs, 4 cores, 2 llcs, 2 packages, 2 nodes", "llc 0: cpus 0-1,4-5", "llc 1: cpus 2-3,6-7");
    }
}
