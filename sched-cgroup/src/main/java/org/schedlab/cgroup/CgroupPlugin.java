package org.schedlab.cgroup;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.schedlab.cgroup.bandwidth.BandwidthRules;
import org.schedlab.cgroup.hierarchy.GroupRules;
import org.schedlab.mechanism.GroupRehearsal;
import org.schedlab.mechanism.GroupTreeFactory;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.spi.SpiVersion;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;

/** Brings task groups: their switches and tunables, what these are in each kernel release, and the groups of a run. Stateless. */
public final class CgroupPlugin implements SchedPlugin {

    private static final List<String> ALIASES = List.of("4.0", "4.12", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3");

    @Override
    public String id() {
        return "cgroup";
    }

    @Override
    public int spiVersion() {
        return SpiVersion.CURRENT;
    }

    @Override
    public List<Switch> switches() {
        List<Switch> switches = new ArrayList<>(GroupRules.SWITCHES);
        switches.addAll(CgroupTree.SWITCHES);
        switches.addAll(BandwidthRules.SWITCHES);
        return switches;
    }

    @Override
    public List<Tunable> tunables() {
        List<Tunable> tunables = new ArrayList<>(GroupRules.TUNABLES);
        tunables.addAll(BandwidthRules.TUNABLES);
        return tunables;
    }

    @Override
    public List<KernelProfile> profileParts() {
        return ALIASES.stream().map(CgroupPlugin::read).toList();
    }

    private static KernelProfile read(String alias) {
        Properties file = new Properties();
        String resource = "profiles/" + alias + ".properties";
        try (InputStream in = CgroupPlugin.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("profile (" + resource + ") is missing");
            }
            file.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return KernelProfile.of(alias, file);
    }

    @Override
    public <T> List<T> services(Class<T> type) {
        if (type == GroupTreeFactory.class) {
            GroupTreeFactory factory = CgroupTree::new;
            return List.of(type.cast(factory));
        }
        if (type == GroupRehearsal.Factory.class) {
            GroupRehearsal.Factory factory = Rehearsal::new;
            return List.of(type.cast(factory));
        }
        return List.of();
    }
}
