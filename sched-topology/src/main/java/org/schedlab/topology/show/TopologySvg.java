package org.schedlab.topology.show;

import static org.schedlab.topology.CpuMask.NO_CPU;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.Topology;
import org.schedlab.topology.TopologyLevel;

/**
 * A picture of a machine: boxes for packages, in them nodes where a package has several (or nodes with their packages where a node has
 * several), last level caches, cores and threads. A thread shows its CPU number; where capacities differ its bar is as high as its
 * capacity. Offline CPUs are drawn apart, disallowed ones hatched. Self-contained SVG; same machine, same bytes.
 */
public final class TopologySvg {

    private static final int THREAD_WIDTH = 30;
    private static final int THREAD_HEIGHT = 24;
    private static final int GAP = 4;
    private static final int PAD = 8;
    private static final int TITLE = 18;
    private static final int MARGIN = 16;
    private static final int HEADER = 40;
    private static final double ASPECT = 1.6;

    private static final String STYLE = "text{font-family:sans-serif;fill:#1b2733}"
            + ".pkg{fill:#f3f6f9;stroke:#5b7083}.node{fill:#e6edf4;stroke:#8ba1b5}.llc{fill:#fff5e0;stroke:#c99a3a}"
            + ".core{fill:#ffffff;stroke:#9aa7b3}.cpu{fill:#7fb3dd}.low{fill:#d9e8f4}.no{fill:url(#no)}.off{fill:#d5d5d5}"
            + ".t{font-size:12px}.n{font-size:10px;text-anchor:middle}.h{font-size:15px;font-weight:bold}";

    /** A box with its parts laid out inside. */
    private static final class Box {
        final String kind;
        final String title;
        final List<Box> parts = new ArrayList<>();
        int cpu = NO_CPU;
        int x;
        int y;
        int width;
        int height;

        Box(String kind, String title) {
            this.kind = kind;
            this.title = title;
        }
    }

    private final Topology machine;
    private final int maxCapacity;
    private final boolean mixed;
    private final StringBuilder svg = new StringBuilder();

    private TopologySvg(Topology machine) {
        this.machine = machine;
        int max = 1;
        int min = Integer.MAX_VALUE;
        CpuMask online = machine.online();
        for (int cpu = online.next(0); cpu != NO_CPU; cpu = online.next(cpu + 1)) {
            max = Math.max(max, machine.capacityOrig(cpu));
            min = Math.min(min, machine.capacityOrig(cpu));
        }
        maxCapacity = max;
        mixed = min != max;
    }

    /** The picture. */
    public static String of(Topology machine) {
        return new TopologySvg(machine).draw();
    }

    private String draw() {
        Box all = new Box("", "");
        boolean nodesInside = machine.nodeCount() > machine.occupied(TopologyLevel.PACKAGE);
        TopologyLevel outer = nodesInside ? TopologyLevel.PACKAGE : TopologyLevel.NODE;
        TopologyLevel inner = nodesInside ? TopologyLevel.NODE : TopologyLevel.PACKAGE;
        for (int group : groups(outer, machine.online())) {
            all.parts.add(outerBox(outer, inner, machine.groupCpus(outer, group)));
        }
        emptyNodes(all);
        offline(all);
        layOut(all, false);
        int width = Math.max(all.width + 2 * (MARGIN - PAD), 420);
        int height = all.height + HEADER + 2 * MARGIN - PAD;
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(width)
                .append("\" height=\"")
                .append(height);
        svg.append("\" viewBox=\"0 0 ")
                .append(width)
                .append(' ')
                .append(height)
                .append("\">\n<style>")
                .append(STYLE)
                .append("</style>\n");
        svg.append("<defs><pattern id=\"no\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">")
                .append(
                        "<rect width=\"5\" height=\"5\" fill=\"#eee\"/><path d=\"M0 5L5 0\" stroke=\"#b66\"/></pattern></defs>\n");
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
        text(MARGIN, MARGIN + 12, "h", machine.toString());
        if (mixed) {
            text(MARGIN, MARGIN + 30, "t", "capacities" + capacities());
        }
        for (Box part : all.parts) {
            render(part, MARGIN - PAD, HEADER + MARGIN - PAD);
        }
        return svg.append("</svg>\n").toString();
    }

    private String capacities() {
        TreeMap<Integer, CpuMask> byCapacity = new TreeMap<>();
        CpuMask online = machine.online();
        for (int cpu = online.next(0); cpu != NO_CPU; cpu = online.next(cpu + 1)) {
            byCapacity
                    .computeIfAbsent(machine.capacityOrig(cpu), c -> new CpuMask(machine.cpuCapacity()))
                    .set(cpu);
        }
        StringBuilder text = new StringBuilder();
        byCapacity.forEach((capacity, cpus) -> text.append(text.length() > 0 ? ", " : " ")
                .append(capacity)
                .append(": cpus ")
                .append(cpus));
        return text.toString();
    }

    private Box outerBox(TopologyLevel outer, TopologyLevel inner, CpuMask cpus) {
        Box box = new Box(kind(outer), title(outer, cpus));
        Set<Integer> within = groups(inner, cpus);
        if (within.size() == 1) {
            Box merged =
                    new Box("pkg", title(TopologyLevel.PACKAGE, cpus) + title(TopologyLevel.NODE, cpus, ", node "));
            caches(merged, cpus);
            return merged;
        }
        for (int group : within) {
            CpuMask part = part(inner, group, cpus);
            Box innerBox = new Box(kind(inner), title(inner, part));
            caches(innerBox, part);
            box.parts.add(innerBox);
        }
        return box;
    }

    private static String kind(TopologyLevel level) {
        return level == TopologyLevel.PACKAGE ? "pkg" : "node";
    }

    private String title(TopologyLevel level, CpuMask cpus) {
        return title(level, cpus, level == TopologyLevel.PACKAGE ? "package " : "node ");
    }

    private String title(TopologyLevel level, CpuMask cpus, String word) {
        int osId = level == TopologyLevel.PACKAGE
                ? machine.packageOsId(cpus.first())
                : machine.nodeOsId(machine.nodeOf(cpus.first()));
        return word + (osId >= 0 ? osId : machine.groupOf(level, cpus.first()));
    }

    private void caches(Box box, CpuMask cpus) {
        for (int group : groups(TopologyLevel.LLC, cpus)) {
            CpuMask sharing = part(TopologyLevel.LLC, group, cpus);
            int level = machine.llcLevel(sharing.first());
            String shared = sharing.equals(machine.groupCpus(TopologyLevel.LLC, group)) ? "" : " (part)";
            Box llc = new Box("llc", (level == 0 ? "no cache" : "L" + level) + shared);
            for (int core : groups(TopologyLevel.CORE, sharing)) {
                CpuMask threads = part(TopologyLevel.CORE, core, sharing);
                Box coreBox = new Box("core", "");
                for (int cpu = threads.next(0); cpu != NO_CPU; cpu = threads.next(cpu + 1)) {
                    coreBox.parts.add(thread(cpu, machine.allowed().contains(cpu) ? "cpu" : "no"));
                }
                llc.parts.add(coreBox);
            }
            box.parts.add(llc);
        }
    }

    private static Box thread(int cpu, String kind) {
        Box thread = new Box(kind, "");
        thread.cpu = cpu;
        return thread;
    }

    private void emptyNodes(Box all) {
        for (int node = 0; node < machine.nodeCount(); node++) {
            if (machine.nodeCpus(node).isEmpty()) {
                all.parts.add(new Box("node", "node " + machine.nodeOsId(node) + ", no CPUs"));
            }
        }
    }

    private void offline(Box all) {
        CpuMask offline = new CpuMask(machine.possible());
        offline.andNot(machine.online());
        if (offline.isEmpty()) {
            return;
        }
        Box box = new Box("node", "offline");
        for (int cpu = offline.next(0); cpu != NO_CPU; cpu = offline.next(cpu + 1)) {
            box.parts.add(thread(cpu, "off"));
        }
        all.parts.add(box);
    }

    private Set<Integer> groups(TopologyLevel level, CpuMask within) {
        Set<Integer> groups = new TreeSet<>();
        for (int cpu = within.next(0); cpu != NO_CPU; cpu = within.next(cpu + 1)) {
            groups.add(machine.groupOf(level, cpu));
        }
        return groups;
    }

    private CpuMask part(TopologyLevel level, int group, CpuMask within) {
        CpuMask part = new CpuMask(within);
        part.and(machine.groupCpus(level, group));
        return part;
    }

    /** Sizes the parts, then sets them in rows so that the box comes near the wanted aspect. */
    private static void layOut(Box box, boolean inCore) {
        if (box.cpu != NO_CPU) {
            box.width = THREAD_WIDTH;
            box.height = THREAD_HEIGHT;
            return;
        }
        long area = 0;
        int widest = 0;
        for (Box part : box.parts) {
            layOut(part, box.kind.equals("core"));
            area += (long) (part.width + GAP) * (part.height + GAP);
            widest = Math.max(widest, part.width);
        }
        // Threads of a core stand above each other.
        int limit = box.kind.equals("core") ? widest : (int) Math.max(widest, Math.sqrt(area * ASPECT));
        int top = box.title.isEmpty() ? PAD / 2 : PAD / 2 + TITLE;
        int pad = box.kind.equals("core") ? GAP : PAD;
        int x = pad;
        int y = top;
        int rowHeight = 0;
        int right = pad;
        for (Box part : box.parts) {
            if (x > pad && x - pad + part.width > limit + GAP) {
                x = pad;
                y += rowHeight + GAP;
                rowHeight = 0;
            }
            part.x = x;
            part.y = y;
            x += part.width + GAP;
            right = Math.max(right, x - GAP);
            rowHeight = Math.max(rowHeight, part.height);
        }
        box.width = Math.max(right + pad, 2 * PAD + (int) Math.ceil(box.title.length() * 6.5));
        box.height = y + rowHeight + (inCore ? 0 : PAD / 2);
    }

    private void render(Box box, int left, int top) {
        int x = left + box.x;
        int y = top + box.y;
        if (box.cpu != NO_CPU) {
            renderThread(box, x, y);
            return;
        }
        rect(box.kind, x, y, box.width, box.height);
        if (!box.title.isEmpty()) {
            text(x + PAD, y + TITLE - 4, "t", box.title);
        }
        for (Box part : box.parts) {
            render(part, x, y);
        }
    }

    private void renderThread(Box box, int x, int y) {
        int filled = box.height;
        if (mixed && box.kind.equals("cpu")) {
            rect("low", x, y, box.width, box.height);
            filled = Math.max(2, box.height * machine.capacityOrig(box.cpu) / maxCapacity);
        }
        rect(box.kind, x, y + box.height - filled, box.width, filled);
        text(x + box.width / 2, y + 16, "n", Integer.toString(box.cpu));
        if (mixed && !box.kind.equals("off")) {
            // The exact capacity shows as a tooltip; the bar gives its size.
            svg.insert(
                    svg.length() - "</text>\n".length(),
                    "<title>capacity " + machine.capacityOrig(box.cpu) + "</title>");
        }
    }

    private void rect(String kind, int x, int y, int width, int height) {
        svg.append("<rect class=\"")
                .append(kind)
                .append("\" x=\"")
                .append(x)
                .append("\" y=\"")
                .append(y);
        svg.append("\" width=\"")
                .append(width)
                .append("\" height=\"")
                .append(height)
                .append("\" rx=\"2\"/>\n");
    }

    private void text(int x, int y, String kind, String words) {
        svg.append("<text class=\"")
                .append(kind)
                .append("\" x=\"")
                .append(x)
                .append("\" y=\"")
                .append(y)
                .append("\">");
        svg.append(words).append("</text>\n");
    }
}
