package org.schedlab.cgroup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Weights;
import org.schedlab.cgroup.hierarchy.GroupHooks;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.GroupDriver;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.GroupQueues;
import org.schedlab.mechanism.GroupTree;
import org.schedlab.mechanism.LeafStatistics;
import org.schedlab.mechanism.Task;
import org.schedlab.spi.Settings;
import org.schedlab.spi.Switch;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Nearest;

/** The task groups of a run by path, with the control files that set their shares. One thread, that of the mechanism. */
public final class CgroupTree implements GroupTree {

    /** The switches that this class reads. */
    static final List<Switch> SWITCHES = List.of(new Switch(
            "AUTOGROUP", false, "2.6.38+", "the root group's tasks are grouped by session (sched_autogroup)"));

    private static final String WEIGHT = "cpu.weight";
    private static final String WEIGHT_NICE = "cpu.weight.nice";
    private static final String IDLE = "cpu.idle";
    private static final String SHARES = "cpu.shares";
    private static final List<String> FILES = List.of(WEIGHT, WEIGHT_NICE, IDLE, SHARES);

    private final GroupHooks hooks;
    private final GroupDriver driver;
    private final CpuMask possible;
    private final boolean autogroup;
    private final Map<String, TaskGroup> groups = new LinkedHashMap<>();
    private final Map<Integer, TaskGroup> sessions = new TreeMap<>();
    private final Map<Integer, TaskGroup> sessionOf = new TreeMap<>();

    /** Makes the tree with the root group alone; see {@link org.schedlab.mechanism.GroupTreeFactory}. */
    public CgroupTree(Settings settings, Topology topology, GroupDriver driver) {
        this.hooks = new GroupHooks(settings);
        this.driver = driver;
        this.possible = new CpuMask(topology.possible());
        this.autogroup = settings.isOn("AUTOGROUP");
    }

    @Override
    public GroupHooks hooks() {
        return hooks;
    }

    /** The group at a path, or null for the root. */
    public @Nullable TaskGroup group(String path) {
        if (path.equals(ROOT)) {
            return null;
        }
        TaskGroup group = groups.get(path);
        if (group == null) {
            throw new InvalidInputException(
                    path, 0, "Group (" + path + ") does not exist.", Nearest.maybe(path, groups.keySet()));
        }
        return group;
    }

    @Override
    public List<String> paths() {
        List<String> paths = new ArrayList<>(groups.size() + 1);
        paths.add(ROOT);
        paths.addAll(groups.keySet());
        return paths;
    }

    @Override
    public boolean exists(String path) {
        return path.equals(ROOT) || groups.containsKey(path);
    }

    @Override
    public void create(String path) {
        int slash = path.lastIndexOf('/');
        if (slash < 0 || slash == path.length() - 1 || path.contains("//")) {
            throw new InvalidInputException(
                    path,
                    0,
                    "Path (" + path + ") is not a path from the root without a slash at its end.",
                    "/a/b was meant.");
        }
        if (groups.containsKey(path)) {
            throw new InvalidInputException(path, 0, "Group (" + path + ") exists already.", null);
        }
        TaskGroup parent = slash == 0 ? null : group(path.substring(0, slash));
        TaskGroup made = hooks.newGroup(path.substring(slash + 1), parent);
        groups.put(made.path(), made);
    }

    @Override
    public void remove(String path) {
        TaskGroup group = group(path);
        if (group == null) {
            throw new InvalidInputException(path, 0, "The root group cannot be removed.", null);
        }
        if (group.children() != 0 || group.tasks() != 0) {
            throw new InvalidInputException(
                    path,
                    0,
                    "Group (" + path + ") is busy: it has " + group.tasks() + " tasks and " + group.children()
                            + " groups below.",
                    "moving its tasks and removing the groups below comes first.");
        }
        updateClocks(group);
        hooks.removeGroup(group);
        groups.remove(path);
    }

    private void updateClocks(TaskGroup group) {
        for (int cpu = possible.next(0); cpu != CpuMask.NO_CPU; cpu = possible.next(cpu + 1)) {
            if (group.entity(cpu) != null) {
                driver.updateClock(cpu);
            }
        }
    }

    @Override
    public void write(String path, String file, String value) {
        TaskGroup group = settable(path, file);
        updateClocks(group);
        switch (file) {
            case WEIGHT ->
                setShares(group, file, Weights.cpuWeightToShares((int)
                        number(group, file, value, 1, Weights.MAX_CPU_WEIGHT)));
            case WEIGHT_NICE ->
                setShares(group, file, Weights.cpuWeightNiceToShares((int)
                        number(group, file, value, Weights.MIN_NICE, Weights.MAX_NICE)));
            case SHARES -> setShares(group, file, Weights.scaleLoad(number(group, file, value, 0, 1L << 40)));
            case IDLE -> setIdle(group, number(group, file, value, 0, 1) == 1);
            default -> throw unknownFile(path, file);
        }
    }

    private void setShares(TaskGroup group, String file, long shares) {
        if (group.idle()) {
            throw new InvalidInputException(
                    group.path(),
                    0,
                    file + " cannot be set while the group is idle.",
                    "writing 0 to cpu.idle comes first.");
        }
        hooks.setShares(group, shares);
    }

    private void setIdle(TaskGroup group, boolean idle) {
        hooks.setIdle(group, idle);
        for (int cpu = possible.next(0); cpu != CpuMask.NO_CPU; cpu = possible.next(cpu + 1)) {
            GroupEntity entity = group.entity(cpu);
            if (entity != null) {
                driver.changed(cpu);
            }
        }
    }

    private static long number(TaskGroup group, String file, String value, long min, long max) {
        String text = value.strip();
        if (text.matches("-?\\d{1,18}")) {
            long number = Long.parseLong(text);
            if (number >= min && number <= max) {
                return number;
            }
        }
        throw new InvalidInputException(
                group.path(), 0, file + " (" + value + ") is not a number from " + min + " to " + max + ".", null);
    }

    private TaskGroup settable(String path, String file) {
        TaskGroup group = group(path);
        if (group == null) {
            throw new InvalidInputException(path, 0, file + " does not exist in the root group.", null);
        }
        return group;
    }

    private static InvalidInputException unknownFile(String path, String file) {
        return new InvalidInputException(
                path, 0, "Control file (" + file + ") is not known.", Nearest.maybe(file, FILES));
    }

    @Override
    public String read(String path, String file) {
        TaskGroup group = settable(path, file);
        return switch (file) {
            case WEIGHT -> group.idle() ? "0" : Integer.toString(Weights.sharesToCpuWeight(group.shares()));
            case WEIGHT_NICE -> Integer.toString(Weights.sharesToCpuWeightNice(group.shares()));
            case SHARES -> Long.toString(Weights.scaleLoadDown(group.shares()));
            case IDLE -> group.idle() ? "1" : "0";
            default -> throw unknownFile(path, file);
        };
    }

    @Override
    public void move(Task task, String path) {
        TaskGroup group = group(path);
        GroupQueues to = group == null ? rootGroup(task) : group;
        if (task.group() != to) {
            driver.updateClock(task.cpu());
            hooks.move(task, to);
            driver.changed(task.cpu());
        }
    }

    /** The root group, or the group that stands for it in the task's session. */
    private GroupQueues rootGroup(Task task) {
        TaskGroup session = sessionOf.get(task.id());
        return session == null ? GroupQueues.ROOT : session;
    }

    @Override
    public String pathOf(Task task) {
        return task.group() instanceof TaskGroup group && groups.get(group.path()) == group ? group.path() : ROOT;
    }

    @Override
    public void session(Task task, int session) {
        if (autogroup) {
            sessionOf.put(task.id(), sessions.computeIfAbsent(session, s -> hooks.newGroup("autogroup-" + s, null)));
            if (pathOf(task).equals(ROOT)) {
                move(task, ROOT);
            }
        }
    }

    @Override
    public List<String> listed(int cpu) {
        List<String> listed = new ArrayList<>();
        for (TaskGroup group : hooks.leafOrder(cpu)) {
            listed.add(group == null ? ROOT : group.path());
        }
        return listed;
    }

    @Override
    public CpuMask cpus(String path) {
        group(path);
        return possible;
    }

    @Override
    public void fire(int timer) {
        throw new IllegalArgumentException("timer (" + timer + ") has not been armed");
    }

    @Override
    public LeafStatistics leafStatistics() {
        return hooks.leafStatistics();
    }
}
