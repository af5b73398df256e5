package org.schedlab.workload.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.schedlab.topology.CpuMask;

/**
 * Takes values out of a tree. A value that does not fit is noted in the {@link Problems} and answered by the given default, so that reading
 * goes on. One thread.
 */
public final class Values {

    /** Longest time accepted, about 146 years: sums of times stay within a long. */
    public static final long MAX_NS = 1L << 62;

    /** CPU numbers from here on are refused when no machine is known. */
    private static final int MAX_CPUS = 1 << 16;

    private static final Map<String, BigDecimal> UNITS = Map.of(
            "ns", BigDecimal.ONE,
            "us", BigDecimal.valueOf(1_000),
            "ms", BigDecimal.valueOf(1_000_000),
            "s", BigDecimal.valueOf(1_000_000_000));

    private final Problems problems;

    public Values(Problems problems) {
        this.problems = problems;
    }

    /** An integer within bounds. */
    public long integer(Node.Member member, long min, long max, long otherwise) {
        if (member.value() instanceof Node.Num number) {
            BigDecimal value = number.value();
            if (value.compareTo(BigDecimal.valueOf(min)) >= 0
                    && value.compareTo(BigDecimal.valueOf(max)) <= 0
                    && value.stripTrailingZeros().scale() <= 0) {
                return value.longValueExact();
            }
            problems.add(
                    member.line(),
                    member.key() + " (" + number.shown() + ") must be an integer from " + min + " to " + max,
                    null);
            return otherwise;
        }
        wrongKind(member, "an integer");
        return otherwise;
    }

    /** A time: a number in {@code unit}, or a text with a unit such as {@code 1.5ms}. Rounded to ns. */
    public long timeNs(Node.Member member, String unit, long otherwise) {
        BigDecimal ns = null;
        if (member.value() instanceof Node.Num number) {
            ns = number.value().multiply(unit(unit));
        } else if (member.value() instanceof Node.Text text) {
            ns = parseTime(text.value());
        }
        if (ns == null) {
            wrongKind(member, unit.equals("ns") ? "a time, such as 500ms" : "a time in " + unit);
            return otherwise;
        }
        if (ns.signum() < 0) {
            problems.add(
                    member.line(),
                    member.key() + " (" + shown(member) + ") must not be negative",
                    "the sign is a slip.");
            return otherwise;
        }
        if (ns.compareTo(BigDecimal.valueOf(MAX_NS)) > 0) {
            problems.add(
                    member.line(),
                    member.key() + " (" + shown(member) + ") is longer than 146 years",
                    "another unit was meant.");
            return otherwise;
        }
        return ns.setScale(0, RoundingMode.HALF_EVEN).longValueExact();
    }

    /** A time with its unit, {@code 500ms}, or 0. */
    public long spanNs(Node.Member member, long otherwise) {
        if (member.value() instanceof Node.Num number && number.value().signum() != 0) {
            problems.add(
                    member.line(),
                    member.key() + " (" + number.shown() + ") has no unit",
                    "you meant " + number.shown() + "ms; the units are ns, us, ms and s.");
            return otherwise;
        }
        return timeNs(member, "ns", otherwise);
    }

    /** The shortest period of anything that repeats: with less a run does not get on. */
    public static final long MIN_PERIOD_NS = 1_000;

    /** The time that a text such as {@code 1.5ms} says, in ns, or null when it says none. The unit must be written. */
    public static @Nullable BigDecimal parseTime(String text) {
        int end = text.length();
        while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
            end--;
        }
        BigDecimal unit = UNITS.get(text.substring(end));
        BigDecimal value =
                unit == null ? null : Nodes.number(text.substring(0, end).strip());
        return value == null || unit == null ? null : value.multiply(unit);
    }

    private static BigDecimal unit(String name) {
        BigDecimal unit = UNITS.get(name);
        if (unit == null) {
            throw new IllegalArgumentException("unit (" + name + ") is not known");
        }
        return unit;
    }

    /** A text that is not empty, or null. */
    public @Nullable String text(Node.Member member) {
        if (member.value() instanceof Node.Text text && !text.value().isEmpty()) {
            return text.value();
        }
        wrongKind(member, "a text");
        return null;
    }

    /** An object, or null. */
    public Node.@Nullable Obj object(Node.Member member) {
        if (member.value() instanceof Node.Obj object) {
            return object;
        }
        wrongKind(member, "an object");
        return null;
    }

    /** True or false. */
    public boolean bool(Node.Member member, boolean otherwise) {
        if (member.value() instanceof Node.Bool bool) {
            return bool.value();
        }
        if (member.value() instanceof Node.Num number && number.value().compareTo(BigDecimal.ZERO) == 0) {
            return false;
        }
        if (member.value() instanceof Node.Num number && number.value().compareTo(BigDecimal.ONE) == 0) {
            return true;
        }
        wrongKind(member, "true or false");
        return otherwise;
    }

    /**
     * A set of CPUs: a list of numbers, one number, or a text in the kernel's list form, {@code 0-3,8}. Each must be in {@code machine}, unless
     * that is null; at least one is needed.
     */
    public @Nullable CpuMask cpus(Node.Member member, @Nullable CpuMask machine) {
        List<Integer> cpus = null;
        if (member.value() instanceof Node.Num number) {
            cpus = numbers(member, List.of(number));
        } else if (member.value() instanceof Node.Arr list) {
            cpus = numbers(member, list.items());
        } else if (member.value() instanceof Node.Text text) {
            cpus = kernelList(text.value());
        }
        if (cpus == null) {
            wrongKind(member, "a list of CPU numbers");
            return null;
        }
        if (cpus.isEmpty()) {
            problems.add(
                    member.line(),
                    member.key() + " (" + shown(member) + ") allows no CPU",
                    "the line can be left out: then all CPUs are allowed.");
            return null;
        }
        int capacity = machine == null ? MAX_CPUS : machine.capacity();
        for (int cpu : cpus) {
            if (cpu < 0 || cpu >= capacity || (machine != null && !machine.contains(cpu))) {
                String known =
                        machine == null ? "CPUs are numbered from 0." : "the machine has the CPUs " + machine + ".";
                problems.add(member.line(), "cpu (" + cpu + ") in " + member.key() + " is not known", known);
                return null;
            }
        }
        int size = machine == null
                ? cpus.stream().mapToInt(Integer::intValue).max().orElse(0) + 1
                : capacity;
        CpuMask mask = new CpuMask(size);
        cpus.forEach(mask::set);
        return mask;
    }

    private @Nullable List<Integer> numbers(Node.Member member, List<Node> items) {
        List<Integer> cpus = new ArrayList<>();
        for (Node item : items) {
            if (!(item instanceof Node.Num)) {
                return null;
            }
            cpus.add((int) integer(
                    new Node.Member("cpu in " + member.key(), item.line(), item),
                    Integer.MIN_VALUE,
                    Integer.MAX_VALUE,
                    -1));
        }
        return cpus;
    }

    private static @Nullable List<Integer> kernelList(String text) {
        List<Integer> cpus = new ArrayList<>();
        if (text.isBlank()) {
            return cpus;
        }
        for (String part : text.split(",", -1)) {
            String[] ends = part.strip().split("-", -1);
            if (ends.length > 2 || !ends[0].matches("\\d{1,6}") || !ends[ends.length - 1].matches("\\d{1,6}")) {
                return null;
            }
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
                cpus.add(cpu);
                if (cpus.size() > MAX_CPUS) {
                    return null;
                }
            }
        }
        return cpus;
    }

    /** Notes that a value is not of the kind that is needed. */
    public void wrongKind(Node.Member member, String needed) {
        if (member.value() == null) {
            problems.add(member.line(), member.key() + " has no value; it needs " + needed, "a colon is missing.");
        } else {
            problems.add(member.line(), member.key() + " (" + shown(member) + ") must be " + needed, null);
        }
    }

    private static String shown(Node.Member member) {
        Node value = member.value();
        return value == null ? "" : value.shown();
    }
}
