package org.schedlab.cgroup.hierarchy;

import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.GroupEntity;

/**
 * The queues of one CPU that have, or lately had, load (leaf_cfs_rq_list): a ring in which children stand before their parents and the root
 * last. While a branch is being connected bottom-up, {@code tmp_alone_branch} marks where its next ancestor goes. All steps are O(1). Follows
 * list_add_leaf_cfs_rq and list_del_leaf_cfs_rq of 4.10 and later; before, a queue goes to the front when its parent is listed and else to the
 * tail.
 */
final class LeafList {

    /** The place of one queue in the ring. */
    static final class Node {

        final @Nullable CfsRunQueue queue;
        private final @Nullable TaskGroup group;
        private final @Nullable Node parent;
        private Node prev = this;
        private Node next = this;
        private boolean onList;
        private int listedChildren;

        /** It was taken off while a child was listed, and that child, or another that was, still is. */
        private boolean leftChildren;

        /** Load was attached without an enqueue, and without listing it, since it was listed last. */
        private boolean attachedUnlisted;

        private Node(@Nullable CfsRunQueue queue, @Nullable TaskGroup group, @Nullable Node parent) {
            this.queue = queue;
            this.group = group;
            this.parent = parent;
        }

        boolean onList() {
            return onList;
        }

        /** The group whose queue stands here, or null for the root's. */
        @Nullable
        TaskGroup group() {
            return group;
        }

        /** Whether a child of this queue is listed, wherever. */
        boolean hasListedChild() {
            return listedChildren > 0;
        }

        @Nullable
        Node parent() {
            return parent;
        }

        /** Whether a child that stands behind it may have been listed before it came back. */
        boolean leftChildren() {
            return leftChildren;
        }

        boolean attachedUnlisted() {
            return attachedUnlisted;
        }

        /** Notes that load was attached without listing the queue. */
        void attached() {
            attachedUnlisted = !onList;
        }

        private void childListed() {
            listedChildren++;
        }

        private void childLeft() {
            listedChildren--;
            if (listedChildren == 0) {
                leftChildren = false;
            }
        }
    }

    private final GroupRules rules;

    /** Whether a queue whose parent is listed goes directly before it, and a branch that is not connected waits (4.10 and later). */
    private final boolean connectsBranches;

    private final Node head = new Node(null, null, null);
    private Node tmpAloneBranch = head;
    private int size;
    private long orphaned;

    LeafList(GroupRules rules) {
        this.rules = rules;
        connectsBranches = rules.release().from(GroupRelease.V4_12);
    }

    /**
     * The place of a queue.
     *
     * @param group the group whose queue it is, or null for the root queue
     * @param parent the place of the parent queue, or null for the root queue
     */
    static Node node(CfsRunQueue queue, @Nullable TaskGroup group, @Nullable Node parent) {
        return new Node(queue, group, parent);
    }

    /** Queues on the list. */
    int size() {
        return size;
    }

    /** Whether no branch is waiting to be connected. */
    boolean connected() {
        return tmpAloneBranch == head;
    }

    /** The first node, or null when the list is empty. */
    @Nullable
    Node first() {
        return head.next == head ? null : head.next;
    }

    /** The node after {@code node}, or null at the end. */
    @Nullable
    Node after(Node node) {
        return node.next == head ? null : node.next;
    }

    /** The node before {@code node} on the list, or the waiting branch when the node is not listed; null at the start. */
    @Nullable
    Node before(Node node) {
        Node before = node.onList ? node.prev : tmpAloneBranch;
        return before == head ? null : before;
    }

    /** Adds a queue; true when its branch is connected to a listed ancestor or is the root. */
    boolean add(Node node) {
        if (node.onList) {
            return connected();
        }
        node.onList = true;
        node.attachedUnlisted = false;
        size++;
        Node parent = node.parent;
        if (parent != null) {
            parent.childListed();
        }
        if (!connectsBranches) {
            insertAfter(node, parent != null && parent.onList ? head : head.prev);
            return true;
        }
        if (parent != null && parent.onList) {
            insertAfter(node, parent.prev);
            tmpAloneBranch = head;
            return true;
        }
        if (parent == null) {
            insertAfter(node, head.prev);
            tmpAloneBranch = head;
            return true;
        }
        insertAfter(node, tmpAloneBranch);
        tmpAloneBranch = node;
        return false;
    }

    /** Takes a queue off; from 5.x on the mark of a waiting branch moves to its predecessor. */
    void delete(Node node) {
        if (!node.onList) {
            return;
        }
        if (rules.markFollowsDelete() && tmpAloneBranch == node) {
            tmpAloneBranch = node.prev;
        }
        node.prev.next = node.next;
        node.next.prev = node.prev;
        if (rules.markFollowsDelete()) {
            node.next = node;
        }
        // Else readers that stand on it go on from there, and so does what is added at a mark that stayed behind.
        node.prev = node;
        node.onList = false;
        size--;
        if (node.parent != null) {
            node.parent.childLeft();
        }
        if (node.listedChildren != 0) {
            node.leftChildren = true;
            orphaned++;
        }
    }

    /**
     * Whether nothing of a queue is left to age (cfs_rq_is_decayed): it is empty and without sums; from 6.1 on it has no listed child before it, from 6.12
     * on it has no published share.
     */
    boolean decayed(Node node) {
        CfsRunQueue queue = node.queue;
        if (queue == null) {
            return false;
        }
        if (rules.release() == GroupRelease.V4_0) {
            GroupEntity owner = queue.owner();
            return owner != null && owner.avg().loadSum() == 0 && queue.nr() == 0;
        }
        if (queue.load() != 0 || !queue.avg().sumsAreZero()) {
            return false;
        }
        if (rules.listedChildExact() && node.hasListedChild()) {
            return false;
        }
        if (rules.listedChildStays()) {
            Node before = before(node);
            if (before != null && before.parent() == node) {
                return false;
            }
        }
        return !rules.release().from(GroupRelease.V6_12) || queue.cfsLoad().tgLoadAvgContrib() == 0;
    }

    /** How often a queue was taken off while a child was listed, which no release prevents altogether. */
    long orphaned() {
        return orphaned;
    }

    /**
     * Tells a walk that it has come by {@code seen} queues.
     *
     * @throws LeafListException if these are more than are listed and the walk would never end
     */
    void passed(int seen) {
        if (seen > size && circles()) {
            throw new LeafListException(dump());
        }
    }

    /** Whether a walk from the head never comes back to it (Brent's algorithm). */
    private boolean circles() {
        Node slow = head;
        Node fast = head.next;
        int steps = 1;
        int power = 1;
        while (fast != head && fast != slow) {
            if (steps == power) {
                slow = fast;
                power *= 2;
                steps = 0;
            }
            fast = fast.next;
            steps++;
        }
        return fast != head;
    }

    private String dump() {
        StringBuilder text = new StringBuilder(200)
                .append("The leaf list of ")
                .append(size)
                .append(" queues runs in a circle: head");
        Node node = head.next;
        for (int i = 0; i <= 2 * size && node != head; i++) {
            text.append(" -> ").append(name(node)).append(node.onList ? "" : " (deleted)");
            node = node.next;
        }
        text.append(" -> …\nThe mark of the branch that waits to be connected (tmp_alone_branch) stands at ")
                .append(name(tmpAloneBranch))
                .append(tmpAloneBranch == head || tmpAloneBranch.onList ? "." : ", which has been deleted.");
        return text.append("\nMaybe the release is one of 4.13 to 4.20, where deleting a queue leaves the mark behind.")
                .toString();
    }

    private String name(Node node) {
        if (node == head) {
            return "head";
        }
        return node.group == null ? "/" : node.group.path();
    }

    private static void insertAfter(Node node, Node place) {
        node.prev = place;
        node.next = place.next;
        place.next.prev = node;
        place.next = node;
    }
}
