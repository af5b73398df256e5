package org.schedlab.explain;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schedlab.topology.input.InputProblem;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.input.Nearest;
import org.schedlab.workload.text.Values;

/**
 * Which decisions somebody wants to see: conditions that must all hold, {@code task=web*,run_delay>1ms}. Names are compared with {@code =} and may
 * have {@code *} and {@code ?}; numbers and times with {@code =}, {@code <} and {@code >}. Immutable.
 */
public final class ExplainFilter {

    private static final String SOURCE = "--explain";
    private static final Pattern CONDITION = Pattern.compile("\\s*([a-z_]+)\\s*([=<>])\\s*(\\S+)\\s*");
    private static final List<String> NAMES = List.of("task", "waker");
    private static final List<String> TIMES = List.of("at", "run_delay");
    private static final List<String> NUMBERS = List.of("cpu", "prev", "scanned");
    private static final List<String> KEYS = List.of("task", "waker", "at", "run_delay", "cpu", "prev", "scanned");

    private final List<Condition> conditions;

    /** One comparison; {@code text} is the pattern of a name, {@code value} a number or a time in ns. */
    private record Condition(String key, char operator, String text, long value) {

        boolean holds(long actual) {
            return switch (operator) {
                case '<' -> actual < value;
                case '>' -> actual > value;
                default -> actual == value;
            };
        }
    }

    private ExplainFilter(List<Condition> conditions) {
        this.conditions = conditions;
    }

    /**
     * Reads conditions, parted by commas.
     *
     * @throws InvalidInputException with all that is wrong with them
     */
    public static ExplainFilter parse(String text) {
        List<InputProblem> problems = new ArrayList<>();
        List<Condition> conditions = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            condition(part, conditions, problems);
        }
        if (!problems.isEmpty()) {
            throw new InvalidInputException(problems);
        }
        return new ExplainFilter(List.copyOf(conditions));
    }

    private static void condition(String part, List<Condition> conditions, List<InputProblem> problems) {
        Matcher matcher = CONDITION.matcher(part);
        if (!matcher.matches()) {
            problem(problems, "(" + part + ") is not a condition", "task=web* or run_delay>1ms was meant.");
            return;
        }
        String key = matcher.group(1);
        char operator = matcher.group(2).charAt(0);
        String value = matcher.group(3);
        if (NAMES.contains(key)) {
            if (operator != '=') {
                problem(
                        problems,
                        "name " + key + " is compared by (" + operator + ")",
                        key + "=" + value + " was meant.");
            }
            conditions.add(new Condition(key, operator, value, 0));
        } else if (TIMES.contains(key)) {
            BigDecimal ns = value.equals("0") ? BigDecimal.ZERO : Values.parseTime(value);
            if (ns == null || ns.signum() < 0 || ns.compareTo(BigDecimal.valueOf(Values.MAX_NS)) > 0) {
                problem(problems, key + " (" + value + ") is not a time", "a unit is missing: 500us, 1ms.");
                return;
            }
            conditions.add(new Condition(key, operator, "", ns.longValue()));
        } else if (NUMBERS.contains(key)) {
            if (!value.matches("\\d{1,9}")) {
                problem(problems, key + " (" + value + ") is not a number", null);
                return;
            }
            conditions.add(new Condition(key, operator, "", Long.parseLong(value)));
        } else {
            problem(problems, "condition (" + key + ") is not known", Nearest.maybe(key, KEYS));
        }
    }

    private static void problem(
            List<InputProblem> problems, String what, @org.jspecify.annotations.Nullable String maybe) {
        problems.add(new InputProblem(SOURCE, 0, what, maybe));
    }

    /** Whether decisions about a task of this name can be of interest. */
    boolean wantsTask(String name) {
        return wantsName("task", name);
    }

    /** Whether wakeups by this waker are; an interrupt on an idle CPU has the empty name. */
    boolean wantsWaker(String name) {
        return wantsName("waker", name);
    }

    private boolean wantsName(String key, String name) {
        for (Condition condition : conditions) {
            if (condition.key.equals(key) && !matches(condition.text, name)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the numbers of a decision fit all conditions about them. */
    boolean wants(long atNs, long runDelayNs, int cpu, int prev, int scanned) {
        for (Condition condition : conditions) {
            boolean holds = switch (condition.key) {
                case "at" -> condition.holds(atNs);
                case "run_delay" -> condition.holds(runDelayNs);
                case "cpu" -> condition.holds(cpu);
                case "prev" -> condition.holds(prev);
                case "scanned" -> condition.holds(scanned);
                default -> true;
            };
            if (!holds) {
                return false;
            }
        }
        return true;
    }

    /** Shell-like: {@code *} for any text, {@code ?} for one character. O(length of both) at best, their product at worst. */
    static boolean matches(String pattern, String name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int resume = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = n;
            } else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
