package org.schedlab.trace.perfetto;

import static org.schedlab.trace.perfetto.PerfettoFields.BUNDLE_CPU;
import static org.schedlab.trace.perfetto.PerfettoFields.BUNDLE_EVENT;
import static org.schedlab.trace.perfetto.PerfettoFields.CLONE_THREAD;
import static org.schedlab.trace.perfetto.PerfettoFields.COUNTER_UNIT;
import static org.schedlab.trace.perfetto.PerfettoFields.EVENT_PID;
import static org.schedlab.trace.perfetto.PerfettoFields.EVENT_SCHED_SWITCH;
import static org.schedlab.trace.perfetto.PerfettoFields.EVENT_SCHED_WAKEUP;
import static org.schedlab.trace.perfetto.PerfettoFields.EVENT_SCHED_WAKING;
import static org.schedlab.trace.perfetto.PerfettoFields.EVENT_TASK_NEWTASK;
import static org.schedlab.trace.perfetto.PerfettoFields.EVENT_TIMESTAMP;
import static org.schedlab.trace.perfetto.PerfettoFields.NEWTASK_CLONE_FLAGS;
import static org.schedlab.trace.perfetto.PerfettoFields.NEWTASK_COMM;
import static org.schedlab.trace.perfetto.PerfettoFields.NEWTASK_PID;
import static org.schedlab.trace.perfetto.PerfettoFields.PACKET_FTRACE_EVENTS;
import static org.schedlab.trace.perfetto.PerfettoFields.PACKET_SEQUENCE_FLAGS;
import static org.schedlab.trace.perfetto.PerfettoFields.PACKET_SEQUENCE_ID;
import static org.schedlab.trace.perfetto.PerfettoFields.PACKET_SYSTEM_INFO;
import static org.schedlab.trace.perfetto.PerfettoFields.PACKET_TIMESTAMP;
import static org.schedlab.trace.perfetto.PerfettoFields.PACKET_TRACK_DESCRIPTOR;
import static org.schedlab.trace.perfetto.PerfettoFields.PACKET_TRACK_EVENT;
import static org.schedlab.trace.perfetto.PerfettoFields.PROCESS_NAME;
import static org.schedlab.trace.perfetto.PerfettoFields.PROCESS_PID;
import static org.schedlab.trace.perfetto.PerfettoFields.STATE_DEAD;
import static org.schedlab.trace.perfetto.PerfettoFields.STATE_RUNNABLE_PREEMPTED;
import static org.schedlab.trace.perfetto.PerfettoFields.STATE_SLEEPING;
import static org.schedlab.trace.perfetto.PerfettoFields.SWITCH_NEXT_COMM;
import static org.schedlab.trace.perfetto.PerfettoFields.SWITCH_NEXT_PID;
import static org.schedlab.trace.perfetto.PerfettoFields.SWITCH_NEXT_PRIO;
import static org.schedlab.trace.perfetto.PerfettoFields.SWITCH_PREV_COMM;
import static org.schedlab.trace.perfetto.PerfettoFields.SWITCH_PREV_PID;
import static org.schedlab.trace.perfetto.PerfettoFields.SWITCH_PREV_PRIO;
import static org.schedlab.trace.perfetto.PerfettoFields.SWITCH_PREV_STATE;
import static org.schedlab.trace.perfetto.PerfettoFields.SYSTEM_UTSNAME;
import static org.schedlab.trace.perfetto.PerfettoFields.THREAD_NAME;
import static org.schedlab.trace.perfetto.PerfettoFields.THREAD_PID;
import static org.schedlab.trace.perfetto.PerfettoFields.THREAD_TID;
import static org.schedlab.trace.perfetto.PerfettoFields.TRACE_PACKET;
import static org.schedlab.trace.perfetto.PerfettoFields.TRACK_COUNTER;
import static org.schedlab.trace.perfetto.PerfettoFields.TRACK_EVENT_COUNTER_VALUE;
import static org.schedlab.trace.perfetto.PerfettoFields.TRACK_EVENT_NAME;
import static org.schedlab.trace.perfetto.PerfettoFields.TRACK_EVENT_TRACK_UUID;
import static org.schedlab.trace.perfetto.PerfettoFields.TRACK_EVENT_TYPE;
import static org.schedlab.trace.perfetto.PerfettoFields.TRACK_NAME;
import static org.schedlab.trace.perfetto.PerfettoFields.TRACK_PARENT_UUID;
import static org.schedlab.trace.perfetto.PerfettoFields.TRACK_PROCESS;
import static org.schedlab.trace.perfetto.PerfettoFields.TRACK_THREAD;
import static org.schedlab.trace.perfetto.PerfettoFields.TRACK_UUID;
import static org.schedlab.trace.perfetto.PerfettoFields.TYPE_COUNTER;
import static org.schedlab.trace.perfetto.PerfettoFields.TYPE_SLICE_BEGIN;
import static org.schedlab.trace.perfetto.PerfettoFields.TYPE_SLICE_END;
import static org.schedlab.trace.perfetto.PerfettoFields.UNIT_COUNT;
import static org.schedlab.trace.perfetto.PerfettoFields.UTSNAME_RELEASE;
import static org.schedlab.trace.perfetto.PerfettoFields.UTSNAME_SYSNAME;
import static org.schedlab.trace.perfetto.PerfettoFields.WAKE_COMM;
import static org.schedlab.trace.perfetto.PerfettoFields.WAKE_PID;
import static org.schedlab.trace.perfetto.PerfettoFields.WAKE_PRIO;
import static org.schedlab.trace.perfetto.PerfettoFields.WAKE_SUCCESS;
import static org.schedlab.trace.perfetto.PerfettoFields.WAKE_TARGET_CPU;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.schedlab.trace.SchedObserver;

/**
 * Writes a run as a Perfetto trace while it happens: scheduler events as the kernel's ftrace events in bundles per CPU, so that the UI shows
 * CPU slices, thread states and who woke whom; threads grouped in a process per kind of task; counter tracks per CPU for {@code nr_running}
 * and {@code util_avg}; a track per CPU for interrupts. Tasks that still run when the run ends are switched out at its end, so that the slices
 * of a thread add up to its {@code cpu_ns}.
 *
 * <p>Thread ids are the task's number + 1, since 0 is the idle task; a process has the id of its first thread. Priorities are those at the
 * start. Trace time is simulated time in ns. A fault of the stream is thrown as {@link UncheckedIOException}. Memory: at most 32 KiB per CPU.
 * One thread.
 */
public final class PerfettoTrace implements SchedObserver, Closeable {

    private static final int FLUSH_BYTES = 16 << 10;
    private static final int SEQUENCE = 1;
    private static final int SEQ_INCREMENTAL_STATE_CLEARED = 1;
    private static final int IDLE_PRIO = 120;
    private static final int TRACKS_PER_CPU = 3;

    private final OutputStream out;
    private final String release;
    private final ToIntFunction<String> prioOfKind;
    private final ProtoWriter packets = new ProtoWriter();
    private final Map<String, Integer> processOfKind = new TreeMap<>();
    private final List<byte[]> comms = new ArrayList<>();
    private final List<Integer> prios = new ArrayList<>();
    private ProtoWriter[] bundles = {};
    private byte[][] swappers = {};
    private int[] current = {};
    private boolean[] pressureTrack = {};

    /**
     * @param out where to; closed by {@link #close}, should be buffered
     * @param release kernel release, {@code 6.12.117}: viewers read the states of tasks by it
     * @param prioOfKind kernel priority of a kind of task, 120 + nice or 99 - rt priority
     */
    public PerfettoTrace(OutputStream out, String release, ToIntFunction<String> prioOfKind) {
        this.out = out;
        this.release = release;
        this.prioOfKind = prioOfKind;
    }

    @Override
    public void begin(int cpus, long startNs) {
        bundles = new ProtoWriter[cpus];
        swappers = new byte[cpus][];
        current = new int[cpus];
        pressureTrack = new boolean[cpus];
        Arrays.fill(current, IDLE);
        packets.begin(TRACE_PACKET);
        packets.begin(PACKET_SYSTEM_INFO);
        packets.begin(SYSTEM_UTSNAME);
        packets.text(UTSNAME_SYSNAME, ProtoWriter.utf8("Linux"));
        packets.text(UTSNAME_RELEASE, ProtoWriter.utf8(release));
        packets.end();
        packets.end();
        packets.number(PACKET_SEQUENCE_ID, SEQUENCE);
        packets.number(PACKET_SEQUENCE_FLAGS, SEQ_INCREMENTAL_STATE_CLEARED);
        packets.end();
        for (int cpu = 0; cpu < cpus; cpu++) {
            bundles[cpu] = new ProtoWriter();
            swappers[cpu] = ProtoWriter.utf8("swapper/" + cpu);
            counterTrack(nrRunningTrack(cpu), "cpu " + cpu + " nr_running");
            counterTrack(utilTrack(cpu), "cpu " + cpu + " util_avg");
        }
    }

    @Override
    public void newTask(int task, String name, String kind, String group) {
        while (comms.size() <= task) {
            comms.add(new byte[0]);
            prios.add(IDLE_PRIO);
        }
        comms.set(task, ProtoWriter.utf8(name));
        prios.set(task, prioOfKind.applyAsInt(kind));
        int tid = tid(task);
        Integer known = processOfKind.putIfAbsent(kind, tid);
        int pid = known == null ? tid : known;
        if (known == null) {
            beginTrack(processTrack(pid));
            packets.begin(TRACK_PROCESS);
            packets.number(PROCESS_PID, pid);
            packets.text(PROCESS_NAME, ProtoWriter.utf8(kind));
            packets.end();
            endTrack();
        }
        beginTrack(threadTrack(tid));
        packets.number(TRACK_PARENT_UUID, processTrack(pid));
        packets.begin(TRACK_THREAD);
        packets.number(THREAD_PID, pid);
        packets.number(THREAD_TID, tid);
        packets.text(THREAD_NAME, comms.get(task));
        packets.end();
        endTrack();
    }

    @Override
    public void fork(long ns, int cpu, int parent, int child) {
        ProtoWriter w = beginEvent(ns, cpu, parent);
        w.begin(EVENT_TASK_NEWTASK);
        w.number(NEWTASK_PID, tid(child));
        w.text(NEWTASK_COMM, comm(child, cpu));
        w.number(NEWTASK_CLONE_FLAGS, CLONE_THREAD);
        w.end();
        endEvent(w);
    }

    @Override
    public void waking(long ns, int cpu, int waker, int task, int prevCpu) {
        wake(EVENT_SCHED_WAKING, ns, cpu, waker, task, prevCpu);
    }

    @Override
    public void wakeup(long ns, int task, int target) {
        wake(EVENT_SCHED_WAKEUP, ns, target, current[target], task, target);
    }

    private void wake(int kind, long ns, int cpu, int by, int task, int target) {
        ProtoWriter w = beginEvent(ns, cpu, by);
        w.begin(kind);
        w.text(WAKE_COMM, comm(task, cpu));
        w.number(WAKE_PID, tid(task));
        w.number(WAKE_PRIO, prio(task));
        w.number(WAKE_SUCCESS, 1);
        w.number(WAKE_TARGET_CPU, target);
        w.end();
        endEvent(w);
    }

    @Override
    public void switched(long ns, int cpu, int prev, int why, int next) {
        current[cpu] = next;
        ProtoWriter w = beginEvent(ns, cpu, prev);
        w.begin(EVENT_SCHED_SWITCH);
        w.text(SWITCH_PREV_COMM, comm(prev, cpu));
        w.number(SWITCH_PREV_PID, tid(prev));
        w.number(SWITCH_PREV_PRIO, prio(prev));
        w.number(SWITCH_PREV_STATE, state(why));
        w.text(SWITCH_NEXT_COMM, comm(next, cpu));
        w.number(SWITCH_NEXT_PID, tid(next));
        w.number(SWITCH_NEXT_PRIO, prio(next));
        w.end();
        endEvent(w);
    }

    private static int state(int why) {
        return switch (why) {
            case PREEMPTED -> STATE_RUNNABLE_PREEMPTED;
            case SLEEPS -> STATE_SLEEPING;
            case EXITS -> STATE_DEAD;
            default -> 0;
        };
    }

    @Override
    public void nrRunning(long ns, int cpu, int nr) {
        counter(ns, nrRunningTrack(cpu), nr);
    }

    @Override
    public void util(long ns, int cpu, long utilAvg) {
        counter(ns, utilTrack(cpu), utilAvg);
    }

    @Override
    public void pressure(long ns, int cpu, long durationNs) {
        if (!pressureTrack[cpu]) {
            pressureTrack[cpu] = true;
            beginTrack(pressureTrackId(cpu));
            packets.text(TRACK_NAME, ProtoWriter.utf8("cpu " + cpu + " interrupts"));
            endTrack();
        }
        slice(ns, pressureTrackId(cpu), TYPE_SLICE_BEGIN);
        slice(ns + durationNs, pressureTrackId(cpu), TYPE_SLICE_END);
    }

    @Override
    public void end(long ns) {
        for (int cpu = 0; cpu < current.length; cpu++) {
            if (current[cpu] != IDLE) {
                switched(ns, cpu, current[cpu], PREEMPTED, IDLE);
            }
        }
    }

    /** Writes what is left and closes the stream. */
    @Override
    public void close() throws IOException {
        try (OutputStream closing = out) {
            packets.flushTo(closing);
            for (ProtoWriter bundle : bundles) {
                bundle.flushTo(closing);
            }
        }
    }

    private ProtoWriter beginEvent(long ns, int cpu, int by) {
        ProtoWriter w = bundles[cpu];
        if (w.size() == 0) {
            w.begin(TRACE_PACKET);
            w.begin(PACKET_FTRACE_EVENTS);
            w.number(BUNDLE_CPU, cpu);
        }
        w.begin(BUNDLE_EVENT);
        w.number(EVENT_TIMESTAMP, ns);
        w.number(EVENT_PID, tid(by));
        return w;
    }

    private void endEvent(ProtoWriter w) {
        w.end();
        flushWhenFull(w);
    }

    private void flushWhenFull(ProtoWriter w) {
        if (w.size() < FLUSH_BYTES) {
            return;
        }
        try {
            // Descriptions of threads go before the events that speak of them.
            packets.flushTo(out);
            if (w != packets) {
                w.flushTo(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void beginTrack(long uuid) {
        packets.begin(TRACE_PACKET);
        packets.number(PACKET_SEQUENCE_ID, SEQUENCE);
        packets.begin(PACKET_TRACK_DESCRIPTOR);
        packets.number(TRACK_UUID, uuid);
    }

    private void endTrack() {
        packets.end();
        packets.end();
        flushWhenFull(packets);
    }

    private void counterTrack(long uuid, String name) {
        beginTrack(uuid);
        packets.text(TRACK_NAME, ProtoWriter.utf8(name));
        packets.begin(TRACK_COUNTER);
        packets.number(COUNTER_UNIT, UNIT_COUNT);
        packets.end();
        endTrack();
    }

    private void counter(long ns, long track, long value) {
        beginTrackEvent(ns, track, TYPE_COUNTER);
        packets.number(TRACK_EVENT_COUNTER_VALUE, value);
        endTrack();
    }

    private void slice(long ns, long track, int type) {
        beginTrackEvent(ns, track, type);
        if (type == TYPE_SLICE_BEGIN) {
            packets.text(TRACK_EVENT_NAME, ProtoWriter.utf8("interrupt"));
        }
        endTrack();
    }

    private void beginTrackEvent(long ns, long track, int type) {
        packets.begin(TRACE_PACKET);
        packets.number(PACKET_TIMESTAMP, ns);
        packets.number(PACKET_SEQUENCE_ID, SEQUENCE);
        packets.begin(PACKET_TRACK_EVENT);
        packets.number(TRACK_EVENT_TYPE, type);
        packets.number(TRACK_EVENT_TRACK_UUID, track);
    }

    private static int tid(int task) {
        return task + 1;
    }

    private byte[] comm(int task, int cpu) {
        return task == IDLE ? swappers[cpu] : comms.get(task);
    }

    private int prio(int task) {
        return task == IDLE ? IDLE_PRIO : prios.get(task);
    }

    // Tracks are numbered in three ranges: threads odd, processes even below 2^33, per-CPU tracks above.
    private static long threadTrack(int tid) {
        return 2L * tid + 1;
    }

    private static long processTrack(int pid) {
        return 2L * pid;
    }

    private static long nrRunningTrack(int cpu) {
        return (1L << 33) + (long) TRACKS_PER_CPU * cpu;
    }

    private static long utilTrack(int cpu) {
        return nrRunningTrack(cpu) + 1;
    }

    private static long pressureTrackId(int cpu) {
        return nrRunningTrack(cpu) + 2;
    }
}
