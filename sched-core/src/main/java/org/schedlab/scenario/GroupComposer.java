package org.schedlab.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.TimelineAction;
import org.schedlab.mechanism.GroupRehearsal;
import org.schedlab.mechanism.GroupTree;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.workload.GroupSetting;
import org.schedlab.workload.Phase;
import org.schedlab.workload.TaskSpec;

/**
 * Rehearses the task groups of a scenario and its timeline, so that what the kernel would refuse is reported where the user wrote it, before
 * anything runs. Used once; one thread.
 */
final class GroupComposer {

    private final GroupRehearsal rehearsal;
    private final List<GroupSetting> settings = new ArrayList<>();
    private final List<InputProblem> problems = new ArrayList<>();
    private final Set<String> doubtful = new TreeSet<>();

    GroupComposer(GroupRehearsal rehearsal) {
        this.rehearsal = rehearsal;
    }

    /**
     * What is to be done before the start: groups, also those that only stand above others or are named by tasks, and writes.
     *
     * @throws InvalidInputException with all refusals
     */
    List<GroupSetting> compose(Scenario scenario) {
        for (GroupSetting setting : scenario.groups()) {
            look(setting, () -> {
                if (setting.file().isEmpty()) {
                    createAll(setting);
                } else {
                    rehearsal.write(setting.path(), setting.file(), setting.value());
                    settings.add(setting);
                }
            });
        }
        for (TaskSpec task : scenario.workload().tasks()) {
            groupsOf(task).forEach(path -> ofTask(scenario, task, path));
        }
        timeline(scenario.timeline());
        if (!problems.isEmpty()) {
            throw new InvalidInputException(problems);
        }
        return settings;
    }

    private static Set<String> groupsOf(TaskSpec task) {
        Set<String> paths = new TreeSet<>();
        paths.add(task.group().isEmpty() ? GroupSetting.ROOT : task.group());
        for (Phase phase : task.phases()) {
            if (phase.group() != null) {
                paths.add(phase.group());
            }
        }
        return paths;
    }

    /** A workload without groups of its own makes those that its tasks name, as rt-app does; beside a list a foreign name is a slip. */
    private void ofTask(Scenario scenario, TaskSpec task, String path) {
        if (rehearsal.exists(path)) {
            return;
        }
        if (scenario.groups().isEmpty()) {
            createAll(new GroupSetting(path, "", "", scenario.name(), 0));
        } else {
            problems.add(new InputProblem(
                    scenario.name(),
                    0,
                    "cgroup (" + path + ") of task " + task.name() + " is not one of the scenario's cgroups",
                    "it is misspelt, or a line is missing below cgroups."));
        }
    }

    private void createAll(GroupSetting setting) {
        String path = setting.path();
        for (int slash = path.indexOf('/', 1); ; slash = path.indexOf('/', slash + 1)) {
            String part = slash < 0 ? path : path.substring(0, slash);
            if (!rehearsal.exists(part)) {
                rehearsal.create(part);
                settings.add(new GroupSetting(part, "", "", setting.source(), setting.line()));
            }
            if (slash < 0) {
                return;
            }
        }
    }

    private void timeline(List<TimelineAction> timeline) {
        List<TimelineAction> actions = new ArrayList<>(timeline);
        actions.sort(Comparator.comparingLong(TimelineAction::atNs));
        for (TimelineAction action : actions) {
            if (action instanceof TimelineAction.GroupCreate create) {
                create(create.group());
            } else if (action instanceof TimelineAction.GroupRemove remove) {
                remove(remove.group());
            } else if (action instanceof TimelineAction.GroupWrite write) {
                GroupSetting setting = write.setting();
                if (known(setting)) {
                    look(setting, () -> rehearsal.write(setting.path(), setting.file(), setting.value()));
                }
            } else if (action instanceof TimelineAction.GroupMove move
                    && known(move.group())
                    && !rehearsal.exists(move.group().path())) {
                problem(move.group(), "group (" + move.group().path() + ") does not exist then", null);
            }
        }
    }

    /** Whether a group that was removed once, which fails in the run when it has tasks then, is there in the rehearsal; others are known. */
    private boolean known(GroupSetting group) {
        return !doubtful.contains(group.path()) || rehearsal.exists(group.path());
    }

    private void create(GroupSetting group) {
        if (!doubtful.contains(group.path()) || !rehearsal.exists(group.path())) {
            look(group, () -> rehearsal.create(group.path()));
        }
    }

    private void remove(GroupSetting group) {
        if (known(group)) {
            look(group, () -> rehearsal.remove(group.path()));
            doubtful.add(group.path());
        }
    }

    private void look(GroupSetting setting, Runnable step) {
        try {
            step.run();
        } catch (InvalidInputException e) {
            e.problems().forEach(problem -> problem(setting, problem.what(), problem.maybe()));
        }
    }

    private void problem(GroupSetting setting, String what, @Nullable String maybe) {
        String where = setting.path().equals(GroupTree.ROOT) ? "" : setting.path() + ": ";
        problems.add(new InputProblem(setting.source(), setting.line(), where + what, maybe));
    }
}
