package org.schedlab.spi;

/** The level of this interface. A plugin freezes {@link #CURRENT} when it is compiled. */
public final class SpiVersion {

    public static final int CURRENT = 1;

    /** The oldest level that still loads. */
    public static final int OLDEST = 1;

    private SpiVersion() {}
}
