package org.schedlab.policies;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Benchmarks that nobody runs rot: each runs once, for no figure. With the profile jmh only. */
class JmhSmokeTest {

    @Test
    void everyBenchmarkRuns() throws RunnerException {
        assertThat(new Runner(new OptionsBuilder()
                                .include("org\\.schedlab\\..*")
                                .forks(0)
                                .warmupIterations(0)
                                .measurementIterations(1)
                                .measurementTime(TimeValue.milliseconds(20))
                                .shouldFailOnError(true)
                                .build())
                        .run())
                .isNotEmpty();
    }
}
