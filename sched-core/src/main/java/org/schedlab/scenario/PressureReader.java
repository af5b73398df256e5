package org.schedlab.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.schedlab.engine.Pressure;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.Nearest;
import org.schedlab.workload.text.Node;
import org.schedlab.workload.text.Problems;
import org.schedlab.workload.text.Values;

/** Reads the list {@code pressure}. One thread. */
final class PressureReader {

    private static final List<String> KEYS = List.of("kind", "cpu", "period", "duration", "offset");
    private static final List<String> KINDS = List.of("irq", "rt");

    private final Problems problems;
    private final Values values;
    private final @Nullable Topology topology;

    PressureReader(Problems problems, @Nullable Topology topology) {
        this.problems = problems;
        this.values = new Values(problems);
        this.topology = topology;
    }

    List<Pressure> read(Node.Member member) {
        List<Pressure> all = new ArrayList<>();
        if (!(member.value() instanceof Node.Arr list)) {
            values.wrongKind(member, "a list");
            return all;
        }
        for (Node item : list.items()) {
            Node.Obj object = values.object(new Node.Member("pressure", item.line(), item));
            Pressure one = object == null ? null : one(object);
            if (one != null) {
                all.add(one);
            }
        }
        return all;
    }

    private @Nullable Pressure one(Node.Obj object) {
        Map<String, Node.Member> keys = new TreeMap<>();
        for (Node.Member member : object.members()) {
            if (KEYS.contains(member.key())) {
                keys.put(member.key(), member);
            } else {
                problems.add(
                        member.line(), "key (" + member.key() + ") is not known", Nearest.maybe(member.key(), KEYS));
            }
        }
        int before = problems.count();
        String kind = kind(keys.get("kind"), object.line());
        long cpu = cpu(keys.get("cpu"), object.line());
        long periodNs = span(keys.get("period"), object.line(), "period");
        long durationNs = span(keys.get("duration"), object.line(), "duration");
        Node.Member offset = keys.get("offset");
        long offsetNs = offset == null ? 0 : values.spanNs(offset, 0);
        if (problems.count() > before) {
            return null;
        }
        if (durationNs <= 0 || durationNs >= periodNs) {
            problems.add(
                    object.line(),
                    "duration (" + durationNs + " ns) of pressure must be above 0 and below its period (" + periodNs
                            + " ns)",
                    "duration and period are interchanged.");
            return null;
        }
        if (periodNs < Values.MIN_PERIOD_NS) {
            problems.add(
                    object.line(),
                    "period (" + periodNs + " ns) of pressure is below " + Values.MIN_PERIOD_NS + " ns",
                    "another unit was meant: us or ms.");
            return null;
        }
        Pressure.Kind which = Pressure.Kind.valueOf(kind.toUpperCase(Locale.ROOT));
        return new Pressure(which, (int) cpu, periodNs, durationNs, offsetNs);
    }

    private String kind(Node.@Nullable Member member, int line) {
        if (member == null) {
            problems.add(line, "pressure has no kind", "kind: irq or kind: rt is missing.");
            return "";
        }
        String kind = values.text(member);
        if (kind != null && !KINDS.contains(kind)) {
            problems.add(member.line(), "kind (" + kind + ") is not known", Nearest.maybe(kind, KINDS));
        }
        return kind == null ? "" : kind;
    }

    private long cpu(Node.@Nullable Member member, int line) {
        if (member == null) {
            problems.add(line, "pressure has no cpu", null);
            return 0;
        }
        long cpu = values.integer(member, 0, Integer.MAX_VALUE, 0);
        if (topology != null
                && (cpu >= topology.cpuCapacity() || !topology.online().contains((int) cpu))) {
            problems.add(
                    member.line(),
                    "cpu (" + cpu + ") is not known",
                    "the machine has the CPUs " + topology.online() + ".");
        }
        return cpu;
    }

    private long span(Node.@Nullable Member member, int line, String what) {
        if (member == null) {
            problems.add(line, "pressure has no " + what, null);
            return 0;
        }
        return values.spanNs(member, 0);
    }
}
