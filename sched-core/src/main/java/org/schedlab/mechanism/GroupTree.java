package org.schedlab.mechanism;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/**
 * The task groups of one run as its driver handles them: by path, as a user does in a mounted hierarchy. Made by a {@link GroupTreeFactory}
 * before the mechanism, which is then made with {@link #hooks()}. What a driver asks for and the kernel would refuse is an
 * {@link org.schedlab.topology.input.InvalidInputException} whose source is the path.
 *
 * <p>Paths are absolute and without a slash at the end, {@code /a/b}; {@link #ROOT} exists always. The tree brings the clocks of the CPUs that
 * an operation touches up to date through its {@link GroupDriver}. One thread, that of the mechanism.
 */
public interface GroupTree {

    /** Path of the group that holds all others. */
    String ROOT = "/";

    /** What the mechanism of the run must be made with; always the same object. */
    LevelHooks hooks();

    /** All groups in order of creation, the root first. O(groups). */
    List<String> paths();

    /** Whether there is such a group. */
    boolean exists(String path);

    /** Makes a group below one that exists (mkdir). */
    void create(String path);

    /** Removes a group without tasks and without groups below (rmdir); its load leaves as that of its last tasks decays. */
    void remove(String path);

    /** Writes a control file, {@code write("/a", "cpu.weight", "200")}. */
    void write(String path, String file, String value);

    /** What a control file shows, without the newline at its end. */
    String read(String path, String file);

    /** What was counted of a group's quota, or null while it never had one. */
    default @Nullable BandwidthStat stat(String path) {
        return null;
    }

    /** Moves a task, in whatever state it is, to a group (a write to cgroup.procs). */
    void move(Task task, String path);

    /** The group of a task. */
    String pathOf(Task task);

    /**
     * Puts a task into a session. With AUTOGROUP each session's tasks that are in the root group form a group of their own; without, sessions
     * mean nothing.
     */
    void session(Task task, int session);

    /**
     * The CPUs on which tasks of a group may run ({@code cpuset.cpus.effective}); not to be changed by the caller. Where cpusets are in use, CPUs
     * that are offline are not among those of any group but the root.
     */
    CpuMask cpus(String path);

    /**
     * The sets of CPUs that have scheduling domains of their own (cpuset.cpus.partition), that of the root group first; isolated CPUs are in none.
     * CPUs that are offline are in the sets to which they come back.
     */
    List<CpuMask> partitions();

    /** A timer that this tree armed has expired. */
    void fire(int timer);

    /**
     * The groups whose queue on a CPU is on the list of those with load, in list order: children before parents, the root last. With pruning these
     * are the active ones, as the kernel's debug listing shows them. Allocates.
     */
    List<String> listed(int cpu);

    /** A CPU is about to go offline, its tasks still there. */
    default void cpuOffline(int cpu) {}

    /** A CPU is back online. */
    default void cpuOnline(int cpu) {}

    /** What the walks over the queues with load have done so far. */
    LeafStatistics leafStatistics();
}
