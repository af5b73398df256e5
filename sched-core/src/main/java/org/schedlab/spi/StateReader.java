package org.schedlab.spi;

import org.jspecify.annotations.Nullable;

/** Gives the named parts of a state that is to be taken over. A part that the state does not name keeps its current value. */
public interface StateReader {

    /** The value of {@code name}, or {@code current} when the state does not name it. */
    long num(String name, long current);

    /** The entity that {@code name} refers to, or null. */
    @Nullable
    EntityView ref(String name);
}
