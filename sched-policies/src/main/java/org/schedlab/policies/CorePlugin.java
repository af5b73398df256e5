package org.schedlab.policies;

import java.util.List;
import java.util.stream.Stream;
import org.schedlab.policies.pick.PickPolicies;
import org.schedlab.policies.pick.PickSwitches;
import org.schedlab.policies.placement.PlacementPolicies;
import org.schedlab.policies.placement.PlacementSwitches;
import org.schedlab.spi.KernelProfile;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.spi.SpiVersion;
import org.schedlab.spi.Switch;
import org.schedlab.spi.Tunable;

/** The bundled policies, switches and kernel profiles. */
public final class CorePlugin implements SchedPlugin {

    @Override
    public String id() {
        return "core";
    }

    @Override
    public int spiVersion() {
        return SpiVersion.CURRENT;
    }

    @Override
    public List<PolicyFactory<?, ?>> policies() {
        return join(PickPolicies.FACTORIES, PlacementPolicies.FACTORIES);
    }

    @Override
    public List<KernelProfile> profiles() {
        return Profiles.all();
    }

    @Override
    public List<Switch> switches() {
        return join(join(Features.SWITCHES, PickSwitches.SWITCHES), PlacementSwitches.SWITCHES);
    }

    @Override
    public List<Tunable> tunables() {
        return join(PickSwitches.TUNABLES, PlacementSwitches.TUNABLES);
    }

    private static <T> List<T> join(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
