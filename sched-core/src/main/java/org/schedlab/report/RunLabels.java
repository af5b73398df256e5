package org.schedlab.report;

import java.util.List;

/**
 * What the reader of a report wants to know about a run beside its figures. Immutable.
 *
 * @param workload the workload as the user named it
 * @param topology the machine as the user named it
 * @param machine the machine in words
 * @param timing tick and preemption in words
 * @param notModelled what the run left out, in words
 */
public record RunLabels(String workload, String topology, String machine, String timing, List<String> notModelled) {
    public RunLabels {
        notModelled = List.copyOf(notModelled);
    }
}
