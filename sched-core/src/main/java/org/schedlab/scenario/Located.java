package org.schedlab.scenario;

/**
 * A value that is checked later, with the place to report. Immutable.
 *
 * @param value what was written
 * @param source file or option
 * @param line line in the file, or 0
 */
public record Located<T>(T value, String source, int line) {}
