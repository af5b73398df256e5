package org.schedlab.spi;

/** Takes the steps of one placement decision, for explanation. */
public interface PlacementReasons {

    /** A candidate was looked at in a step ("target", "prev", "recent", "core", …); {@code failedTest} is empty when it was taken. */
    void candidate(String step, int cpu, String failedTest);

    /** A step ended without an answer, or did not apply. */
    void step(String step, String outcome);
}
