package com.example.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.schedlab.metrics.RunResult;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.testkit.SmallRun;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;

/** Two short tasks that wake each other's cores: the nest keeps them together, and lets go when they are gone. */
class NestTest {

    private static final long MS = 1_000_000;

    private static int coresUsed(NestConfig config) {
        PolicyFactory<?, ?> nest = new CustomPlugin().policies().get(0);
        TaskSpec tasks = TaskSpec.named("t", new Step.Run(100_000), new Step.Sleep(3 * MS))
                .instances(2)
                .build();
        RunResult result = SmallRun.on("16c", tasks).with(nest, config).forNs(1_000 * MS);
        return (int) result.cpus().stream().filter(cpu -> cpu.busyNs() > 0).count();
    }

    @Test
    void tasksStayOnFewWarmCores() {
        assertTrue(coresUsed(new NestConfig(2, 5)) <= 3);
    }

    @Test
    void settingsAreReadByTheirNames() {
        assertEquals(
                new NestConfig(3, 5),
                SmallRun.read(new CustomPlugin().policies().get(0), "spins=3"));
    }
}
