package com.example.policy;

import org.schedlab.spi.ConfigValue;

/** Settings of {@link Nest}: {@code --policy placement=…:nest,spins=3}. */
public record NestConfig(
        @ConfigValue(meaning = "how long an idle core counts as warm", unit = "ticks", min = 0, max = 100)
        int spins,

        @ConfigValue(meaning = "cores that may wait in the reserve", min = 0, max = 1024)
        int reserve) {}
