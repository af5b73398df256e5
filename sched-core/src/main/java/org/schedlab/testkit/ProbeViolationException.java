package org.schedlab.testkit;

/** An invariant did not hold. The message names it, the last events and the queue. */
public final class ProbeViolationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** {@code message} is complete. */
    public ProbeViolationException(String message) {
        super(message);
    }
}
