package org.schedlab.plugin;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.Settings;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;
import org.schedlab.topology.input.InvalidInputException;

/** The switches and tunables of a run: declared defaults, then the profile, then what the user asked for. Immutable. */
public final class ResolvedSettings implements Settings {

    private final SortedMap<String, Boolean> switches;
    private final SortedMap<String, Long> tunables;

    private ResolvedSettings(SortedMap<String, Boolean> switches, SortedMap<String, Long> tunables) {
        this.switches = Collections.unmodifiableSortedMap(switches);
        this.tunables = Collections.unmodifiableSortedMap(tunables);
    }

    @Override
    public boolean isOn(String name) {
        Boolean value = switches.get(name);
        if (value == null) {
            throw new IllegalArgumentException("switch (" + name + ") is not declared by any module or plugin");
        }
        return value;
    }

    @Override
    public long tunable(String name) {
        Long value = tunables.get(name);
        if (value == null) {
            throw new IllegalArgumentException("tunable (" + name + ") is not declared by any module or plugin");
        }
        return value;
    }

    /** All switches by name. */
    public SortedMap<String, Boolean> switches() {
        return switches;
    }

    /** All tunables by name, scaled. */
    public SortedMap<String, Long> tunables() {
        return tunables;
    }

    /** The factor of scaled tunables with logarithmic scaling: 1 + log2(min(CPUs, 8)) (get_update_sysctl_factor). */
    public static int cpuFactor(int onlineCpus) {
        int cpus = Math.min(Math.max(onlineCpus, 1), 8);
        return 1 + (31 - Integer.numberOfLeadingZeros(cpus));
    }

    /** Collects settings; starts from the declared defaults of a catalogue. */
    public static final class Builder {

        private final Catalogue catalogue;
        private final int factor;
        private final SortedMap<String, Boolean> switches = new TreeMap<>();
        private final SortedMap<String, Long> tunables = new TreeMap<>();

        /** {@code onlineCpus} gives the factor of scaled tunables. */
        public Builder(Catalogue catalogue, int onlineCpus) {
            this.catalogue = catalogue;
            this.factor = cpuFactor(onlineCpus);
            for (Switch s : catalogue.switches().values()) {
                switches.put(s.name(), s.on());
            }
            for (Tunable t : catalogue.tunables().values()) {
                tunables.put(t.name(), t.scaled() ? t.value() * factor : t.value());
            }
        }

        /** Takes over the values of a profile; scaled tunables are multiplied. */
        public Builder profile(KernelProfile profile) {
            profile.switches()
                    .forEach((name, on) ->
                            switches.put(catalogue.knownSwitch(name).name(), on));
            profile.tunables().forEach((name, value) -> {
                Tunable tunable = taking(name, value);
                tunables.put(name, tunable.scaled() ? value * factor : value);
            });
            return this;
        }

        /** Sets a switch as a user writes it: {@code RUN_TO_PARITY} or {@code NO_RUN_TO_PARITY}. */
        public Builder feature(String spelled) {
            boolean off = spelled.startsWith("NO_");
            switches.put(
                    catalogue.knownSwitch(off ? spelled.substring(3) : spelled).name(), !off);
            return this;
        }

        /** Sets a switch. */
        public Builder with(String name, boolean on) {
            switches.put(catalogue.knownSwitch(name).name(), on);
            return this;
        }

        /** Sets a tunable to a value that is taken as it is. */
        public Builder with(String name, long value) {
            taking(name, value);
            tunables.put(name, value);
            return this;
        }

        private Tunable taking(String name, long value) {
            Tunable tunable = catalogue.knownTunable(name);
            if (!tunable.takes(value)) {
                String range = tunable.values().isEmpty()
                        ? "outside " + tunable.min() + ".." + tunable.max()
                        : "none of " + tunable.values().toString().replaceAll("[\\[\\]]", "");
                throw new InvalidInputException(
                        "options",
                        0,
                        "Tunable " + name + " (" + value + ") is " + range + ".",
                        "you meant " + tunable.nearest(value) + "; its default is " + tunable.value() + ".");
            }
            return tunable;
        }

        public ResolvedSettings build() {
            return new ResolvedSettings(new TreeMap<>(switches), new TreeMap<>(tunables));
        }
    }
}
