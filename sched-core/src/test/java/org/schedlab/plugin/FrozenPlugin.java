package org.schedlab.plugin;

import com.google.inject.Guice;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The sources of a plugin that uses all of today's SPI: it answers what can be answered, reads what can be read, and leaves no default alone. */
final class FrozenPlugin {

    private static final String PLUGIN = """
            package frozen;
            import java.util.*;
            import org.schedlab.inject.*;
            import org.schedlab.spi.*;
            import org.schedlab.topology.*;
            import org.schedlab.topology.read.*;
            public class Plugin implements SchedPlugin {
                public record Config(
                    @ConfigValue(meaning = "how often", min = 1, max = 9) int spins,
                    @ConfigValue(meaning = "how long", unit = "ns", min = 0, max = 1000) long warmNs) {}
                public String id() { return "frozen"; }
                public int spiVersion() { return SpiVersion.CURRENT; }
                public List<PolicyFactory<?, ?>> policies() {
                    return List.of(new Places(), new Picks(),
                        GuicePolicyFactory.placement("wired", "wired", new Config(2, 5), Placed.class)
                            .with(Bindings::new).honouring(Capability.SCHED_IDLE).waitingAtMostNs(2_000_000_000L),
                        GuicePolicyFactory.pick("wired", "wired", new Config(2, 5), Picked.class));
                }
                public List<KernelProfile> profiles() {
                    KernelProfile whole = new KernelProfile("9.1.7", "9.1",
                        Map.of(PolicyKind.PLACEMENT, "frozen:places", PolicyKind.PICK, "frozen:picks"),
                        new TreeMap<>(Map.of("FROZEN", false)), new TreeMap<>());
                    Properties file = new Properties();
                    file.setProperty("release", "9.2.1");
                    file.setProperty("placement", "frozen:places");
                    return List.of(whole, KernelProfile.of("9.2", file));
                }
                public List<KernelProfile> profileParts() {
                    return List.of(new KernelProfile("9.1.7", "9.1", Map.of(), new TreeMap<>(), new TreeMap<>(Map.of("frozen_ns", 7L))));
                }
                public List<Switch> switches() { return List.of(new Switch("FROZEN", true, "9.1+", "frozen")); }
                public List<Tunable> tunables() {
                    return List.of(new Tunable("frozen_ns", 5, 0, 10, false, "", "of seven"),
                        new Tunable("frozen_steps", 2, 0, 4, false, "", "of eight", List.of(0L, 2L, 4L)),
                        Tunable.oneOf("frozen_level", 1, "", "one of", 0L, 1L));
                }
                public <T> List<T> services(Class<T> type) {
                    return type == TopologyReader.class ? List.of(type.cast(new Reader())) : SchedPlugin.super.services(type);
                }
                static final class Reader implements TopologyReader {
                    public String format() { return "frozen"; }
                    public int confidence(TopologySource source) { return 0; }
                    public Topology read(TopologySource source) { return Topology.regular("1c"); }
                }
                static final class Bindings extends GuicePolicyModule {
                    protected void bindings() { bind(Seen.class); }
                }
                static final class Places implements PolicyFactory<Config, PlacementPolicy> {
                    public PolicyKind kind() { return PolicyKind.PLACEMENT; }
                    public String name() { return "places"; }
                    public String summary() { return "frozen"; }
                    public Class<Config> configType() { return Config.class; }
                    public Config defaults() { return new Config(2, 5); }
                    public Set<Capability> honours() { return EnumSet.of(Capability.SCHED_IDLE); }
                    public Set<Capability> honours(Settings settings) { settings.isOn("FROZEN"); settings.tunable("frozen_ns"); return PolicyFactory.super.honours(settings); }
                    public long starvationBoundNs() { return PolicyFactory.super.starvationBoundNs(); }
                    public PlacementPolicy create(Config config, PolicyContext context) {
                        context.domains();
                        context.partitions();
                        context.random("frozen").nextInt(3);
                        return new Placed(new Seen(), context.topology());
                    }
                }
                static final class Picks implements PolicyFactory<Config, PickPolicy<?, ?>> {
                    public PolicyKind kind() { return PolicyKind.PICK; }
                    public String name() { return "picks"; }
                    public String summary() { return "frozen"; }
                    public Class<Config> configType() { return Config.class; }
                    public Config defaults() { return new Config(2, 5); }
                    public Set<Capability> honours() { return Set.of(); }
                    public PickPolicy<?, ?> create(Config config, PolicyContext context) { return new Picked(); }
                }
            }
            """;

    private static final String SEEN = """
            package frozen;
            import jakarta.inject.Inject;
            import org.schedlab.spi.*;
            public class Seen {
                public long sum;
                @Inject public Seen() {}
                void task(TaskView t) {
                    entity(t);
                    sum += t.name().length() + t.allowed().count() + t.cpu() + t.nice() + t.loadAvg() + t.utilAvg() + t.utilEst() + t.runnableAvg()
                        + (t.perCpuKthread() ? 1 : 0) + (t.exiting() ? 1 : 0) + t.hLoad();
                }
                void entity(EntityView e) {
                    sum += e.id() + (e.isTask() ? 1 : 0) + e.weight() + (e.tableInv() ? 1 : 0) + (e.onRq() ? 1 : 0) + (e.delayed() ? 1 : 0)
                        + (e.idle() ? 1 : 0) + (e.policy() == SchedulingPolicy.BATCH ? 1 : 0) + e.execStart() + e.sumExec() + (e.parent() == null ? 0 : 1);
                }
                void queue(QueueView q) {
                    sum += q.cpu() + q.nr() + q.load() + q.idleNr() + q.hNr() + q.cpuNr() + q.clockTask() + (q.resched() ? 1 : 0);
                }
                void cpu(CpuView c) {
                    sum += c.cpu() + (c.idle() ? 1 : 0) + (c.schedIdle() ? 1 : 0) + c.nrRunning() + c.hNrQueued() + c.hNrDelayed()
                        + (c.current() == null ? 0 : 1) + c.capacity() + c.capacityOrig() + c.loadAvg() + c.runnableLoadAvg() + c.utilAvg() + c.utilEst()
                        + c.runnableAvg() + c.avgIdleNs() + c.idleStampNs() + c.wakeStampNs() + c.exitLatencyNs() + c.pressure() + c.clock() + c.clockTask();
                }
            }
            """;

    private static final String PLACED = """
            package frozen;
            import jakarta.inject.Inject;
            import org.schedlab.spi.*;
            import org.schedlab.topology.*;
            public class Placed implements PlacementPolicy {
                private final Seen seen;
                private final Topology topology;
                private final PlacementCounters counters = new PlacementCounters();
                @Inject public Placed(Seen seen, Topology topology) { this.seen = seen; this.topology = topology; }
                public int selectCpu(TaskView task, WakeContext wake) {
                    seen.task(task);
                    if (wake.waker() != null) { seen.task(wake.waker()); }
                    switch (wake.kind()) {
                        case WAKE: seen.sum++; break;
                        case FORK: case EXEC: seen.sum += 2; break;
                    }
                    seen.sum += (wake.sync() ? 1 : 0) + (wake.inTask() ? 1 : 0) + wake.nowNs() + wake.scanned(0) + wake.schedIdleCpus().count();
                    seen.cpu(wake.cpu(wake.thisCpu()));
                    int idle = task.allowed().nextAnd(wake.idleCpus(), 0);
                    int cpu = idle != CpuMask.NO_CPU ? idle
                        : task.allowed().contains(wake.prevCpu()) && wake.online().contains(wake.prevCpu()) ? wake.prevCpu()
                        : task.allowed().nextAnd(wake.online(), 0);
                    PlacementReasons reasons = wake.reasons();
                    if (reasons != null) { reasons.candidate("frozen", cpu, ""); reasons.step("frozen", "taken"); }
                    return cpu;
                }
                public void cpuIdle(int cpu, CpuMask idleCpus) { PlacementPolicy.super.cpuIdle(cpu, idleCpus); }
                public void idleScanBudget(int cpu, int nrIdleScan) { PlacementPolicy.super.idleScanBudget(cpu, nrIdleScan); }
                public void domainsChanged(PolicyContext context) { PlacementPolicy.super.domainsChanged(context); context.domains(); }
                public PlacementCounters counters() { return counters; }
            }
            """;

    /** Turns of a tick. */
    private static final String PICKED = """
            package frozen;
            import java.util.*;
            import jakarta.inject.Inject;
            import org.schedlab.spi.*;
            public class Picked implements PickPolicy<Picked.Line, EntityView> {
                private final Seen seen = new Seen();
                private final PickStatistics statistics = new PickStatistics();
                public static final class Line { final ArrayDeque<EntityView> waiting = new ArrayDeque<>(); EntityView current; QueueView view; }
                @Inject public Picked() {}
                public Line newQueue(QueueView queue) { Line line = new Line(); line.view = queue; return line; }
                public EntityView newEntity(EntityView entity) { return entity; }
                public int charge(Line q, EntityView curr, long ns) { return PickPolicy.super.charge(q, curr, ns); }
                public void fork(Line q, EntityView parent, EntityView child) { PickPolicy.super.fork(q, parent, child); }
                public void arrive(Line q, EntityView e, int flags) {
                    seen.entity(e);
                    seen.queue(q.view);
                    seen.sum += flags & (Op.WAKEUP | Op.INITIAL | Op.MIGRATED);
                    if (e != q.current) { q.waiting.addLast(e); }
                }
                public boolean wantsDelay(Line q, EntityView e, int flags) { return PickPolicy.super.wantsDelay(q, e, flags); }
                public void leave(Line q, EntityView e, int flags) { if (e == q.current) { q.current = null; } else { q.waiting.remove(e); } }
                public boolean requeueDelayed(Line q, EntityView e) { return PickPolicy.super.requeueDelayed(q, e); }
                public void finishDelayed(Line q, EntityView e) { PickPolicy.super.finishDelayed(q, e); }
                public EntityView pick(Line q, EntityView curr, int flags) {
                    statistics.countLeftmost();
                    return q.waiting.isEmpty() ? curr : q.waiting.peekFirst();
                }
                public void setNext(Line q, EntityView e, boolean first) { q.waiting.remove(e); q.current = e; }
                public void putPrev(Line q, EntityView e) { if (q.current == e) { q.waiting.addLast(e); } q.current = null; }
                public int wakeupTask(Line q, EntityView curr, EntityView wakee, int flags) { return PickPolicy.super.wakeupTask(q, curr, wakee, flags); }
                public int wakeupLevel(Line q, EntityView curr, EntityView wakee, PreemptContext context) {
                    context.flags();
                    return PickPolicy.super.wakeupLevel(q, curr, wakee, context);
                }
                public int tick(Line q, EntityView curr, boolean hrtick) { return q.waiting.isEmpty() ? 0 : Verdict.RESCHED; }
                public int yieldTask(Line q, EntityView curr) { return PickPolicy.super.yieldTask(q, curr); }
                public void reweight(Line q, EntityView e, long weight, boolean tableInv, boolean queued) { PickPolicy.super.reweight(q, e, weight, tableInv, queued); }
                public void migrate(Line from, EntityView e, Line to, Migration why) {
                    seen.sum += why == Migration.WAKE ? 1 : 0;
                    PickPolicy.super.migrate(from, e, to, why);
                }
                public void setSlice(Line q, EntityView e, long ns, int custom) { PickPolicy.super.setSlice(q, e, ns, custom); }
                public long minSlice(Line q) { return PickPolicy.super.minSlice(q); }
                public boolean mark(Line q, EntityView e, Buddy buddy) { return PickPolicy.super.mark(q, e, buddy); }
                public int clear(Line q, EntityView e, int buddies) { return PickPolicy.super.clear(q, e, buddies); }
                public boolean isBuddy(Line q, EntityView e) { return PickPolicy.super.isBuddy(q, e); }
                public boolean eligible(Line q, EntityView e) { return PickPolicy.super.eligible(q, e); }
                public long sliceEndNs(Line q, EntityView curr) { return PickPolicy.super.sliceEndNs(q, curr); }
                public void save(Line q, StateWriter writer) { PickPolicy.super.save(q, writer); writer.put("n", q.waiting.size()); writer.ref("c", q.current); }
                public void load(Line q, StateReader reader) { PickPolicy.super.load(q, reader); reader.num("n", 0); reader.ref("c"); }
                public void saveEntity(EntityView e, StateWriter writer) { PickPolicy.super.saveEntity(e, writer); }
                public void loadEntity(EntityView e, StateReader reader) { PickPolicy.super.loadEntity(e, reader); }
                public PickStatistics statistics() { return statistics; }
            }
            """;

    private FrozenPlugin() {}

    /** The JAR, built against today's SPI. */
    static Path write(Path jar) {
        List<Path> classPath = new ArrayList<>(PluginJars.hostClassPath());
        classPath.add(PluginJars.home(Guice.class));
        classPath.add(PluginJars.home(Inject.class));
        return new PluginJars()
                .against(classPath)
                .source(PLUGIN)
                .source(SEEN)
                .source(PLACED)
                .source(PICKED)
                .services("frozen.Plugin")
                .write(jar);
    }
}
