package org.schedlab.mechanism;

/** A policy gave an answer that the host cannot accept, such as a task that is not queued or a forbidden CPU. The tool exits with status 5. */
public final class PolicyViolationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PolicyViolationException(String message) {
        super(message);
    }
}
