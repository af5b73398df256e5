package org.schedlab.topology.read;

import java.util.BitSet;
import org.schedlab.topology.CpuMask;
import org.schedlab.topology.input.Printable;

/**
 * CPU lists ({@code 0-3,8}) and hexadecimal masks ({@code 00000000,0000ffff}) as kernels and tools print them. Memory is bounded: numbers
 * beyond {@link #MAX_CPU} are refused.
 */
public final class CpuLists {

    /** Highest CPU or node number that is accepted, the kernel's own limit. */
    public static final int MAX_CPU = 8191;

    private CpuLists() {}

    /**
     * A list as a mask.
     *
     * @param capacity capacity of the mask
     * @throws IllegalArgumentException when the text is not a list, or names a CPU beyond the capacity
     */
    public static CpuMask toMask(String text, int capacity) {
        CpuMask mask = new CpuMask(capacity);
        list(text).stream().forEach(cpu -> {
            if (cpu >= capacity) {
                throw new IllegalArgumentException("cpu (" + cpu + ") is beyond the last one (" + (capacity - 1) + ")");
            }
            mask.set(cpu);
        });
        return mask;
    }

    /**
     * Reads a list, which may be empty.
     *
     * @throws IllegalArgumentException when it is not one
     */
    static BitSet list(String text) {
        BitSet cpus = new BitSet();
        String list = text.strip();
        if (list.isEmpty()) {
            return cpus;
        }
        for (String part : list.split(",", -1)) {
            String range = part.strip();
            int colon = range.indexOf(':');
            String bounds = colon < 0 ? range : range.substring(0, colon);
            int dash = bounds.indexOf('-');
            int from = number(dash < 0 ? bounds : bounds.substring(0, dash), text);
            int to = dash < 0 ? from : number(bounds.substring(dash + 1), text);
            if (colon >= 0 && dash < 0) {
                throw new IllegalArgumentException("list (" + shortened(text) + ") has a stride without a range");
            }
            if (to < from) {
                throw new IllegalArgumentException("list (" + shortened(text) + ") runs backwards");
            }
            set(cpus, from, to, colon < 0 ? "1" : range.substring(colon + 1), text);
        }
        return cpus;
    }

    /** A range with a stride ({@code 0-62:2}) or with the first CPUs of each group ({@code 0-62:1/2}). */
    private static void set(BitSet cpus, int from, int to, String step, String whole) {
        int slash = step.indexOf('/');
        int used = slash < 0 ? 1 : number(step.substring(0, slash), whole);
        int group = number(slash < 0 ? step : step.substring(slash + 1), whole);
        if (group < 1 || used < 1 || used > group) {
            throw new IllegalArgumentException("list (" + shortened(whole) + ") has a wrong stride");
        }
        for (int at = from; at <= to; at += group) {
            cpus.set(at, Math.min(at + used, to + 1));
        }
    }

    /** A CPU or node number, 0 to {@link #MAX_CPU}. */
    static int number(String digits, String whole) {
        String number = digits.strip();
        if (number.isEmpty() || number.length() > 9 || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("(" + shortened(whole) + ") is not a list of numbers such as 0-3,8");
        }
        int value = Integer.parseInt(number);
        if (value > MAX_CPU) {
            throw new IllegalArgumentException("number (" + value + ") is beyond " + MAX_CPU);
        }
        return value;
    }

    /**
     * Reads a mask: groups of hexadecimal digits, highest first, separated by commas; each may begin with {@code 0x}. Groups after the first
     * have 32 bits.
     *
     * @throws IllegalArgumentException when it is not one
     */
    static BitSet mask(String text) {
        BitSet cpus = new BitSet();
        String[] words = text.strip().split(",", -1);
        for (int i = 0; i < words.length; i++) {
            String word = words[i].strip();
            String hex = word.startsWith("0x") ? word.substring(2) : word;
            int base = 32 * (words.length - 1 - i);
            for (int digit = hex.length() - 1; digit >= 0; digit--) {
                int value = Character.digit(hex.charAt(digit), 16);
                if (value < 0) {
                    throw new IllegalArgumentException("mask (" + shortened(text) + ") is not hexadecimal");
                }
                setNibble(cpus, base + 4 * (hex.length() - 1 - digit), value);
            }
        }
        return cpus;
    }

    private static void setNibble(BitSet cpus, int at, int value) {
        for (int bit = 0; bit < 4; bit++) {
            if ((value & 1 << bit) != 0) {
                if (at + bit > MAX_CPU) {
                    throw new IllegalArgumentException("number (" + (at + bit) + ") is beyond " + MAX_CPU);
                }
                cpus.set(at + bit);
            }
        }
    }

    /** List form of a set. */
    static String format(BitSet cpus) {
        StringBuilder text = new StringBuilder();
        for (int from = cpus.nextSetBit(0); from >= 0; ) {
            int end = cpus.nextClearBit(from);
            text.append(text.length() > 0 ? "," : "").append(from);
            if (end - 1 > from) {
                text.append('-').append(end - 1);
            }
            from = cpus.nextSetBit(end);
        }
        return text.toString();
    }

    /** Text for a message, cut when it is long. */
    static String shortened(String text) {
        return Printable.quoted(text.strip());
    }
}
