package org.schedlab.workload.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.StringUtils;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.input.Printable;
import org.schedlab.workload.GroupSetting;

/** Reads task groups: an object of paths, each with an object of control files and values. One thread. */
public final class GroupValues {

    /** NAME_MAX. */
    private static final int MAX_NAME = 255;

    private final Problems problems;
    private final Values values;

    public GroupValues(Problems problems) {
        this.problems = problems;
        this.values = new Values(problems);
    }

    /** The groups in the order of the text; a group without files is only made. */
    public List<GroupSetting> groups(Node.Member member) {
        List<GroupSetting> settings = new ArrayList<>();
        Node.Obj object = values.object(member);
        if (object == null) {
            return settings;
        }
        Map<String, Integer> lines = new HashMap<>();
        for (Node.Member group : object.members()) {
            String path = path(group.key(), group.line());
            if (path == null) {
                continue;
            }
            Integer before = lines.putIfAbsent(path, group.line());
            if (before != null) {
                problems.add(
                        group.line(),
                        "cgroup (" + path + ") is there twice, first in line " + before,
                        "its files belong under one key; /a, a and /a/ are one group.");
                continue;
            }
            settings.add(new GroupSetting(path, "", "", problems.source(), group.line()));
            if (!(group.value() instanceof Node.Null)) {
                Node.Obj files = values.object(group);
                if (files != null) {
                    files.members().forEach(file -> add(settings, path, file));
                }
            }
        }
        return settings;
    }

    private void add(List<GroupSetting> settings, String path, Node.Member file) {
        GroupSetting setting = write(path, file);
        if (setting != null) {
            settings.add(setting);
        }
    }

    /** One control file with its value: a text, a number as it stands, or a word of YAML. */
    public @Nullable GroupSetting write(String path, Node.Member file) {
        String value = null;
        if (file.value() instanceof Node.Text text) {
            value = text.value();
        } else if (file.value() instanceof Node.Num number) {
            value = number.value().toPlainString();
        }
        if (value == null) {
            values.wrongKind(file, "what is written to the file, such as \"50000 100000\"");
            return null;
        }
        return new GroupSetting(path, file.key(), value, problems.source(), file.line());
    }

    /** A path of a group in its form, or null after noting the fault. */
    public @Nullable String path(String written, int line) {
        String path = GroupSetting.path(written);
        for (String part : path.split("/", -1)) {
            if (part.length() > MAX_NAME || StringUtils.containsAny(part, '\n', '\0')) {
                problems.add(
                        line,
                        "cgroup (" + Printable.brief(written, MAX_NAME) + ") has a name that no kernel takes",
                        "a name has up to " + MAX_NAME + " characters and no line break.");
                return null;
            }
            if (part.equals(".") || part.equals("..")) {
                problems.add(line, "cgroup (" + written + ") has a dot part", "the path from the root was meant.");
                return null;
            }
        }
        return path;
    }
}
