package org.schedlab.trace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the events of a run in memory, 24 bytes each, and writes them as text: one event a line, in the order of the run, fields separated by
 * one space.
 *
 * <pre>
 * # ns cpu event task arguments
 * 2000000 1 waking sleeper waker=idle prev_cpu=1
 * 2000000 1 wakeup sleeper
 * 2003000 1 switch idle I sleeper
 * </pre>
 *
 * <p>Of a {@code switch} the first thread leaves, the letter says why (R still runnable, S sleeps, X ends, I idle), the last thread comes. The
 * log grows by chunks of 2048 events; other than that no event allocates. Task names in the text are the thread names. One thread.
 */
public final class EventLog implements SchedObserver {

    private static final int WAKING = 0;
    private static final int WAKEUP = 1;
    private static final int MIGRATE = 2;
    private static final int SWITCH = 3;
    private static final int TICK = 4;
    private static final int RESCHED = 5;
    private static final int FORK = 6;
    private static final int EXIT = 7;
    private static final int PRESSURE = 8;
    private static final int ONLINE = 9;

    private static final String WHY = "RSXI";
    private static final int WORDS = 3;
    private static final int CHUNK = 2048 * WORDS;
    private static final int KIND_SHIFT = 60;
    private static final int CPU_SHIFT = 32;
    private static final long CPU_MASK = 0xfff_ffffL;

    private final List<long[]> chunks = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private long[] last = new long[0];
    private int used;

    /** A log without events. */
    public EventLog() {}

    /** Number of events. */
    public long size() {
        return chunks.isEmpty() ? 0 : ((long) (chunks.size() - 1) * CHUNK + used) / WORDS;
    }

    private void add(int kind, long ns, int cpu, int task, long argument) {
        if (used == last.length) {
            last = new long[CHUNK];
            chunks.add(last);
            used = 0;
        }
        last[used] = ns;
        last[used + 1] = ((long) kind << KIND_SHIFT) | ((cpu & CPU_MASK) << CPU_SHIFT) | (task & 0xffff_ffffL);
        last[used + 2] = argument;
        used += WORDS;
    }

    @Override
    public void newTask(int task, String name, String kind, String group) {
        names.add(name);
    }

    @Override
    public void fork(long ns, int cpu, int parent, int child) {
        add(FORK, ns, cpu, child, parent);
    }

    @Override
    public void waking(long ns, int cpu, int waker, int task, int prevCpu) {
        add(WAKING, ns, cpu, task, ((long) prevCpu << CPU_SHIFT) | (waker & 0xffff_ffffL));
    }

    @Override
    public void wakeup(long ns, int task, int target) {
        add(WAKEUP, ns, target, task, 0);
    }

    @Override
    public void migrate(long ns, int task, int from, int to) {
        add(MIGRATE, ns, from, task, to);
    }

    @Override
    public void switched(long ns, int cpu, int prev, int why, int next) {
        add(SWITCH, ns, cpu, prev, ((long) why << CPU_SHIFT) | (next & 0xffff_ffffL));
    }

    @Override
    public void exit(long ns, int cpu, int task) {
        add(EXIT, ns, cpu, task, 0);
    }

    @Override
    public void tick(long ns, int cpu) {
        add(TICK, ns, cpu, IDLE, 0);
    }

    @Override
    public void resched(long ns, int cpu, boolean lazy) {
        add(RESCHED, ns, cpu, IDLE, lazy ? 1 : 0);
    }

    @Override
    public void pressure(long ns, int cpu, long durationNs) {
        add(PRESSURE, ns, cpu, IDLE, durationNs);
    }

    @Override
    public void online(long ns, int cpu, boolean online) {
        add(ONLINE, ns, cpu, IDLE, online ? 1 : 0);
    }

    /** Writes all events as text. */
    public void writeTo(Appendable out) throws IOException {
        out.append("# ns cpu event task arguments\n");
        long events = size();
        for (long i = 0; i < events; i++) {
            long[] chunk = chunks.get((int) (i * WORDS / CHUNK));
            write(out, chunk, (int) (i * WORDS % CHUNK));
        }
    }

    private void write(Appendable out, long[] chunk, int at) throws IOException {
        long head = chunk[at + 1];
        int cpu = (int) (head >>> CPU_SHIFT & CPU_MASK);
        String task = name((int) head);
        long argument = chunk[at + 2];
        int high = (int) (argument >> CPU_SHIFT);
        out.append(Long.toString(chunk[at]))
                .append(' ')
                .append(Integer.toString(cpu))
                .append(' ');
        String text = switch ((int) (head >>> KIND_SHIFT)) {
            case WAKING -> "waking " + task + " waker=" + name((int) argument) + " prev_cpu=" + high;
            case WAKEUP -> "wakeup " + task;
            case MIGRATE -> "migrate " + task + " to=" + argument;
            case SWITCH -> "switch " + task + " " + WHY.charAt(high) + " " + name((int) argument);
            case TICK -> "tick";
            case RESCHED -> argument == 1 ? "resched lazy" : "resched";
            case FORK -> "fork " + task + " parent=" + name((int) argument);
            case EXIT -> "exit " + task;
            case PRESSURE -> "pressure duration_ns=" + argument;
            case ONLINE -> argument == 1 ? "online" : "offline";
            default -> throw new IllegalStateException("event kind of word (" + head + ") is unknown");
        };
        out.append(text).append('\n');
    }

    private String name(int task) {
        return task == IDLE ? "idle" : names.get(task);
    }
}
