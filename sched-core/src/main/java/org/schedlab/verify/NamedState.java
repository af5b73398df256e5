package org.schedlab.verify;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.StateReader;

/** A state that a policy takes over: names with numbers and entities. Confined to one thread. */
final class NamedState implements StateReader {

    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, EntityView> entities = new HashMap<>();

    NamedState with(String name, long value) {
        numbers.put(name, value);
        return this;
    }

    NamedState with(String name, @Nullable EntityView entity) {
        if (entity != null) {
            entities.put(name, entity);
        }
        return this;
    }

    @Override
    public long num(String name, long current) {
        return numbers.getOrDefault(name, current);
    }

    @Override
    public @Nullable EntityView ref(String name) {
        return entities.get(name);
    }
}
