package org.schedlab.spi;

/** The kinds of policy. */
public enum PolicyKind {
    PLACEMENT,
    PICK,
    BALANCE;

    /** As written in options and profiles: {@code placement}. */
    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
