package org.schedlab.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.spi.Capability;
import org.schedlab.spi.ConfigValue;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;

class ConfigSchemaTest {

    enum Mode {
        NEAR,
        FAR_AWAY
    }

    record Config(
            @ConfigValue(meaning = "how often to look", min = 1, max = 100)
            int spins,

            @ConfigValue(meaning = "how long a core stays warm", unit = "ns", min = 0, max = 1_000_000)
            long warmNs,

            @ConfigValue(meaning = "whether to look") boolean look,
            @ConfigValue(meaning = "where to look") Mode mode,
            @ConfigValue(meaning = "a name") String name) {
        Config {
            if (spins == 13) {
                throw new IllegalArgumentException("spins (13) brings bad luck");
            }
        }
    }

    private static final class Factory implements PolicyFactory<Config, PlacementPolicy> {
        @Override
        public PolicyKind kind() {
            return PolicyKind.PLACEMENT;
        }

        @Override
        public String name() {
            return "nest";
        }

        @Override
        public String summary() {
            return "";
        }

        @Override
        public Class<Config> configType() {
            return Config.class;
        }

        @Override
        public Config defaults() {
            return new Config(2, 500, true, Mode.NEAR, "x");
        }

        @Override
        public Set<Capability> honours() {
            return Set.of();
        }

        @Override
        public PlacementPolicy create(Config config, PolicyContext context) {
            return (task, wake) -> 0;
        }
    }

    private final ConfigSchema schema = ConfigSchema.of(new Factory());

    @Test
    void whatIsNotSaidKeepsItsDefault() {
        assertThat(schema.read("acme:nest", "")).isEqualTo(new Factory().defaults());
        assertThat(schema.read("acme:nest", "spins=3, mode=far-away"))
                .isEqualTo(new Config(3, 500, true, Mode.FAR_AWAY, "x"));
    }

    @Test
    void whatWasWrittenIsReadAgain() {
        Config config = new Config(100, 0, false, Mode.FAR_AWAY, "y");
        assertThat(schema.write(config)).isEqualTo("spins=100,warmNs=0,look=false,mode=far-away,name=y");
        assertThat(schema.read("acme:nest", schema.write(config))).isEqualTo(config);
        assertThat(schema.write(new Factory().defaults())).isEmpty();
    }

    @Test
    void everyKeyHasTypeUnitDefaultRangeAndMeaning() {
        assertThat(schema.rows())
                .contains(
                        new ConfigSchema.Row("spins", "integer", "", "2", "1..100", "how often to look"),
                        new ConfigSchema.Row(
                                "warmNs", "integer", "ns", "500", "0..1000000", "how long a core stays warm"),
                        new ConfigSchema.Row("mode", "near|far-away", "", "near", "", "where to look"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spin=3       | CONFIG_KEY   | there is no setting (spin)                | you meant spins",
                "zzz=3        | CONFIG_KEY   | there is no setting (zzz)                 | Known: spins, warmNs",
                "spins=x      | CONFIG_VALUE | spins (x) is not an integer               | default 2",
                "spins=101    | CONFIG_VALUE | spins (101) is outside 1..100             | default 2",
                "warmNs=-1    | CONFIG_VALUE | warmNs (-1) is outside 0..1000000         | default 500",
                "spins        | CONFIG_VALUE | spins has no value                        | spins=2",
                "spins=3,spins=4 | CONFIG_VALUE | spins is given twice                   | spins=2",
                "look=tru     | CONFIG_VALUE | look (tru) is not known                   | you meant true",
                "mode=neer    | CONFIG_VALUE | mode (neer) is not known                  | you meant near",
                "spins=13     | CONFIG_VALUE | spins (13) brings bad luck                | sched policies acme:nest",
            })
    void whatDoesNotFitIsToldWithWhatWould(String text, PluginCode code, String message, String hint) {
        assertThatThrownBy(() -> schema.read("acme:nest", text)).isInstanceOfSatisfying(PluginException.class, e -> {
            assertThat(e.problems()).hasSize(1);
            assertThat(e.problems().get(0).code()).isEqualTo(code);
            assertThat(e.problems().get(0).message()).contains(message);
            assertThat(e.problems().get(0).hint()).contains(hint);
        });
    }

    @Test
    void allFaultsAreToldTogether() {
        assertThatThrownBy(() -> schema.read("acme:nest", "spin=3,warmNs=x"))
                .isInstanceOfSatisfying(
                        PluginException.class,
                        e -> assertThat(e.problems())
                                .extracting(PluginProblem::code)
                                .containsExactly(PluginCode.CONFIG_KEY, PluginCode.CONFIG_VALUE));
    }
}
