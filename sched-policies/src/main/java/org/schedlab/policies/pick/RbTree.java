package org.schedlab.policies.pick;

import org.jspecify.annotations.Nullable;

/**
 * A red-black tree whose nodes are the entities themselves: textbook insertion and deletion, equal keys in order of arrival, the leftmost node
 * cached, and hooks with which a subclass carries a summary of each subtree. Insertion and removal are O(log n), {@link #first} is O(1), nothing
 * is allocated.
 *
 * @param <N> the nodes
 */
abstract class RbTree<N extends RbNode<N>> {

    private @Nullable N root;
    private @Nullable N leftmost;
    private int size;

    /** Whether {@code a} stands strictly before {@code b}; then it goes to the left, else to the right. */
    abstract boolean before(N a, N b);

    /** Recomputes the summary of the subtree of {@code node} from its children; whether it changed. */
    abstract boolean refresh(N node);

    /** {@code to} now stands for the subtree of {@code from}: takes over its summary. */
    abstract void handOver(N from, N to);

    /** The node joins as a leaf: its summary is its own. */
    abstract void single(N node);

    int size() {
        return size;
    }

    @Nullable
    N root() {
        return root;
    }

    /** The leftmost node, or null. */
    @Nullable
    N first() {
        return leftmost;
    }

    /** The node after {@code e} in order, or null. */
    static <N extends RbNode<N>> @Nullable N next(N e) {
        N n = e.right;
        if (n != null) {
            while (n.left != null) {
                n = n.left;
            }
            return n;
        }
        N child = e;
        N parent = e.up;
        while (parent != null && child == parent.right) {
            child = parent;
            parent = parent.up;
        }
        return parent;
    }

    void insert(N e) {
        N parent = null;
        N walk = root;
        boolean first = true;
        while (walk != null) {
            parent = walk;
            if (before(e, walk)) {
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
        single(e);
        if (parent == null) {
            root = e;
        } else if (before(e, parent)) {
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

    private void fixInsert(N inserted) {
        N e = inserted;
        N parent = e.up;
        while (parent != null && parent.red) {
            // A red parent is never the root, so there is a grandparent.
            N grand = parent.up;
            if (grand == null) {
                break;
            }
            boolean leftSide = parent == grand.left;
            N uncle = leftSide ? grand.right : grand.left;
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
                N swap = parent;
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

    void remove(N e) {
        if (leftmost == e) {
            leftmost = next(e);
        }
        size--;
        e.inTree = false;
        N fixParent;
        N fixChild;
        boolean removedRed;
        if (e.left == null || e.right == null) {
            N child = e.left == null ? e.right : e.left;
            N parent = e.up;
            replace(e, child);
            removedRed = e.red;
            fixChild = child;
            fixParent = parent;
            propagate(parent, null);
        } else {
            N successor = e.right;
            while (successor.left != null) {
                successor = successor.left;
            }
            removedRed = successor.red;
            fixChild = successor.right;
            N above = successor.up;
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

    private void replace(N old, @Nullable N child) {
        N parent = old.up;
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

    private void fixRemove(@Nullable N start, @Nullable N startParent) {
        N e = start;
        N parent = startParent;
        while (parent != null && (e == null || !e.red)) {
            boolean leftSide = e == parent.left;
            N sibling = present(leftSide ? parent.right : parent.left);
            if (sibling.red) {
                sibling.red = false;
                parent.red = true;
                rotate(parent, leftSide);
                sibling = present(leftSide ? parent.right : parent.left);
            }
            N near = leftSide ? sibling.left : sibling.right;
            N far = leftSide ? sibling.right : sibling.left;
            if ((near == null || !near.red) && (far == null || !far.red)) {
                sibling.red = true;
                e = parent;
                parent = e.up;
                continue;
            }
            if (far == null || !far.red) {
                N riser = present(near);
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
    private static <N> N present(@Nullable N e) {
        if (e == null) {
            throw new IllegalStateException("the tree's colours are broken");
        }
        return e;
    }

    /** Rotates at {@code old}: leftwards when {@code left}, so that its right child rises. */
    private void rotate(N old, boolean left) {
        N riser = present(left ? old.right : old.left);
        N moved = left ? riser.left : riser.right;
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

    /** Refreshes the summaries from {@code from} up to but not including {@code stop}, ending early where nothing changes. */
    void propagate(@Nullable N from, @Nullable N stop) {
        for (N e = from; e != stop && e != null; e = e.up) {
            if (!refresh(e)) {
                return;
            }
        }
    }
}
