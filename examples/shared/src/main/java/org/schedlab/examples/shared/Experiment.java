package org.schedlab.examples.shared;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.schedlab.engine.Horizon;
import org.schedlab.engine.PathCosts;
import org.schedlab.engine.Pressure;
import org.schedlab.engine.Start;
import org.schedlab.metrics.RunResult;
import org.schedlab.plugin.Catalogue;
import org.schedlab.plugin.Plugins;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.Located;
import org.schedlab.scenario.RunChoices;
import org.schedlab.scenario.Scenario;
import org.schedlab.topology.Topology;
import org.schedlab.workload.Workload;

/**
 * One machine, kernel and load, to be run with several switches, costs and seeds. Runs of one seed see the same load, whatever the switches. Immutable.
 *
 * @param machine short string
 * @param kernel release
 * @param workload the load by seed
 * @param pressure interrupts and real-time load by seed
 * @param durationNs simulated time of each run
 * @param costs what the kernel's paths cost
 */
public record Experiment(
        String machine,
        String kernel,
        LongFunction<Workload> workload,
        LongFunction<List<Pressure>> pressure,
        long durationNs,
        PathCosts costs) {

    private static final Plugins PLUGINS = Plugins.onClassPath().throwIfErrors();
    private static final Catalogue CATALOGUE = Composer.catalogue(PLUGINS.plugins());

    /** Runs it with the seeds 1 to {@code seeds}. */
    public List<Outcome> runs(int seeds, String... switches) {
        List<Outcome> all = new ArrayList<>();
        for (long seed = 1; seed <= seeds; seed++) {
            all.add(run(List.of(switches), seed));
        }
        return all;
    }

    private Outcome run(List<String> switches, long seed) {
        List<Located<String>> features = new ArrayList<>();
        switches.forEach(name -> features.add(new Located<>(name, "example", 0)));
        Topology topology = Topology.regular(machine);
        SocketWatch watch = new SocketWatch(topology);
        Scenario scenario = new Scenario(
                "example",
                topology,
                machine,
                workload.apply(seed),
                List.of(),
                new Located<>(kernel, "example", 0),
                features,
                List.of(),
                List.of(),
                Scenario.TimingChoice.NONE,
                costs,
                pressure.apply(seed),
                List.of(),
                Start.FORKED,
                Horizon.time(durationNs),
                seed,
                List.of());
        RunResult result = Composer.with(CATALOGUE, PLUGINS)
                .compose(scenario, RunChoices.none())
                .simulation(List.of(watch))
                .run();
        return new Outcome(result, watch.awayFromIdlePrev(), watch.away());
    }

    /** The same with one cost halved or doubled, by what was done. Costs of 0 stay 0 and are left out. */
    public Map<String, Experiment> otherCosts() {
        Map<String, Experiment> all = new LinkedHashMap<>();
        for (int percent : new int[] {50, 200}) {
            for (PathCosts.Path path : PathCosts.Path.values()) {
                long ns = costs.ns(path);
                if (ns > 0) {
                    all.put(
                            path.word() + (percent == 50 ? " halved" : " doubled"),
                            with(costs.with(path, ns * percent / 100)));
                }
            }
        }
        return all;
    }

    private Experiment with(PathCosts other) {
        return new Experiment(machine, kernel, workload, pressure, durationNs, other);
    }
}
