package org.schedlab.cgroup;

import java.util.List;
import org.schedlab.cgroup.hierarchy.GroupHooks;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.spi.SpiVersion;
import org.schedlab.spi.Switch;

/** Declares the switches of task groups. */
public final class CgroupPlugin implements SchedPlugin {

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
        return GroupHooks.SWITCHES;
    }
}
