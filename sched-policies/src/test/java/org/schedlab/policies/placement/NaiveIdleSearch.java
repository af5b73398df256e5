package org.schedlab.policies.placement;

import java.util.ArrayList;
import java.util.List;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.domain.SchedDomain;
import org.schedlab.topology.domain.SchedGroup;

/**
 * The scans of select_idle_sibling as plain loops over CPU by CPU, written from their description and not for speed: what the word-parallel ones are
 * held against. The target is busy and the task has no other CPU at hand. SMT siblings only by loops, too.
 */
final class NaiveIdleSearch {

    private final Host host;
    private final Sleeper task;
    private final String kernel;
    private final int target;
    private boolean idleCores;

    /** CPUs allowed when {@code nr} counts, in 4.x and 5.10 one more than are visited. */
    private final int nr;

    int cpu = -1;
    int scanned;
    boolean cut;

    NaiveIdleSearch(Host host, String kernel, Sleeper task, boolean idleCores, int nr) {
        this.host = host;
        this.kernel = kernel;
        this.task = task;
        this.target = host.thisCpu;
        this.idleCores = idleCores;
        this.nr = nr;
        switch (kernel) {
            case "4.0" -> groups();
            case "4.12", "4.16", "5.10" -> oldScans();
            default -> newScans();
        }
        if (cpu < 0) {
            cpu = target;
        }
    }

    /** Whether the cache still may have idle cores after the search. */
    boolean idleCores() {
        return idleCores;
    }

    private boolean idle(int c) {
        return host.cpu(c).idle();
    }

    private boolean usable(int c) {
        return idle(c) || (!kernel.startsWith("4.") && host.cpu(c).schedIdle());
    }

    /** Members of a mask in ascending order from {@code start} on and then from 0. */
    private static List<Integer> ring(CpuMask mask, int start) {
        List<Integer> ring = new ArrayList<>();
        for (int i = 0; i < mask.capacity(); i++) {
            int c = (start + i) % mask.capacity();
            if (mask.contains(c)) {
                ring.add(c);
            }
        }
        return ring;
    }

    private void groups() {
        for (SchedDomain sd = host.domains.llc(target); sd != null && cpu < 0; sd = sd.child()) {
            for (int g = 0; g < sd.groupCount() && cpu < 0; g++) {
                SchedGroup group = sd.group(g);
                List<Integer> members = ring(group.span(), 0);
                boolean whole = members.stream().anyMatch(task.allowed::contains);
                for (int i = 0; i < members.size() && whole; i++) {
                    int c = members.get(i);
                    if (c == target) {
                        whole = false;
                    } else {
                        scanned++;
                        whole = idle(c);
                    }
                }
                if (whole) {
                    cpu = members.stream()
                            .filter(task.allowed::contains)
                            .findFirst()
                            .orElseThrow();
                }
            }
        }
    }

    private void oldScans() {
        SchedDomain sd = host.domains.llc(target);
        if (sd == null) {
            return;
        }
        boolean smt = host.topology.smtActive();
        boolean modern = kernel.equals("5.10");
        List<Integer> left = ring(sd.span(), target);
        left.removeIf(c -> !task.allowed.contains(c));
        if (smt && idleCores) {
            while (!left.isEmpty() && cpu < 0) {
                int c = left.get(0);
                boolean whole = true;
                for (int s : ring(host.topology.siblings(c), 0)) {
                    if (whole || !modern) {
                        scanned++;
                        whole &= idle(s);
                    }
                }
                if (whole) {
                    cpu = c;
                } else {
                    left.removeAll(ring(host.topology.siblings(c), 0));
                }
            }
            if (cpu >= 0) {
                return;
            }
            idleCores = false;
        }
        int budget = nr;
        for (int c : ring(sd.span(), target)) {
            boolean allowed = task.allowed.contains(c);
            if (modern && !allowed) {
                continue;
            }
            if (--budget == 0) {
                cut = true;
                break;
            }
            if (allowed) {
                scanned++;
                if (usable(c)) {
                    cpu = c;
                    return;
                }
            }
        }
        if (smt) {
            for (int c : ring(host.topology.siblings(target), 0)) {
                if (cpu < 0 && task.allowed.contains(c)) {
                    scanned++;
                    cpu = usable(c) ? c : -1;
                }
            }
        }
    }

    private void newScans() {
        SchedDomain sd = host.domains.llc(target);
        if (sd == null) {
            return;
        }
        boolean wantCore = host.topology.smtActive() && idleCores;
        if (host.topology.smtActive() && !idleCores) {
            for (int c : ring(host.topology.siblings(target), 0)) {
                if (c != target && cpu < 0 && task.allowed.contains(c)) {
                    scanned++;
                    cpu = usable(c) ? c : -1;
                }
            }
            if (cpu >= 0) {
                return;
            }
        }
        int budget = nr;
        if (budget == 1) {
            cut = true;
            return;
        }
        List<Integer> left = ring(sd.span(), target + 1);
        left.removeIf(c -> !task.allowed.contains(c));
        int candidate = -1;
        while (!left.isEmpty()) {
            int c = left.remove(0);
            if (!wantCore) {
                if (--budget == 0) {
                    cut = true;
                    return;
                }
                scanned++;
                if (usable(c)) {
                    cpu = c;
                    return;
                }
                continue;
            }
            boolean whole = true;
            for (int s : ring(host.topology.siblings(c), 0)) {
                boolean mine = s == c || left.contains(s) || (kernel.equals("6.8") && task.allowed.contains(s));
                scanned++;
                if (idle(s)) {
                    candidate = candidate < 0 && mine ? s : candidate;
                    continue;
                }
                whole = false;
                if (candidate >= 0) {
                    break;
                }
                if (host.cpu(s).schedIdle() && mine) {
                    candidate = s;
                    break;
                }
            }
            if (whole) {
                cpu = c;
                return;
            }
            left.removeAll(ring(host.topology.siblings(c), 0));
        }
        if (wantCore) {
            idleCores = false;
        }
        cpu = candidate;
    }
}
