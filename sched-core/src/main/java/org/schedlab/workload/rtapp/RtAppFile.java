package org.schedlab.workload.rtapp;

import java.util.List;
import org.schedlab.workload.GroupSetting;
import org.schedlab.workload.Workload;

/**
 * What an rt-app file says. Immutable.
 *
 * @param workload its tasks and duration
 * @param groups its task groups with their settings ({@code x-cgroups})
 * @param notes what was read and has no effect in the model, for people, each with its line
 */
public record RtAppFile(Workload workload, List<GroupSetting> groups, List<String> notes) {
    public RtAppFile {
        groups = List.copyOf(groups);
        notes = List.copyOf(notes);
    }
}
