package org.schedlab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.schedlab.engine.Runs.ENDLESS;
import static org.schedlab.engine.Runs.MS;
import static org.schedlab.engine.Runs.spec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.schedlab.metrics.RunResult;
import org.schedlab.trace.perfetto.DecodedTrace;
import org.schedlab.trace.perfetto.PerfettoTrace;
import org.schedlab.workload.Step;
import org.schedlab.workload.TaskSpec;

class PerfettoRunTest {

    @Test
    void slicesOfAWholeRunAddUpToTheCpuTimeOfItsResult() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RunResult result;
        try (PerfettoTrace trace = new PerfettoTrace(bytes, "6.12.117", kind -> 120)) {
            result = Runs.run(
                    spec(
                                    "2c",
                                    TaskSpec.named("hog", ENDLESS).instances(2).build(),
                                    TaskSpec.named("nap", new Step.Run(MS), new Step.Sleep(2 * MS))
                                            .instances(3)
                                            .build())
                            .horizon(Horizon.time(500 * MS))
                            .costs(PathCosts.DEFAULT)
                            .build(),
                    trace);
        }

        TreeMap<Integer, Long> cpuNs = new TreeMap<>();
        for (int i = 0; i < result.tasks().size(); i++) {
            cpuNs.put(i + 1, result.tasks().get(i).cpuNs());
        }
        assertThat(cpuNs).hasSize(5);
        assertThat(new TreeMap<>(DecodedTrace.of(bytes.toByteArray()).sliceSumsNs()))
                .isEqualTo(cpuNs);
    }
}
