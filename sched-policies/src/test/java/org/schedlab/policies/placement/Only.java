package org.schedlab.policies.placement;

import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.StateReader;

/** A saved state that has one value. */
record Only(String only, long value) implements StateReader {

    @Override
    public long num(String name, long current) {
        return name.equals(only) ? value : current;
    }

    @Override
    public @Nullable EntityView ref(String name) {
        return null;
    }
}
