package org.schedlab.spi;

/** What a task needs a CPU for. */
public enum WakeKind {
    WAKE,
    FORK,
    EXEC
}
