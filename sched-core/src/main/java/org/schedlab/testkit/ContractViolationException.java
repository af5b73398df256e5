package org.schedlab.testkit;

/** A check of the {@link PolicyContract} does not hold. */
public final class ContractViolationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** {@code message} says what was seen and what was promised. */
    public ContractViolationException(String message) {
        super(message);
    }
}
