package org.schedlab.cgroup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.cgroup.bandwidth.BandwidthHooks;
import org.schedlab.cgroup.bandwidth.CfsBandwidth;
import org.schedlab.cgroup.hierarchy.GroupHooks;
import org.schedlab.cgroup.hierarchy.TaskGroup;
import org.schedlab.mechanism.BandwidthStat;
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

    private static final String STAT = "cpu.stat";

    private final BandwidthHooks hooks;
    private final GroupDriver driver;
    private final CpuMask possible;
    private final CpuMask online;
    private final boolean autogroup;
    private final Map<String, TaskGroup> groups = new LinkedHashMap<>();
    private final SettingsTreeBuilder settings = new SettingsTreeBuilder();

    /** The CPUs that the groups really have, or null while no cpuset was ever written: then all groups have all CPUs. */
    private @Nullable EffectiveCpusets cpusets;

    /** The same if all CPUs were online; null while partitions or what is online have changed since it was computed. */
    private @Nullable EffectiveCpusets whenAllOnline;

    private final Map<Integer, TaskGroup> sessions = new TreeMap<>();
    private final Map<Integer, TaskGroup> sessionOf = new TreeMap<>();

    /** Makes the tree with the root group alone; see {@link org.schedlab.mechanism.GroupTreeFactory}. */
    public CgroupTree(Settings switches, Topology topology, GroupDriver driver) {
        this.hooks = new BandwidthHooks(switches, driver);
        this.driver = driver;
        this.possible = new CpuMask(topology.possible());
        this.online = new CpuMask(possible);
        this.autogroup = switches.isOn("AUTOGROUP");
        settings.limitCpus(possible);
        settings.limitFiles(ReleaseFiles.of(switches));
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
        Rehearsal.attempt(path, () -> settings.create(path));
        TaskGroup parent = slash == 0 ? null : group(path.substring(0, slash));
        TaskGroup made = hooks.newGroup(path.substring(slash + 1), parent);
        groups.put(made.path(), made);
        if (cpusets == null) {
            hooks.setCpus(made, online.count());
        } else {
            cpusets.created(path);
        }
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
        settings.remove(path);
        hooks.removeGroup(group);
        groups.remove(path);
        whenAllOnline = null;
        if (cpusets != null) {
            cpusets.removed(path);
        }
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
        group(path);
        GroupSettings before = settings.settings(path);
        Rehearsal.attempt(path, () -> settings.write(path, file, value));
        TaskGroup group = settable(path, file);
        GroupSettings after = settings.settings(path);
        updateClocks(group);
        if (after.cpu().idle() != before.cpu().idle()) {
            setIdle(group, after.cpu().idle());
        } else if (after.cpu().shares() != before.cpu().shares()) {
            hooks.setShares(group, after.cpu().shares());
        }
        if (changesBandwidth(before.cpu(), after.cpu())) {
            CpuControl cpu = after.cpu();
            hooks.setBandwidth(group, cpu.quotaNs(), cpu.periodNs(), cpu.burstNs());
        }
        if (!after.cpuset().equals(before.cpuset())) {
            whenAllOnline = null;
            cpusets().written(path, after.cpuset());
        }
    }

    private static boolean changesBandwidth(CpuControl before, CpuControl after) {
        return before.quotaNs() != after.quotaNs()
                || before.periodNs() != after.periodNs()
                || before.burstNs() != after.burstNs();
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

    private TaskGroup settable(String path, String file) {
        TaskGroup group = group(path);
        if (group == null) {
            throw new InvalidInputException(path, 0, file + " does not exist in the root group.", null);
        }
        return group;
    }

    @Override
    public String read(String path, String file) {
        if (file.equals(STAT)) {
            settable(path, file);
            BandwidthStat stat = stat(path);
            return stat == null ? "" : stat.v2();
        }
        ControlFile known = ControlFile.of(file);
        if (known == null) {
            throw new InvalidInputException(
                    path,
                    0,
                    "file (" + file + ") is not known",
                    Nearest.maybe(file, ControlFile.names(settings.version())));
        }
        settable(path, file);
        // A partition that was asked for in vain says so.
        return known == ControlFile.CPUSET_CPUS_PARTITION && cpusets != null
                ? cpusets.partition(path)
                : settings.settings(path).read(known);
    }

    @Override
    public @Nullable BandwidthStat stat(String path) {
        TaskGroup group = group(path);
        CfsBandwidth pool = group == null ? null : hooks.pool(group);
        return pool == null ? null : pool.stat();
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
        for (TaskGroup group : hooks.leaves().order(cpu)) {
            listed.add(group == null ? ROOT : group.path());
        }
        return listed;
    }

    @Override
    public CpuMask cpus(String path) {
        if (group(path) != null) {
            return cpusets == null ? possible : cpusets.cpus(path);
        }
        // Tasks of the root group keep CPUs that are offline.
        return cpusets == null || !cpusets.divided()
                ? possible
                : whenAllOnline().cpus(path);
    }

    @Override
    public List<CpuMask> partitions() {
        return cpusets == null ? List.of(possible) : whenAllOnline().balancedSets();
    }

    /** Computed from the first write of a cpuset on. */
    private EffectiveCpusets cpusets() {
        EffectiveCpusets sets = cpusets;
        if (sets == null) {
            sets = new EffectiveCpusets(online, (path, cpus) -> setCpus(path, cpus.count()));
            cpusets = sets;
            for (String path : groups.keySet()) {
                sets.created(path);
            }
        }
        return sets;
    }

    private void setCpus(String path, int count) {
        TaskGroup group = groups.get(path);
        if (group != null) {
            hooks.setCpus(group, count);
        }
    }

    private EffectiveCpusets whenAllOnline() {
        EffectiveCpusets sets = whenAllOnline;
        if (sets == null) {
            sets = online.equals(possible) ? cpusets() : EffectiveCpusets.of(settings.build(), possible);
            whenAllOnline = sets;
        }
        return sets;
    }

    /** How often the CPUs of a group have been computed so far. */
    long cpusComputed() {
        return cpusets == null ? 0 : cpusets.computed();
    }

    @Override
    public void fire(int timer) {
        hooks.fire(timer);
    }

    @Override
    public void cpuOffline(int cpu) {
        driver.updateClock(cpu);
        hooks.cpuOffline(cpu);
        online.clear(cpu);
        onlineChanged();
    }

    @Override
    public void cpuOnline(int cpu) {
        hooks.cpuOnline(cpu);
        online.set(cpu);
        onlineChanged();
    }

    private void onlineChanged() {
        whenAllOnline = null;
        if (cpusets != null) {
            cpusets.machine(online);
        } else {
            int count = online.count();
            groups.values().forEach(group -> hooks.setCpus(group, count));
        }
    }

    @Override
    public LeafStatistics leafStatistics() {
        return hooks.leaves();
    }
}
