package org.schedlab.cgroup.bandwidth;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.schedlab.mechanism.CfsRunQueue;
import org.schedlab.mechanism.GroupEntity;
import org.schedlab.mechanism.Task;
import org.schedlab.pelt.CfsPeltClock;

/** What bandwidth control keeps of one queue: its runtime, how many throttled queues it stands in, and its PELT clock, which stands meanwhile. */
final class ThrottleState {

    final CfsRunQueue queue;
    final @Nullable ThrottleState parent;
    final CfsPeltClock clock = new CfsPeltClock();

    /** Null while the group never had a quota. */
    @Nullable
    QueueRuntime runtime;

    /** Throttled queues from this one up to the root, itself included ({@code throttle_count}). */
    int throttleCount;

    /** The queues below on the same CPU, the oldest first, as the recorded vectors walk them. */
    private @Nullable ThrottleState firstChild;

    private @Nullable ThrottleState lastChild;
    private @Nullable ThrottleState nextSibling;

    /** Tasks that left at their return to user mode, the last first; null until there was one. */
    private @Nullable ArrayDeque<Task> limbo;

    /** Made once for each queue of a group, the parent's first. */
    ThrottleState(CfsRunQueue queue) {
        this.queue = queue;
        GroupEntity owner = queue.owner();
        this.parent = owner == null ? null : ofNullable(owner.queue());
        if (parent != null) {
            if (parent.lastChild == null) {
                parent.firstChild = this;
            } else {
                parent.lastChild.nextSibling = this;
            }
            parent.lastChild = this;
            // A queue that is made below a throttled one is throttled from its beginning (sync_throttle).
            throttleCount = parent.throttleCount;
            clock.copyFrom(parent.clock);
        }
    }

    @Nullable
    ThrottleState firstChild() {
        return firstChild;
    }

    @Nullable
    ThrottleState nextSibling() {
        return nextSibling;
    }

    /** The state of a group's queue, null for a root queue. */
    static @Nullable ThrottleState ofNullable(CfsRunQueue queue) {
        return (ThrottleState) queue.bandwidthState();
    }

    /** The state of a queue that is known to be a group's. */
    static ThrottleState of(CfsRunQueue queue) {
        ThrottleState state = ofNullable(queue);
        if (state == null) {
            throw new IllegalStateException("the queue on cpu " + queue.cpu() + " is not one of a group");
        }
        return state;
    }

    /** A task waits here until the queue is throttled no longer (throttled_limbo_list). */
    void limbo(Task task) {
        if (limbo == null) {
            limbo = new ArrayDeque<>();
        }
        limbo.addFirst(task);
    }

    /** A task waits here no longer. */
    void leaveLimbo(Task task) {
        if (limbo != null) {
            limbo.remove(task);
        }
    }

    /** Takes all waiting tasks away, the last that came first. */
    List<Task> takeLimbo() {
        if (limbo == null || limbo.isEmpty()) {
            return List.of();
        }
        List<Task> taken = List.copyOf(limbo);
        limbo.clear();
        return taken;
    }

    /** Tasks that wait here. */
    int inLimbo() {
        return limbo == null ? 0 : limbo.size();
    }

    /** The group is removed: the queue leaves the tree of its CPU. */
    void leave() {
        if (parent == null) {
            return;
        }
        ThrottleState before = null;
        for (ThrottleState child = parent.firstChild; child != this && child != null; child = child.nextSibling) {
            before = child;
        }
        if (before == null) {
            parent.firstChild = nextSibling;
        } else {
            before.nextSibling = nextSibling;
        }
        if (parent.lastChild == this) {
            parent.lastChild = before;
        }
    }
}
