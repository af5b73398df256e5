package com.example.policy;

import org.schedlab.spi.ConfigValue;

/** Settings of {@link LeastAttained}. */
public record LeastAttainedConfig(
        @ConfigValue(
                meaning = "how long a task runs before another with less may follow",
                unit = "ns",
                min = 100_000,
                max = 100_000_000)
        long quantumNs) {}
