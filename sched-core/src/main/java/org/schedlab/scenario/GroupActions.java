package org.schedlab.scenario;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.TimelineAction;
import org.schedlab.workload.GroupSetting;
import org.schedlab.workload.text.GroupValues;
import org.schedlab.workload.text.Node;
import org.schedlab.workload.text.Problems;
import org.schedlab.workload.text.Values;

/** Reads the timeline's actions on task groups. One thread. */
final class GroupActions {

    private static final String CGROUP = "cgroup";

    private final Problems problems;
    private final Values values;
    private final GroupValues groups;

    GroupActions(Problems problems) {
        this.problems = problems;
        this.values = new Values(problems);
        this.groups = new GroupValues(problems);
    }

    /** {@code create: /a} or {@code remove: /a}. */
    @Nullable
    TimelineAction directory(long atNs, Node.Member member) {
        GroupSetting group = group(member);
        if (group == null) {
            return null;
        }
        return member.key().equals("create")
                ? new TimelineAction.GroupCreate(atNs, group)
                : new TimelineAction.GroupRemove(atNs, group);
    }

    /** {@code write: {cgroup: /a, cpu.weight: 200, …}}: one action for each file, in their order. */
    List<TimelineAction> writes(long atNs, Node.Member member) {
        List<TimelineAction> actions = new ArrayList<>();
        Node.Obj object = values.object(member);
        if (object == null) {
            return actions;
        }
        Node.Member cgroup = object.last(CGROUP);
        if (cgroup == null) {
            problems.add(member.line(), "write has no cgroup", null);
            return actions;
        }
        GroupSetting group = group(cgroup);
        for (Node.Member file : object.members()) {
            if (!file.key().equals(CGROUP) && group != null) {
                GroupSetting setting = groups.write(group.path(), file);
                if (setting != null) {
                    actions.add(new TimelineAction.GroupWrite(atNs, setting));
                }
            }
        }
        if (object.members().size() == 1) {
            problems.add(member.line(), "write names no control file", "cpu.weight: 200 is missing.");
        }
        return actions;
    }

    /** The group that a member names, or null. */
    @Nullable
    GroupSetting group(Node.Member member) {
        String written = values.text(member);
        String path = written == null ? null : groups.path(written, member.line());
        return path == null ? null : new GroupSetting(path, "", "", problems.source(), member.line());
    }
}
