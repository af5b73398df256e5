package org.schedlab.verify;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.StateWriter;

/** The named parts of a state that a discipline saved, to be looked up by name. Reused from row to row. Confined to one thread. */
public final class SavedState implements StateWriter {

    /** Stands for no entity where a reference is compared with a recorded number. */
    public static final long NONE = -1;

    private final Map<String, Long> values = new HashMap<>();

    /** Forgets everything. */
    public void clear() {
        values.clear();
    }

    @Override
    public void put(String name, long value) {
        values.put(name, value);
    }

    @Override
    public void ref(String name, @Nullable EntityView entity) {
        values.put(name, entity == null ? NONE : (long) entity.id());
    }

    /** The value of a name, or null when the discipline did not save it. */
    public @Nullable Long get(String name) {
        return values.get(name);
    }

    /** The value of a name that the discipline must have saved. */
    public long require(String name) {
        Long value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("the discipline saved no (" + name + ")");
        }
        return value;
    }
}
