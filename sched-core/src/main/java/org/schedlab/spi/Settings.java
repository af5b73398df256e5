package org.schedlab.spi;

/** The resolved switches and tunables of one run. Meant to be read when a policy is made, into final fields; not per event. */
public interface Settings {

    /** Whether a switch is on; an unknown name is an error of the caller ({@link IllegalArgumentException}). */
    boolean isOn(String name);

    /** A tunable in its own unit, already scaled by the number of CPUs where the kernel scales it; unknown names as above. */
    long tunable(String name);
}
