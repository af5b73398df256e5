package org.schedlab.cgroup;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/**
 * The CPUs that the groups of a tree really have on a machine, and which partitions are valid. A group has the CPUs that it asked for, of those
 * of its parent, or the parent's when none is left; a valid partition takes its CPUs away from its parent and siblings
 * (compute_effective_cpumask, update_parent_effective_cpumask, 6.1). Immutable; O(groups × siblings of partitions).
 */
public final class EffectiveCpusets {

    private final SettingsTree tree;
    private final SortedMap<String, CpuMask> effective = new TreeMap<>();
    private final SortedMap<String, String> states = new TreeMap<>();
    private final List<CpuMask> balanced = new ArrayList<>();

    private EffectiveCpusets(SettingsTree tree) {
        this.tree = tree;
    }

    /**
     * Computes them.
     *
     * @param machine CPUs that are online
     */
    public static EffectiveCpusets of(SettingsTree tree, CpuMask machine) {
        EffectiveCpusets sets = new EffectiveCpusets(tree);
        sets.visit(tree.root(), new CpuMask(machine), new CpuMask(machine), Partition.ROOT);
        return sets;
    }

    /** The CPUs of a group; the caller must not change the mask. */
    public CpuMask cpus(String path) {
        CpuMask cpus = effective.get(path);
        if (cpus == null) {
            throw new IllegalArgumentException("group (" + path + ") is not known");
        }
        return cpus;
    }

    /** What {@code cpuset.cpus.partition} reads: a word, with {@code invalid} and the reason when the group asks in vain. */
    public String partition(String path) {
        return states.getOrDefault(path, Partition.MEMBER.word());
    }

    /** The sets of CPUs that have scheduling domains of their own, that of the root group first; isolated CPUs are in none. */
    public List<CpuMask> balancedSets() {
        return List.copyOf(balanced);
    }

    /**
     * @param own CPUs of the group before its child partitions take theirs
     * @param left receives what they leave
     * @param validAs what the group is: ROOT or ISOLATED for a valid partition
     */
    private void visit(Cgroup group, CpuMask own, CpuMask left, Partition validAs) {
        List<Cgroup> children = tree.children(group.path());
        List<Cgroup> partitions = new ArrayList<>();
        for (Cgroup child : children) {
            Partition wanted = child.settings().cpuset().partition();
            if (wanted != Partition.MEMBER) {
                String fault = fault(child, children, own, left, validAs, group);
                if (fault == null) {
                    partitions.add(child);
                    left.andNot(requested(child, own));
                } else {
                    states.put(child.path(), wanted.word() + " invalid (" + fault + ")");
                }
            }
        }
        effective.put(group.path(), left);
        if (validAs == Partition.ROOT) {
            balanced.add(left);
        }
        for (Cgroup child : children) {
            if (partitions.contains(child)) {
                Partition is = child.settings().cpuset().partition();
                states.put(child.path(), is.word());
                CpuMask cpus = requested(child, own);
                visit(child, cpus, new CpuMask(cpus), is);
            } else {
                CpuMask cpus = requested(child, left);
                if (cpus.isEmpty()) {
                    cpus = new CpuMask(left);
                }
                visit(child, cpus, new CpuMask(cpus), Partition.MEMBER);
            }
        }
    }

    private static @Nullable String fault(
            Cgroup child, List<Cgroup> siblings, CpuMask own, CpuMask left, Partition parentIs, Cgroup parent) {
        if (parentIs == Partition.MEMBER) {
            return "the parent is not a partition root";
        }
        CpuMask wanted = requested(child, own);
        if (child.settings().cpuset().cpus() == null) {
            return "cpuset.cpus is empty";
        }
        if (wanted.isEmpty()) {
            return "the parent has none of its CPUs";
        }
        for (Cgroup sibling : siblings) {
            if (!sibling.path().equals(child.path()) && requested(sibling, own).intersects(wanted)) {
                return "its CPUs are not exclusive: " + sibling.name() + " asks for some of them";
            }
        }
        // The parent may be left with nothing only if it has no tasks; the root group always has some.
        boolean takesAll = left.isSubsetOf(wanted);
        boolean parentHasTasks = parent.tasks() > 0 || parent.path().equals(SettingsTreeBuilder.ROOT);
        return takesAll && parentHasTasks ? "the parent would be left without a CPU" : null;
    }

    /** What a group asks for, within limits; empty when it asks for nothing. */
    private static CpuMask requested(Cgroup group, CpuMask within) {
        CpuMask wanted = group.settings().cpuset().cpus();
        CpuMask cpus = wanted == null ? new CpuMask(within.capacity()) : ControlText.resized(wanted, within.capacity());
        cpus.and(within);
        return cpus;
    }
}
