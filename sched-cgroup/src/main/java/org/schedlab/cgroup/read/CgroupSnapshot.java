package org.schedlab.cgroup.read;

import java.util.List;
import org.schedlab.cgroup.SettingsTree;

/**
 * What was found in a snapshot. Immutable.
 *
 * @param name the snapshot as the user named it
 * @param trees one per hierarchy, version 2 first; the cpu and cpuset hierarchies of version 1 are one tree
 * @param notes what is odd, in words
 */
public record CgroupSnapshot(String name, List<SettingsTree> trees, List<String> notes) {

    public CgroupSnapshot {
        trees = List.copyOf(trees);
        notes = List.copyOf(notes);
    }
}
