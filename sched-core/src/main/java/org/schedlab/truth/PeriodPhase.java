package org.schedlab.truth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.schedlab.topology.input.InvalidInputException;

/**
 * How long after the start of a recording its period timer ended the first period of a quota: no figure tells it, and it differs in every run. Read
 * off the times at which throttled queues came back; most do then, some by the slack timer. Reads at most 64 MiB. Stateless.
 */
final class PeriodPhase {

    private static final int READ_BYTES = 64 << 20;

    /** Queues that a timer unthrottles come back within so many µs. */
    private static final long SAME_US = 50;

    private static final long US_PER_S = 1_000_000;
    private static final Pattern EVENT = Pattern.compile(" ([0-9]{1,9})\\.([0-9]{9}): +(unthr:|print: .*truth_start)");

    private PeriodPhase() {}

    /** In µs, rounded down to 50; 0 when nobody came back or there is no trace. */
    static long us(Path trace, long periodUs) {
        if (!Files.isRegularFile(trace)) {
            return 0;
        }
        String text;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(trace))) {
            text = new String(in.readNBytes(READ_BYTES), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new InvalidInputException(
                    trace.toString(), 0, "cannot be read (" + e.getMessage() + ")", "the file is cut short.");
        }
        Map<Long, Integer> seen = new TreeMap<>();
        long best = 0;
        long startUs = -1;
        Matcher event = EVENT.matcher(text);
        while (event.find()) {
            long us = Long.parseLong(event.group(1)) * US_PER_S + Long.parseLong(event.group(2)) / 1_000;
            if (event.group(3).startsWith("print")) {
                startUs = us;
            } else if (startUs >= 0) {
                long phaseUs = (us - startUs) % periodUs / SAME_US * SAME_US;
                if (seen.merge(phaseUs, 1, Integer::sum) > seen.getOrDefault(best, 0)) {
                    best = phaseUs;
                }
            }
        }
        return best;
    }
}
