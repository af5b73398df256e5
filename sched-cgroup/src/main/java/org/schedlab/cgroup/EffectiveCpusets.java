package org.schedlab.cgroup;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/**
 * The CPUs that the groups of a tree really have on a machine, and which partitions are valid. A group has the CPUs that it asked for, of those
 * of its parent, or the parent's when none is left; a valid partition takes its CPUs away from its parent and siblings
 * (compute_effective_cpumask, update_parent_effective_cpumask, 6.1).
 *
 * <p>Follows a tree that changes: making a group is O(1), a write that concerns no partition O(groups below + sibling partitions), one that may
 * O(groups below the parent + sibling partitions × siblings). One thread; masks that are given out must not be changed.
 */
public final class EffectiveCpusets {

    /** One group. */
    private static final class Node {
        final String path;
        final @Nullable Node parent;
        final boolean hasTasks;
        final SortedMap<String, Node> children = new TreeMap<>();

        /** Those of the children that want to be partitions. */
        final SortedMap<String, Node> partitions = new TreeMap<>();

        CpusetControl asked = CpusetControl.DEFAULT;

        /** ROOT or ISOLATED for a valid partition. */
        Partition is = Partition.MEMBER;

        /** Why it is not the partition that it wants to be. */
        @Nullable
        String fault;

        /** Its CPUs before its child partitions take theirs. */
        CpuMask own;

        /** Its CPUs. */
        CpuMask left;

        Node(String path, @Nullable Node parent, boolean hasTasks, CpuMask cpus) {
            this.path = path;
            this.parent = parent;
            this.hasTasks = hasTasks;
            own = cpus;
            left = cpus;
        }

        boolean wantsPartition() {
            return asked.partition() != Partition.MEMBER;
        }
    }

    private final Map<String, Node> nodes = new HashMap<>();
    private final Node root;
    private final BiConsumer<String, CpuMask> changed;
    private long computed;

    /**
     * The root group alone.
     *
     * @param machine CPUs that are online
     * @param changed told the CPUs of each group whose CPUs become others
     */
    EffectiveCpusets(CpuMask machine, BiConsumer<String, CpuMask> changed) {
        this.changed = changed;
        root = new Node(SettingsTreeBuilder.ROOT, null, true, new CpuMask(machine));
        root.is = Partition.ROOT;
        nodes.put(root.path, root);
    }

    /**
     * Computes those of a tree.
     *
     * @param machine CPUs that are online
     */
    public static EffectiveCpusets of(SettingsTree tree, CpuMask machine) {
        EffectiveCpusets sets = new EffectiveCpusets(machine, (path, cpus) -> {});
        sets.fill(tree);
        return sets;
    }

    /** Takes over the groups of a tree, this being the root alone. */
    void fill(SettingsTree tree) {
        for (Cgroup group : tree.groups()) {
            if (!group.path().equals(root.path)) {
                Node made = link(group.path(), group.tasks() > 0);
                ask(made, group.settings().cpuset());
            }
        }
        compute(root, root.own, Partition.ROOT);
    }

    private Node node(String path) {
        Node node = nodes.get(path);
        if (node == null) {
            throw new IllegalArgumentException("group (" + path + ") is not known");
        }
        return node;
    }

    private Node link(String path, boolean hasTasks) {
        String above = SettingsTreeBuilder.parent(path);
        Node parent = node(above == null ? SettingsTreeBuilder.ROOT : above);
        Node made = new Node(path, parent, hasTasks, parent.left);
        parent.children.put(path, made);
        nodes.put(path, made);
        return made;
    }

    private static void ask(Node node, CpusetControl asked) {
        node.asked = asked;
        if (node.parent != null) {
            if (node.wantsPartition()) {
                node.parent.partitions.put(node.path, node);
            } else {
                node.parent.partitions.remove(node.path);
                node.is = Partition.MEMBER;
                node.fault = null;
            }
        }
    }

    /** A group was made, without settings. */
    void created(String path) {
        Node made = link(path, false);
        computed++;
        changed.accept(path, made.left);
    }

    /** A group without groups below was removed. */
    void removed(String path) {
        Node gone = node(path);
        Node parent = gone.parent;
        if (parent == null) {
            throw new IllegalArgumentException("the root cannot be removed");
        }
        boolean concerned = concernsPartitions(gone);
        ask(gone, CpusetControl.DEFAULT);
        parent.children.remove(path);
        nodes.remove(path);
        if (concerned) {
            compute(parent, parent.own, parent.is);
        }
    }

    /** The settings of a group were written. */
    void written(String path, CpusetControl asked) {
        Node node = node(path);
        Node parent = node.parent;
        if (parent == null || node.asked.equals(asked)) {
            return;
        }
        boolean concerned = concernsPartitions(node);
        ask(node, asked);
        if (concerned || concernsPartitions(node)) {
            compute(parent, parent.own, parent.is);
        } else {
            computeMember(node, parent);
        }
    }

    /** CPUs went offline or came back. */
    void machine(CpuMask online) {
        compute(root, new CpuMask(online), Partition.ROOT);
    }

    /** Whether what the group asks for bears on the partitions among it and its siblings. */
    private static boolean concernsPartitions(Node node) {
        Node parent = node.parent;
        if (parent == null || node.wantsPartition()) {
            return true;
        }
        if (node.asked.cpus() == null) {
            return false;
        }
        CpuMask mine = requested(node, parent.own);
        for (Node sibling : parent.partitions.values()) {
            if (requested(sibling, parent.own).intersects(mine)) {
                return true;
            }
        }
        return false;
    }

    /** The CPUs of a group; the caller must not change the mask. */
    public CpuMask cpus(String path) {
        return node(path).left;
    }

    /** What {@code cpuset.cpus.partition} reads: a word, with {@code invalid} and the reason when the group asks in vain. */
    public String partition(String path) {
        Node node = node(path);
        String word = node.asked.partition().word();
        return node.fault == null ? word : word + " invalid (" + node.fault + ")";
    }

    /** The sets of CPUs that have scheduling domains of their own, that of the root group first; isolated CPUs are in none. */
    public List<CpuMask> balancedSets() {
        List<CpuMask> sets = new ArrayList<>();
        balanced(root, sets);
        return sets;
    }

    private static void balanced(Node partition, List<CpuMask> sets) {
        if (partition.is == Partition.ROOT) {
            sets.add(partition.left);
        }
        for (Node child : partition.partitions.values()) {
            if (child.is != Partition.MEMBER) {
                balanced(child, sets);
            }
        }
    }

    /** Whether some group below the root is a valid partition. */
    boolean divided() {
        return root.partitions.values().stream().anyMatch(node -> node.is != Partition.MEMBER);
    }

    /** How often the CPUs of a group have been computed so far. */
    long computed() {
        return computed;
    }

    /**
     * @param own CPUs of the group before its child partitions take theirs
     * @param is what the group is: ROOT or ISOLATED for a valid partition
     */
    private void compute(Node node, CpuMask own, Partition is) {
        computed++;
        CpuMask left = own;
        for (Node child : node.partitions.values()) {
            child.is = Partition.MEMBER;
            child.fault = fault(child, node, own, left, is);
            if (child.fault == null) {
                child.is = child.asked.partition();
                CpuMask rest = new CpuMask(left);
                rest.andNot(requested(child, own));
                left = rest;
            }
        }
        boolean same = node.left.equals(left);
        node.own = own;
        node.left = left;
        node.is = is;
        if (!same) {
            changed.accept(node.path, left);
        }
        for (Node child : node.children.values()) {
            if (child.is == Partition.MEMBER) {
                computeMember(child, node);
            } else {
                compute(child, requested(child, own), child.is);
            }
        }
    }

    private void computeMember(Node node, Node parent) {
        CpuMask cpus = node.asked.cpus() == null ? parent.left : requested(node, parent.left);
        compute(node, cpus.isEmpty() ? parent.left : cpus, Partition.MEMBER);
    }

    private static @Nullable String fault(Node child, Node parent, CpuMask own, CpuMask left, Partition parentIs) {
        if (parentIs == Partition.MEMBER) {
            return "the parent is not a partition root";
        }
        CpuMask wanted = requested(child, own);
        if (child.asked.cpus() == null) {
            return "cpuset.cpus is empty";
        }
        if (wanted.isEmpty()) {
            return "the parent has none of its CPUs";
        }
        for (Node sibling : parent.children.values()) {
            if (sibling != child && requested(sibling, own).intersects(wanted)) {
                String name = sibling.path.substring(sibling.path.lastIndexOf('/') + 1);
                return "its CPUs are not exclusive: " + name + " asks for some of them";
            }
        }
        // The parent may be left with nothing only if it has no tasks; the root group always has some.
        return left.isSubsetOf(wanted) && parent.hasTasks ? "the parent would be left without a CPU" : null;
    }

    /** What a group asks for, within limits; empty when it asks for nothing. */
    private static CpuMask requested(Node group, CpuMask within) {
        CpuMask wanted = group.asked.cpus();
        CpuMask cpus = wanted == null ? new CpuMask(within.capacity()) : ControlText.resized(wanted, within.capacity());
        cpus.and(within);
        return cpus;
    }
}
