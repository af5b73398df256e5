package org.schedlab.cgroup.testkit;

import org.jspecify.annotations.Nullable;

/** An invariant that must hold after each operation. */
@FunctionalInterface
public interface GroupProbe {

    /** What is wrong, in one line, or null. */
    @Nullable
    String fault(GroupMachine machine);
}
