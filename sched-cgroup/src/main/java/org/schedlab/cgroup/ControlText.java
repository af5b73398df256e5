package org.schedlab.cgroup;

import org.schedlab.topology.CpuMask;
import org.schedlab.topology.input.Printable;
import org.schedlab.topology.read.CpuLists;

/** Reads the texts that are written to control files (kstrtoull, kstrtoll, cpulist_parse). Stateless. */
final class ControlText {

    private static final int MAX_DIGITS = 18;

    private ControlText() {}

    /** File and value as a message quotes them. */
    static String what(ControlFile file, String text) {
        return file.fileName() + " (" + Printable.quoted(text.strip().replace('\n', ' ')) + ")";
    }

    /** A number that may be negative; numbers beyond 18 digits are out of range. */
    static long signed(String what, String text) {
        String digits = text.strip();
        boolean negative = digits.startsWith("-");
        long value = unsigned(what, negative ? digits.substring(1) : digits);
        return negative ? -value : value;
    }

    /** A number that is not negative. */
    static long unsigned(String what, String text) {
        String digits = text.strip();
        if (digits.startsWith("+")) {
            digits = digits.substring(1);
        }
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new WriteRefusedException(what, Errno.EINVAL, "this is not a number", null);
        }
        if (digits.length() > MAX_DIGITS) {
            throw new WriteRefusedException(what, Errno.ERANGE, "the number has more than 18 digits", null);
        }
        return Long.parseLong(digits);
    }

    /** Microseconds as ns; more than fits is no valid time. */
    static long usToNs(String what, long us) {
        if (us > Long.MAX_VALUE / 1_000) {
            throw new WriteRefusedException(what, Errno.EINVAL, "the time is too long", null);
        }
        return us * 1_000;
    }

    /** A list of CPUs in a mask that just holds them; empty stays empty. */
    static CpuMask cpus(String what, String text) {
        try {
            CpuMask all = CpuLists.toMask(text, CpuLists.MAX_CPU + 1);
            int last = 0;
            for (int cpu = all.first(); cpu != CpuMask.NO_CPU; cpu = all.next(cpu + 1)) {
                last = cpu;
            }
            return resized(all, last + 1);
        } catch (IllegalArgumentException e) {
            throw new WriteRefusedException(what, Errno.EINVAL, String.valueOf(e.getMessage()), "0-3,8 is the form.");
        }
    }

    /** The CPUs of a mask that fit another capacity. */
    static CpuMask resized(CpuMask mask, int capacity) {
        CpuMask copy = new CpuMask(capacity);
        for (int cpu = mask.first(); cpu != CpuMask.NO_CPU && cpu < capacity; cpu = mask.next(cpu + 1)) {
            copy.set(cpu);
        }
        return copy;
    }
}
