package org.schedlab.arith;

/**
 * Capacity inversion: a big CPU capped below the capacity of a smaller one (mainline 6.2 only, and 5.10.223 by back-port, on energy-aware
 * systems). One comparison per other performance domain; the caller walks the domains and stops at the first inversion. Stateless and
 * thread-safe. Follows {@code update_cpu_capacity} and the field {@code cpu_capacity_inverted}, whose value is the reduced capacity, or 0.
 */
public final class CapacityInversion {
    private CapacityInversion() {}

    /**
     * Whether another performance domain, represented by one of its CPUs, beats this CPU.
     *
     * @param capacityOrig this CPU's original capacity
     * @param reducedCapacity {@code capacityOrig} less thermal pressure
     * @param otherOrig the other CPU's original capacity
     * @param otherThermal the other CPU's thermal pressure
     */
    public static boolean beatenBy(long capacityOrig, long reducedCapacity, long otherOrig, long otherThermal) {
        if (otherOrig == capacityOrig) {
            return otherOrig - otherThermal > reducedCapacity;
        }
        return otherOrig < capacityOrig && otherOrig > reducedCapacity;
    }
}
