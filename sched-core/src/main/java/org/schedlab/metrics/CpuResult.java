package org.schedlab.metrics;

/**
 * What one CPU did in a run. Immutable. {@code busyNs + idleNs + offlineNs} is the measured time.
 *
 * @param cpu CPU number
 * @param busyNs time with a task, path costs and interrupts included
 * @param idleNs time without
 * @param offlineNs time offline
 * @param switches changes of the running task, idle included
 * @param ticks ticks handled
 */
public record CpuResult(int cpu, long busyNs, long idleNs, long offlineNs, long switches, long ticks) {}
