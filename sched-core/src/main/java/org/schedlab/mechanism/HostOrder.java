package org.schedlab.mechanism;

import java.util.List;
import org.schedlab.spi.Settings;
import org.schedlab.spi.Switch;

/**
 * Where the host's own order of steps differs between releases.
 *
 * @param flat one timeline per CPU (7.x) instead of one per level
 * @param groupSlices group entities take the shortest slice of their queue (6.12)
 * @param putBeforePick the request to reschedule is cleared and the previous task put back before the next is chosen
 * @param setNextAlways a task that is chosen again is put and set all the same
 * @param reweightCharges a change of weight charges the queue for every queued entity, not only for the running one
 * @param forkPlaces a new task is placed when it is made, beside its parent, and again when it is queued
 * @param batchYieldsUncharged a SCHED_BATCH task that yields is not charged (CFS)
 */
record HostOrder(
        boolean flat,
        boolean groupSlices,
        boolean putBeforePick,
        boolean setNextAlways,
        boolean reweightCharges,
        boolean forkPlaces,
        boolean batchYieldsUncharged) {

    static final List<Switch> SWITCHES = List.of(
            new Switch("FLAT_HIERARCHY", false, "7.x", "all tasks of a CPU on one timeline, groups only scale weights"),
            new Switch("GROUP_SLICES", false, "6.12", "a group entity takes the shortest slice of its queue"),
            new Switch(
                    "PUT_PREV_BEFORE_PICK",
                    false,
                    "recorded vectors of 6.8",
                    "the request to reschedule is cleared and the previous task put back before the next is chosen"),
            new Switch("SET_NEXT_ALWAYS", false, "7.x", "a task that is chosen again is put and set all the same"),
            new Switch(
                    "REWEIGHT_CHARGES",
                    false,
                    "6.12+",
                    "a change of weight charges the queue's current for any queued entity"),
            new Switch("FORK_PLACES", false, "to 6.11", "a new task is placed when it is made, beside its parent"),
            new Switch("BATCH_YIELDS_UNCHARGED", false, "to 6.5", "a SCHED_BATCH task that yields is not charged"));

    static HostOrder of(Settings settings) {
        return new HostOrder(
                settings.isOn("FLAT_HIERARCHY"),
                settings.isOn("GROUP_SLICES"),
                settings.isOn("PUT_PREV_BEFORE_PICK"),
                settings.isOn("SET_NEXT_ALWAYS"),
                settings.isOn("REWEIGHT_CHARGES"),
                settings.isOn("FORK_PLACES"),
                settings.isOn("BATCH_YIELDS_UNCHARGED"));
    }
}
