package org.schedlab.testkit;

/** How often each probe looked, and what it saw of the average's jumps. One thread. */
public final class ProbeCounts {

    long reweights;
    long clamped;
    long lags;
    long picks;
    long placings;
    long overflows;
    long largestJump;
    long lastJump;
    long lastPredicted;

    /** Changes of weight looked at. */
    public long reweights() {
        return reweights;
    }

    /** Of these, where the bound of lag took effect, so that lag is not kept. */
    public long clamped() {
        return clamped;
    }

    /** Entities that left. */
    public long lags() {
        return lags;
    }

    /** Choices among two or more. */
    public long picks() {
        return picks;
    }

    /** Entities that joined without lag. */
    public long placings() {
        return placings;
    }

    /** Sums. */
    public long overflows() {
        return overflows;
    }

    /** The furthest that the average moved by a change of weight alone, ns of virtual time. */
    public long largestJump() {
        return largestJump;
    }

    /** How far the average moved by the last change of weight. */
    public long lastJump() {
        return lastJump;
    }

    /** How far it moves when vruntime stays: (w' − w)(v − V) / (W + w' − w). */
    public long lastPredicted() {
        return lastPredicted;
    }

    @Override
    public String toString() {
        return reweights + " reweights (" + clamped + " at the bound of lag), " + lags + " departures, " + picks
                + " picks, " + placings + " placings without lag, " + overflows + " sums";
    }
}
