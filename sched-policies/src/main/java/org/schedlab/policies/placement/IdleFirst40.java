package org.schedlab.policies.placement;

import static org.schedlab.policies.placement.Decision.NONE;
import static org.schedlab.topology.CpuMask.NO_CPU;

import org.schedlab.spi.PlacementPath;
import org.schedlab.spi.Settings;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.SchedDomain;

/**
 * What was tried with 4.0 so that a wakeup does not end behind a busy CPU while another is idle (LKML 2015, "sched: prefer an idle cpu vs an idle
 * sibling for BALANCE_WAKE"). Reconstructed from the description: the thread's patches are not at hand. WAKE_IDLE is the older search that
 * served as the thread's control: domain by domain, smallest first, the first idle CPU. PREFER_IDLE looks for any idle CPU of the cache before it settles
 * for a busy one, and keeps to the previous CPU where the waker's was refused; PREFER_IDLE_UNREPAIRED goes to the waker's CPU even then, allowed or
 * not, which review took exception to. O(CPUs); allocates nothing.
 */
final class IdleFirst40 {

    private final Machine machine;
    final boolean wakeIdle;
    final boolean preferIdle;
    private final boolean unrepaired;
    private final CpuMask cpus;

    IdleFirst40(Machine machine, Settings settings) {
        this.machine = machine;
        wakeIdle = settings.isOn("WAKE_IDLE");
        unrepaired = settings.isOn("PREFER_IDLE_UNREPAIRED");
        preferIdle = settings.isOn("PREFER_IDLE") || unrepaired;
        cpus = new CpuMask(machine.topology.cpuCapacity());
    }

    /** WAKE_IDLE: the nearest idle CPU, or the target. */
    int nearestIdle(Decision d, int target) {
        if (d.cpu(target).idle()) {
            return d.took(PlacementPath.TARGET, "target", target);
        }
        d.refused("target", target, "idle");
        for (SchedDomain sd = machine.domains.lowest(target); sd != null; sd = sd.parent()) {
            int found = first(d, sd, 0);
            if (found != NONE) {
                return d.took(PlacementPath.CPU, "wake_idle", found);
            }
        }
        return d.took(PlacementPath.BUSY, "target", target);
    }

    /** PREFER_IDLE: an idle CPU of the target's cache, or none. */
    int anyIdle(Decision d, int target) {
        SchedDomain sd = machine.llc(target);
        int found = sd == null ? NONE : first(d, sd, target);
        return found == NONE ? NONE : d.took(PlacementPath.CPU, "prefer idle", found);
    }

    /** Nothing is idle. {@code answer} is what the idle search gave. */
    int settle(Decision d, int answer, boolean refusedHere) {
        if (!refusedHere) {
            return answer;
        }
        return unrepaired
                ? d.took(PlacementPath.BUSY, "waker's cpu", d.thisCpu)
                : d.took(PlacementPath.BUSY, "prev", d.prev);
    }

    private int first(Decision d, SchedDomain sd, int start) {
        cpus.setToAnd(sd.span(), d.task.allowed());
        CpuMask idle = d.context.idleCpus();
        int hit = cpus.firstWrapAnd(idle, start);
        d.tested("idle first", cpus, start, hit == NO_CPU ? cpus.count() : cpus.countWrap(start, hit), idle, hit);
        return hit;
    }
}
