package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;

/**
 * A red-black tree ordered by virtual deadline, equal deadlines in order of arrival, with the leftmost entity cached and each node carrying the
 * smallest vruntime and the slice bounds of its subtree. Textbook insertion and deletion; the nodes are the entities.
 *
 * <p>The shape is part of the behaviour: with {@code slicesFollowRotation} off, a rotation hands over the smallest vruntime alone and leaves the
 * slice bounds of the node that rises as they were, as 6.12 does; on, it hands over all three (7.x).
 */
final class DeadlineTree {

    private final boolean slicesFollowRotation;
    private @Nullable EevdfEntity root;
    private @Nullable EevdfEntity leftmost;
    private int size;

    DeadlineTree(boolean slicesFollowRotation) {
        this.slicesFollowRotation = slicesFollowRotation;
    }

    int size() {
        return size;
    }

    @Nullable
    EevdfEntity root() {
        return root;
    }

    /** The entity with the earliest deadline, or null. */
    @Nullable
    EevdfEntity first() {
        return leftmost;
    }

    /** The entity after {@code e} in deadline order, or null. */
    static @Nullable EevdfEntity next(EevdfEntity e) {
        EevdfEntity n = e.right;
        if (n != null) {
            while (n.left != null) {
                n = n.left;
            }
            return n;
        }
        EevdfEntity child = e;
        EevdfEntity parent = e.up;
        while (parent != null && child == parent.right) {
            child = parent;
            parent = parent.up;
        }
        return parent;
    }

    void insert(EevdfEntity e) {
        EevdfEntity parent = null;
        EevdfEntity walk = root;
        boolean first = true;
        while (walk != null) {
            parent = walk;
            if (e.deadline - walk.deadline < 0) {
                walk = walk.left;
            } else {
                walk = walk.right;
                first = false;
            }
        }
        e.left = null;
        e.right = null;
        e.up = parent;
        e.red = true;
        e.inTree = true;
        e.minVruntime = e.vruntime;
        e.minSliceNs = e.sliceNs;
        e.maxSliceNs = e.sliceNs;
        if (parent == null) {
            root = e;
        } else if (e.deadline - parent.deadline < 0) {
            parent.left = e;
        } else {
            parent.right = e;
        }
        if (first) {
            leftmost = e;
        }
        size++;
        propagate(parent, null);
        fixInsert(e);
    }

    private void fixInsert(EevdfEntity inserted) {
        EevdfEntity e = inserted;
        EevdfEntity parent = e.up;
        while (parent != null && parent.red) {
            // A red parent is never the root, so there is a grandparent.
            EevdfEntity grand = parent.up;
            if (grand == null) {
                break;
            }
            boolean leftSide = parent == grand.left;
            EevdfEntity uncle = leftSide ? grand.right : grand.left;
            if (uncle != null && uncle.red) {
                parent.red = false;
                uncle.red = false;
                grand.red = true;
                e = grand;
                parent = e.up;
                continue;
            }
            if (e == (leftSide ? parent.right : parent.left)) {
                rotate(parent, leftSide);
                EevdfEntity swap = parent;
                parent = e;
                e = swap;
            }
            parent.red = false;
            grand.red = true;
            rotate(grand, !leftSide);
            break;
        }
        if (root != null) {
            root.red = false;
        }
    }

    void remove(EevdfEntity e) {
        if (leftmost == e) {
            leftmost = next(e);
        }
        size--;
        e.inTree = false;
        EevdfEntity fixParent;
        EevdfEntity fixChild;
        boolean removedRed;
        if (e.left == null || e.right == null) {
            EevdfEntity child = e.left == null ? e.right : e.left;
            EevdfEntity parent = e.up;
            replace(e, child);
            removedRed = e.red;
            fixChild = child;
            fixParent = parent;
            propagate(parent, null);
        } else {
            EevdfEntity successor = e.right;
            while (successor.left != null) {
                successor = successor.left;
            }
            removedRed = successor.red;
            fixChild = successor.right;
            EevdfEntity above = successor.up;
            fixParent = above == e ? successor : above;
            if (above != e) {
                replace(successor, successor.right);
                successor.right = e.right;
                successor.right.up = successor;
            }
            handOver(e, successor);
            replace(e, successor);
            successor.left = e.left;
            successor.left.up = successor;
            successor.red = e.red;
            if (above != e) {
                propagate(above, successor);
            }
            propagate(successor, null);
        }
        if (!removedRed) {
            fixRemove(fixChild, fixParent);
        }
        e.left = null;
        e.right = null;
        e.up = null;
    }

    private void replace(EevdfEntity old, @Nullable EevdfEntity child) {
        EevdfEntity parent = old.up;
        if (parent == null) {
            root = child;
        } else if (parent.left == old) {
            parent.left = child;
        } else {
            parent.right = child;
        }
        if (child != null) {
            child.up = parent;
        }
    }

    private void fixRemove(@Nullable EevdfEntity start, @Nullable EevdfEntity startParent) {
        EevdfEntity e = start;
        EevdfEntity parent = startParent;
        while (parent != null && (e == null || !e.red)) {
            boolean leftSide = e == parent.left;
            EevdfEntity sibling = present(leftSide ? parent.right : parent.left);
            if (sibling.red) {
                sibling.red = false;
                parent.red = true;
                rotate(parent, leftSide);
                sibling = present(leftSide ? parent.right : parent.left);
            }
            EevdfEntity near = leftSide ? sibling.left : sibling.right;
            EevdfEntity far = leftSide ? sibling.right : sibling.left;
            if ((near == null || !near.red) && (far == null || !far.red)) {
                sibling.red = true;
                e = parent;
                parent = e.up;
                continue;
            }
            if (far == null || !far.red) {
                EevdfEntity riser = present(near);
                riser.red = false;
                sibling.red = true;
                rotate(sibling, !leftSide);
                far = sibling;
                sibling = riser;
            }
            sibling.red = parent.red;
            parent.red = false;
            far.red = false;
            rotate(parent, leftSide);
            return;
        }
        if (e != null) {
            e.red = false;
        }
    }

    /** A node that the colours of a red-black tree guarantee. */
    private static EevdfEntity present(@Nullable EevdfEntity e) {
        if (e == null) {
            throw new IllegalStateException("the tree's colours are broken");
        }
        return e;
    }

    /** Rotates at {@code old}: leftwards when {@code left}, so that its right child rises. */
    private void rotate(EevdfEntity old, boolean left) {
        EevdfEntity riser = present(left ? old.right : old.left);
        EevdfEntity moved = left ? riser.left : riser.right;
        replace(old, riser);
        if (left) {
            old.right = moved;
            riser.left = old;
        } else {
            old.left = moved;
            riser.right = old;
        }
        if (moved != null) {
            moved.up = old;
        }
        old.up = riser;
        handOver(old, riser);
        refresh(old);
    }

    /** {@code to} now stands for the subtree of {@code from}. */
    private void handOver(EevdfEntity from, EevdfEntity to) {
        to.minVruntime = from.minVruntime;
        if (slicesFollowRotation) {
            to.minSliceNs = from.minSliceNs;
            to.maxSliceNs = from.maxSliceNs;
        }
    }

    /** Recomputes the subtree values from {@code from} up to but not including {@code stop}, ending early where nothing changes. */
    void propagate(@Nullable EevdfEntity from, @Nullable EevdfEntity stop) {
        for (EevdfEntity e = from; e != stop && e != null; e = e.up) {
            if (!refresh(e)) {
                return;
            }
        }
    }

    private boolean refresh(EevdfEntity e) {
        long minVruntime = e.vruntime;
        long minSlice = e.sliceNs;
        long maxSlice = e.sliceNs;
        EevdfEntity l = e.left;
        if (l != null) {
            minVruntime = l.minVruntime - minVruntime < 0 ? l.minVruntime : minVruntime;
            minSlice = Math.min(minSlice, l.minSliceNs);
            maxSlice = Math.max(maxSlice, l.maxSliceNs);
        }
        EevdfEntity r = e.right;
        if (r != null) {
            minVruntime = r.minVruntime - minVruntime < 0 ? r.minVruntime : minVruntime;
            minSlice = Math.min(minSlice, r.minSliceNs);
            maxSlice = Math.max(maxSlice, r.maxSliceNs);
        }
        boolean changed = minVruntime != e.minVruntime
                || minSlice != e.minSliceNs
                || (slicesFollowRotation && maxSlice != e.maxSliceNs);
        e.minVruntime = minVruntime;
        e.minSliceNs = minSlice;
        e.maxSliceNs = maxSlice;
        return changed;
    }
}
