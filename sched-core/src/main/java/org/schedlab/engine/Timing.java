package org.schedlab.engine;

/**
 * How fast and in what rhythm the machine works, and when it reschedules. Immutable.
 *
 * @param hz ticks per second (CONFIG_HZ): 100, 250, 300 or 1000
 * @param preemption when a requested reschedule happens
 * @param hrtick whether a high-resolution timer ends slices (HRTICK)
 * @param skewTicks whether the ticks of the CPUs are spread over the tick's period ({@code skew_tick=1}) instead of coinciding
 * @param startAfterTickNs how long after a tick the run begins, 0 to less than a tick's period
 * @param smtPermille speed of a hardware thread while a sibling of its core is busy, in thousandths of its speed alone, 1 to 1000; the
 *     default 1000 lets siblings not slow each other, as in the recordings of real kernels
 */
public record Timing(
        int hz, PreemptionModel preemption, boolean hrtick, boolean skewTicks, long startAfterTickNs, int smtPermille) {

    /** HZ 250, voluntary preemption, ticks coincide, the run begins with a tick. */
    public static final Timing DEFAULT = new Timing(250, PreemptionModel.VOLUNTARY, false, false, 0, 1000);

    private static final long NSEC_PER_SEC = 1_000_000_000L;

    public Timing {
        if (hz != 100 && hz != 250 && hz != 300 && hz != 1000) {
            throw new IllegalArgumentException("hz (" + hz + ") must be 100, 250, 300 or 1000");
        }
        if (startAfterTickNs < 0 || startAfterTickNs >= NSEC_PER_SEC / hz) {
            throw new IllegalArgumentException(
                    "startAfterTickNs (" + startAfterTickNs + ") must be at least 0 and less than a tick");
        }
        if (smtPermille < 1 || smtPermille > 1000) {
            throw new IllegalArgumentException("smtPermille (" + smtPermille + ") is outside 1..1000");
        }
    }

    /** Length of a tick in ns (TICK_NSEC), rounded down. */
    public long tickNs() {
        return NSEC_PER_SEC / hz;
    }
}
