package org.schedlab.policies.placement;

import org.schedlab.spi.CpuView;
import org.schedlab.spi.Settings;

/**
 * The capacity-aware fast path as discussed for 4.16 (LKML, January 2018: "sched: Introduce capacity awareness", not merged), as switches: as posted
 * (full_capacity, largest capacity as fallback), as reviewed (reduced_capacity, the first that is not reduced, else the largest), for asymmetric
 * machines (no fallback, as capacities of different CPUs do not compare).
 *
 * @param on CPUs of reduced capacity are avoided at all
 * @param strictCore a core counts only when no thread is reduced
 * @param best the idle CPU of largest capacity serves when all are reduced
 * @param smtLargest the search among siblings takes the largest capacity instead of the first that is not reduced
 * @param recent the recently used CPU is tested too
 */
record CapacityAware(boolean on, boolean strictCore, boolean best, boolean smtLargest, boolean recent) {

    static CapacityAware of(Settings settings) {
        return new CapacityAware(
                settings.isOn("CAPACITY_AWARE"),
                settings.isOn("CAPACITY_STRICT_CORE"),
                settings.isOn("CAPACITY_BEST"),
                settings.isOn("CAPACITY_SMT_LARGEST"),
                settings.isOn("CAPACITY_RECENT"));
    }

    /** reduced_capacity: less than three quarters of the original. The exact complement of full_capacity. */
    static boolean reduced(CpuView cpu) {
        return cpu.capacity() < 3 * cpu.capacityOrig() / 4;
    }

    /** Whether the CPU is good enough for the shortcuts. */
    boolean fits(CpuView cpu) {
        return !on || !reduced(cpu);
    }
}
