package org.schedlab.spi;

import org.jspecify.annotations.Nullable;

/** Takes the named parts of a discipline's state. Names are the kernel's field names, so that recorded states can be compared. */
public interface StateWriter {

    void put(String name, long value);

    void ref(String name, @Nullable EntityView entity);
}
