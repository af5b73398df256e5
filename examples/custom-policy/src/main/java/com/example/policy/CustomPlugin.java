package com.example.policy;

import java.util.List;
import org.schedlab.inject.GuicePolicyFactory;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.spi.SpiVersion;

/** What this JAR brings; META-INF/services names this class. */
public final class CustomPlugin implements SchedPlugin {

    @Override
    public String id() {
        return "custom-policy";
    }

    @Override
    public int spiVersion() {
        return SpiVersion.CURRENT;
    }

    @Override
    public List<PolicyFactory<?, ?>> policies() {
        return List.of(
                GuicePolicyFactory.placement(
                                "nest", "keeps tasks on few cores that are warm", new NestConfig(2, 5), Nest.class)
                        .with(NestModule::new),
                GuicePolicyFactory.pick(
                        "least-attained",
                        "who has run least since waking runs next",
                        new LeastAttainedConfig(3_000_000),
                        LeastAttained.class));
    }
}
