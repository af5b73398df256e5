package org.schedlab.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.schedlab.topology.CpuMask;
import org.schedlab.trace.SchedObserver;

/** Does to the run what its timeline says, from outside: it costs nobody anything. */
final class Timeline {

    private final SimState sim;
    private final Switching switching;
    private final Affinity affinity;
    private final Programs programs;
    private final List<TimelineAction> actions;
    private final int slot;
    private int next;

    Timeline(SimState sim, Switching switching, Affinity affinity, Programs programs, int slot) {
        this.sim = sim;
        this.switching = switching;
        this.affinity = affinity;
        this.programs = programs;
        this.slot = slot;
        this.actions = new ArrayList<>(sim.spec.timeline());
        actions.sort(Comparator.comparingLong(TimelineAction::atNs));
        actions.forEach(this::check);
        sim.queue.define(slot, EventClass.TIMELINE);
    }

    /** Refuses CPUs that the machine does not have. */
    private void check(TimelineAction action) {
        if (action instanceof TimelineAction.CpuOff off) {
            sim.cpu(off.cpu());
        } else if (action instanceof TimelineAction.CpuOn on) {
            sim.cpu(on.cpu());
        } else if (action instanceof TimelineAction.SetAffinity set) {
            MachineWorkload.inMachine(set.cpus(), sim.topology);
        }
    }

    /** Arms the next action, if any. */
    void arm() {
        if (next < actions.size()) {
            sim.queue.arm(slot, actions.get(next).atNs());
        } else {
            sim.queue.cancel(slot);
        }
    }

    /** Whether nothing is left to be done. */
    boolean done() {
        return next == actions.size();
    }

    /** Does the next action. */
    void fire() {
        TimelineAction action = actions.get(next++);
        if (action instanceof TimelineAction.Renice renice) {
            each(renice.task(), task -> sim.mechanism.setNice(task.task, renice.nice()));
        } else if (action instanceof TimelineAction.SetPolicy policy) {
            each(policy.task(), task -> programs.setParams(task, policy.params()));
        } else if (action instanceof TimelineAction.SetSlice slice) {
            each(slice.task(), task -> sim.mechanism.setSlice(task.task, slice.sliceNs()));
        } else if (action instanceof TimelineAction.SetAffinity set) {
            CpuMask mask = MachineWorkload.inMachine(set.cpus(), sim.topology);
            each(set.task(), task -> affinity.setOrWarn(task, mask));
        } else if (action instanceof TimelineAction.CpuOff off) {
            cpuOff(off.cpu());
        } else if (action instanceof TimelineAction.CpuOn on) {
            cpuOn(on.cpu());
        } else if (action instanceof TimelineAction.AgeBlocked age) {
            sim.clock(sim.cpu(age.cpu()));
            BlockedAging.age(sim, age.cpu());
        } else {
            onGroups(action);
        }
        arm();
    }

    private void onGroups(TimelineAction action) {
        Groups groups = sim.groups;
        if (groups == null) {
            throw new IllegalStateException("an action on task groups in a run without");
        }
        if (action instanceof TimelineAction.GroupMove move) {
            each(move.task(), task -> groups.move(task, move.group().path()));
        } else {
            groups.act(action);
        }
    }

    /** Tells the actions whose time did not come. */
    void warnOfRest() {
        int left = actions.size() - next;
        if (left > 0) {
            sim.warn("timeline: " + left + (left == 1 ? " action" : " actions") + " from "
                    + actions.get(next).atNs() + " ns on came after the end (" + sim.nowNs + " ns)");
        }
    }

    private void each(String name, Consumer<SimTask> act) {
        boolean any = false;
        for (int i = 0; i < sim.taskCount; i++) {
            SimTask task = sim.tasks[i];
            boolean named = task.name.equals(name) || task.kind.equals(name);
            if (named && task.state != SimTask.State.ENDED) {
                any = true;
                sim.clock(sim.cpu(task.task.cpu()));
                act.accept(task);
                SimCpu c = sim.cpu(task.task.cpu());
                sim.queuesChanged(c);
                switching.returnToUser(c);
            }
        }
        if (!any) {
            sim.warn("timeline: no thread (" + name + ") is alive at " + sim.nowNs + " ns");
        }
    }

    private void cpuOff(int cpu) {
        SimCpu c = sim.cpu(cpu);
        if (!c.online) {
            return;
        }
        if (sim.online.count() == 1) {
            sim.warn("timeline: cpu (" + cpu + ") is the last one online and stays (" + sim.nowNs + " ns)");
            return;
        }
        sim.clock(c);
        if (sim.groups != null) {
            sim.groups.cpuOffline(cpu);
        }
        sim.setOnline(c, false);
        domainsChanged();
        for (int i = 0; i < sim.taskCount; i++) {
            SimTask task = sim.tasks[i];
            if (task.task.cpu() == cpu && task.state != SimTask.State.ENDED) {
                affinity.moveAway(task);
            }
        }
        if (c.running != null) {
            switching.commit(c, null, SchedObserver.PREEMPTED);
        }
        sim.queue.cancel(c.slot(SimCpu.RESCHED));
        c.switching = SimCpu.Switching.NO;
        sim.idleCpus.clear(cpu);
        sim.observer.online(sim.nowNs, cpu, false);
    }

    private void cpuOn(int cpu) {
        SimCpu c = sim.cpu(cpu);
        if (c.online) {
            return;
        }
        sim.setOnline(c, true);
        domainsChanged();
        sim.clock(c);
        if (sim.groups != null) {
            sim.groups.cpuOnline(cpu);
        }
        sim.queuesChanged(c);
        sim.observer.online(sim.nowNs, cpu, true);
    }

    private void domainsChanged() {
        sim.topology = sim.topology.withOnline(sim.online);
        sim.domainsChanged();
    }
}
