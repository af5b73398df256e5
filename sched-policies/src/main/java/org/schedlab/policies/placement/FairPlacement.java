package org.schedlab.policies.placement;

import static org.schedlab.policies.placement.Decision.NONE;

import org.jspecify.annotations.Nullable;
import org.schedlab.arith.Capacity;
import org.schedlab.spi.PlacementCounters;
import org.schedlab.spi.PlacementPath;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.Settings;
import org.schedlab.spi.StateReader;
import org.schedlab.spi.StateWriter;
import org.schedlab.spi.SteppedPlacement;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.spi.WakeKind;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.DomainFlags;
import org.schedlab.topology.domain.SchedDomain;

/**
 * The kernel's choice of a CPU for a fair task (select_task_rq_fair) in the generation that the profile names: pulled to the waker or not, then the
 * idle search for wakeups, the way over the domains for new and executing tasks. Energy-aware placement and core scheduling are not modelled.
 *
 * <p>Allocates nothing per decision. O(CPUs of the last level cache) for wakeups. One thread.
 */
final class FairPlacement implements SteppedPlacement {

    /** Asks for a flag that no domain has. */
    private static final int NEVER = 1 << 30;

    private final Settings settings;
    private final Generation generation;
    private final boolean balanceWake;
    private final boolean fallThrough;
    private final PlacementCounters counters = new PlacementCounters();
    private final Decision decision = new Decision();
    private final WakeTracking tracking;
    private Machine machine;
    private AffineRule affine;
    private IdleSearch search;
    private SlowPath slow;
    private IdleFirst40 idleFirst;
    private final boolean wakeWide;

    FairPlacement(PolicyContext context) {
        settings = context.settings();
        generation = Generation.of(settings.tunable("placement_generation"));
        balanceWake = settings.isOn("BALANCE_WAKE");
        fallThrough = settings.isOn("IDLE_FALLTHROUGH");
        wakeWide = settings.isOn("WAKE_WIDE");
        PlacementSwitches.refuseWithoutEffect(settings, generation);
        machine = new Machine(generation, context);
        tracking = new WakeTracking(machine.topology.cpuCapacity(), settings, generation);
        affine = newAffine();
        search = newSearch();
        slow = newSlow();
        idleFirst = new IdleFirst40(machine, settings);
    }

    @Override
    public void domainsChanged(PolicyContext context) {
        machine = new Machine(generation, context);
        affine = newAffine();
        search = newSearch();
        slow = newSlow();
        idleFirst = new IdleFirst40(machine, settings);
    }

    private AffineRule newAffine() {
        return generation.before(Generation.V4_16)
                ? new AffineLoad40(machine, tracking, wakeWide)
                : new WakeAffine(machine, settings);
    }

    private IdleSearch newSearch() {
        return switch (generation) {
            case V4_0 -> new IdleSearch40(machine);
            case V4_12, V4_16, V5_10 -> new IdleSearch412(machine, tracking, settings);
            case V6_1, V6_8, V6_12, V7_3 -> new IdleSearch61(machine, tracking, settings);
        };
    }

    private SlowPath newSlow() {
        IdlestGroup groups = switch (generation) {
            case V4_0 -> new IdlestGroup40();
            case V4_12, V4_16 -> new IdlestGroup412(machine);
            case V5_10, V6_1, V6_8, V6_12, V7_3 -> new IdlestGroupByType(machine);
        };
        return new SlowPath(machine, groups);
    }

    @Override
    public int selectCpu(TaskView task, WakeContext context) {
        Decision d = decision;
        d.begin(task, context);
        int cpu = select(d);
        if (!d.allowed(cpu) || !context.online().contains(cpu)) {
            cpu = d.took(PlacementPath.FALLBACK, "fallback", machine.fallback(d));
        }
        count(d, cpu);
        return cpu;
    }

    private int select(Decision d) {
        boolean wake = d.context.kind() == WakeKind.WAKE;
        TaskView waker = d.context.waker();
        if (wake) {
            tracking.recordWakee(waker, d.thisCpu, d.task, d.context.nowNs());
        } else {
            tracking.setRecent(d.task, d.prev);
        }
        if (generation == Generation.V4_0) {
            return select40(d, wake);
        }
        boolean wantAffine = false;
        if (wake) {
            d.sync = d.sync && (waker == null || !waker.exiting() || generation.before(Generation.V5_10));
            wantAffine = !wide(d) && !wakeCap(d) && allowedHere(d);
        }
        int target = d.prev;
        int flag = flagOf(d.context.kind());
        SchedDomain found = null;
        for (SchedDomain sd = machine.domains.lowest(d.thisCpu); sd != null; sd = sd.parent()) {
            if (wantAffine && affineDomain(sd, d.prev)) {
                if (d.thisCpu != d.prev) {
                    target = affine.affine(d, sd, d.thisCpu, d.prev);
                }
                found = null;
                break;
            }
            if (sd.has(flag)) {
                found = sd;
            } else if (!wantAffine) {
                break;
            }
        }
        if (found != null) {
            // Before 4.15 a search that stayed local gave the previous CPU (mended by e90381eaecf6).
            int local = generation == Generation.V4_12 ? d.prev : d.thisCpu;
            return d.took(PlacementPath.SLOW, "slow", slow.find(d, found, flag, local));
        }
        if (!wake) {
            return d.took(PlacementPath.STAY, "stay", d.prev);
        }
        pulled(d, target);
        int cpu = search.search(d, d.prev, target);
        if (wantAffine && waker != null && wakerRemembers()) {
            tracking.setRecent(waker, d.thisCpu);
        }
        return cpu;
    }

    private static boolean allowedHere(Decision d) {
        boolean allowed = d.allowed(d.thisCpu);
        if (!allowed) {
            d.refused("affine", d.thisCpu, "allowed");
        }
        return allowed;
    }

    /** 4.16 to 5.10: after a search the waker's recently used CPU is where it runs. */
    private boolean wakerRemembers() {
        return generation == Generation.V4_16 || generation == Generation.V5_10;
    }

    private void pulled(Decision d, int target) {
        if (target == d.thisCpu && target != d.prev) {
            counters.pulled();
        }
    }

    private boolean wakeCap(Decision d) {
        boolean cap = (generation == Generation.V4_12 || generation == Generation.V4_16)
                && Capacity.wakeCap(
                        d.cpu(d.prev).capacityOrig(),
                        d.cpu(d.thisCpu).capacityOrig(),
                        machine.maxCapacityOrig,
                        d.task.utilAvg());
        if (cap) {
            d.ended("affine", "too little capacity");
        }
        return cap;
    }

    /** 4.0: a wakeup is answered by the idle search whatever domains were found; other tasks that find no domain go to the caller's CPU. */
    private int select40(Decision d, boolean wake) {
        boolean wantAffine = wake && allowedHere(d);
        int flag = flagOf(d.context.kind());
        int target = d.prev;
        SchedDomain found = null;
        for (SchedDomain sd = machine.domains.lowest(d.thisCpu); sd != null; sd = sd.parent()) {
            if (wantAffine && affineDomain(sd, d.prev)) {
                if (d.thisCpu != d.prev) {
                    target = affine.affine(d, sd, d.thisCpu, d.prev);
                }
                break;
            }
            if (sd.has(flag)) {
                found = sd;
            }
        }
        int cpu = d.thisCpu;
        if (wake) {
            pulled(d, target);
            if (idleFirst.wakeIdle) {
                return idleFirst.nearestIdle(d, target);
            }
            cpu = search.search(d, d.prev, target);
            if (d.cpu(cpu).idle()) {
                return cpu;
            }
            int any = idleFirst.preferIdle ? idleFirst.anyIdle(d, target) : NONE;
            if (any != NONE) {
                return any;
            }
            if (!fallThrough || found == null) {
                return idleFirst.preferIdle ? idleFirst.settle(d, cpu, target != d.thisCpu) : cpu;
            }
        }
        return found == null
                ? d.took(PlacementPath.STAY, "stay", cpu)
                : d.took(PlacementPath.SLOW, "slow", slow.find(d, found, flag, cpu));
    }

    private boolean wide(Decision d) {
        boolean wide =
                wakeWide && tracking.wide(d.context.waker(), d.thisCpu, d.task, machine.domains.llcSize(d.thisCpu));
        if (wide) {
            d.ended("affine", "wide");
        }
        return wide;
    }

    private static boolean affineDomain(SchedDomain sd, int prev) {
        return sd.has(DomainFlags.WAKE_AFFINE) && sd.span().contains(prev);
    }

    private @Nullable SchedDomain lowestAffine(int thisCpu, int prev) {
        for (SchedDomain sd = machine.domains.lowest(thisCpu); sd != null; sd = sd.parent()) {
            if (affineDomain(sd, prev)) {
                return sd;
            }
        }
        return null;
    }

    private int flagOf(WakeKind kind) {
        return switch (kind) {
            case WAKE -> balanceWake ? 0 : NEVER;
            case FORK -> DomainFlags.BALANCE_FORK;
            case EXEC -> DomainFlags.BALANCE_EXEC;
        };
    }

    private void count(Decision d, int cpu) {
        if (d.scanned > d.charged) {
            d.charge(d.scanned - d.charged);
        }
        counters.scanned(d.scanned);
        if (d.cut) {
            counters.cut();
        }
        if (d.context.kind() != WakeKind.WAKE) {
            counters.placedOther();
            return;
        }
        counters.placed(d.path);
        if (!machine.usable(d, cpu) && d.context.idleCpus().intersects(d.task.allowed())) {
            counters.busyThoughIdle();
        }
        if (CapacityAware.reduced(d.cpu(cpu))) {
            counters.reducedCapacity();
        }
        if (cpu != d.prev) {
            counters.moved(machine.smallestShared(cpu, d.prev));
        }
    }

    /** update_idle_core: the CPU became idle; with all its siblings idle the cache has an idle core. */
    @Override
    public void cpuIdle(int cpu, CpuMask idleCpus) {
        if (machine.smtActive && machine.core(cpu).isSubsetOf(idleCpus)) {
            machine.llcs.setIdleCores(cpu, true);
        }
    }

    @Override
    public void idleScanBudget(int cpu, int nrIdleScan) {
        machine.llcs.setBudget(cpu, nrIdleScan);
    }

    @Override
    public PlacementCounters counters() {
        return counters;
    }

    @Override
    public int step(String name, TaskView task, WakeContext context, int cpu) {
        Decision d = decision;
        d.begin(task, context);
        SchedDomain sd = lowestAffine(d.thisCpu, d.prev);
        SchedDomain top = machine.domains.highest(d.thisCpu);
        return switch (name) {
            case "record_wakee" -> {
                tracking.recordWakee(context.waker(), d.thisCpu, task, context.nowNs());
                yield d.thisCpu;
            }
            case "wake_wide" -> wide(d) ? 1 : 0;
            case "wake_affine" -> sd == null || d.thisCpu == d.prev ? NONE : affine.affine(d, sd, d.thisCpu, d.prev);
            case "wake_affine_idle" -> affine.idlePart(d, d.thisCpu, d.prev);
            case "wake_affine_weight" ->
                sd == null || d.thisCpu == d.prev ? NONE : affine.weightPart(d, sd, d.thisCpu, d.prev);
            case "select_idle_sibling" -> search.search(d, d.prev, cpu);
            case "find_idlest_group" -> top == null ? NONE : slow.groupOf(d, top, cpu);
            case "find_idlest_group_cpu" -> top == null ? NONE : slow.cpuOf(d, top, cpu);
            case "find_idlest_cpu" -> top == null ? d.prev : slow.find(d, top, flagOf(context.kind()), d.thisCpu);
            default -> NO_STEP;
        };
    }

    @Override
    public void saveTask(TaskView task, StateWriter writer) {
        tracking.save(task, writer);
    }

    @Override
    public void loadTask(TaskView task, StateReader reader) {
        tracking.load(task, reader);
    }

    @Override
    public void saveCpu(int cpu, StateWriter writer) {
        machine.llcs.save(cpu, writer);
    }

    @Override
    public void loadCpu(int cpu, StateReader reader) {
        machine.llcs.load(cpu, reader);
    }
}
