package org.schedlab.topology;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schedlab.topology.input.InvalidInputException;

/**
 * A regular machine: every part of a kind has the same number of parts of the next kind. Read from a short string of counts and letters,
 * outermost first: {@code s} sockets (packages; also {@code p}), {@code n} memory nodes, {@code d} dies, {@code l} last level caches,
 * {@code k} clusters, {@code c} cores, {@code t} threads, as in {@code 2s 10c 2t} or {@code 1n2l4c1t}. Blanks do not matter. A final
 * word {@code split} numbers the second threads after all first ones, as most x86 servers do; otherwise threads of a core are neighbours.
 *
 * <p>What is not named: without {@code n} every socket is a node; without {@code s} every node is a socket; without {@code l} the innermost
 * of socket, node and die shares one last level cache; without {@code k} clusters are cores. Distances: 10 within a node, 12 between nodes
 * of one socket, 20 between others.
 *
 * @param parts kinds and counts, outermost first; each kind once
 * @param splitThreads whether second threads are numbered after all first ones
 */
public record RegularShape(List<Part> parts, boolean splitThreads) {

    /** Most CPUs that a short string may ask for. */
    public static final int MAX_CPUS = 8192;

    private static final int SAME_SOCKET_DISTANCE = 12;
    private static final String SPLIT = "split";
    private static final Pattern PART = Pattern.compile("(\\d{1,6})\\s*([snpdlkct])\\s*");
    private static final Pattern SHAPE = Pattern.compile("(?:" + PART.pattern() + "){1,7}(?:" + SPLIT + ")?");

    /** One kind of part and how many of it each outer part has. */
    public record Part(Kind kind, int count) {}

    /** Kinds of parts with their letters. */
    public enum Kind {
        SOCKET('s'),
        NODE('n'),
        DIE('d'),
        LLC('l'),
        CLUSTER('k'),
        CORE('c'),
        THREAD('t');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        static Kind of(char letter) {
            for (Kind kind : values()) {
                if (kind.letter == letter || (kind == SOCKET && letter == 'p')) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("letter (" + letter + ") names no part of a machine");
        }
    }

    public RegularShape {
        parts = List.copyOf(parts);
        EnumSet<Kind> seen = EnumSet.noneOf(Kind.class);
        long cpus = 1;
        for (Part part : parts) {
            if (!seen.add(part.kind())) {
                throw new IllegalArgumentException("part (" + part.kind().letter + ") is named twice");
            }
            boolean inner = part.kind().compareTo(Kind.CLUSTER) >= 0;
            if (!inner && (seen.contains(Kind.CLUSTER) || seen.contains(Kind.CORE) || seen.contains(Kind.THREAD))) {
                throw new IllegalArgumentException("part (" + part.kind().letter + ") stands inside a core");
            }
            if (inner && seen.stream().anyMatch(other -> other.compareTo(part.kind()) > 0)) {
                throw new IllegalArgumentException("part (" + part.kind().letter + ") stands inside a smaller one");
            }
            if (part.count() < 1) {
                throw new IllegalArgumentException(
                        "count (" + part.count() + ") of " + part.kind().letter + " is not positive");
            }
            cpus *= part.count();
            if (cpus > MAX_CPUS) {
                throw new IllegalArgumentException("the machine has more than " + MAX_CPUS + " CPUs");
            }
        }
    }

    /** Whether a text has the form of a short string, right or wrong in its numbers. */
    public static boolean looksLike(String text) {
        return SHAPE.matcher(text.strip().toLowerCase(Locale.ROOT)).matches();
    }

    /**
     * Reads a short string.
     *
     * @throws InvalidInputException when it is not one
     */
    public static RegularShape parse(String text) {
        String shape = text.strip().toLowerCase(Locale.ROOT);
        if (!SHAPE.matcher(shape).matches()) {
            throw new InvalidInputException(
                    text,
                    0,
                    "machine (" + text + ") is not counts with the letters s n d l k c t",
                    "write it as 2s 10c 2t or 1n2l4c1t.");
        }
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(shape);
        while (matcher.find()) {
            parts.add(new Part(Kind.of(matcher.group(2).charAt(0)), Integer.parseInt(matcher.group(1))));
        }
        try {
            return new RegularShape(parts, shape.endsWith(SPLIT));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    text, 0, "machine (" + text + "): " + e.getMessage(), "write outer parts first, as in 2s 10c 2t.");
        }
    }

    /** How many parts of a kind each outer part has; 1 when the kind is not named. */
    public int count(Kind kind) {
        for (Part part : parts) {
            if (part.kind() == kind) {
                return part.count();
            }
        }
        return 1;
    }

    private boolean has(Kind kind) {
        return parts.stream().anyMatch(part -> part.kind() == kind);
    }

    /** CPUs of the machine. */
    public int cpus() {
        int cpus = 1;
        for (Part part : parts) {
            cpus *= part.count();
        }
        return cpus;
    }

    /** Builds the machine: every CPU online and allowed, capacity 1024. */
    public Topology topology() {
        int cpus = cpus();
        int threads = count(Kind.THREAD);
        int cores = cpus / threads;
        TopologyBuilder builder = Topology.builder(cpus);
        for (int place = 0; place < cpus; place++) {
            int core = place / threads;
            int thread = place % threads;
            place(builder, place, splitThreads ? thread * cores + core : place);
        }
        distances(builder, cpus);
        return builder.build();
    }

    private void place(TopologyBuilder builder, int place, int cpu) {
        int threads = count(Kind.THREAD);
        int socket = has(Kind.SOCKET) || !has(Kind.NODE) ? index(Kind.SOCKET, place) : index(Kind.NODE, place);
        builder.place(TopologyLevel.CORE, cpu, place / threads);
        builder.coreId(cpu, place / threads);
        builder.place(TopologyLevel.PACKAGE, cpu, socket);
        builder.packageId(cpu, socket);
        builder.place(TopologyLevel.NODE, cpu, node(place));
        builder.place(TopologyLevel.LLC, cpu, has(Kind.LLC) ? index(Kind.LLC, place) : outer(place));
        builder.llcLevel(cpu, 3);
        if (has(Kind.DIE)) {
            builder.place(TopologyLevel.DIE, cpu, index(Kind.DIE, place));
        }
        if (has(Kind.CLUSTER)) {
            builder.place(TopologyLevel.CLUSTER, cpu, index(Kind.CLUSTER, place));
        }
    }

    private int node(int place) {
        return has(Kind.NODE) ? index(Kind.NODE, place) : index(Kind.SOCKET, place);
    }

    /** Which part of a kind, counted over the whole machine, the CPU in this place is in; 0 when the kind is not named. */
    private int index(Kind kind, int place) {
        int below = 1;
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (parts.get(i).kind() == kind) {
                return place / below;
            }
            below *= parts.get(i).count();
        }
        return 0;
    }

    /** The innermost of socket, node and die. */
    private int outer(int place) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (parts.get(i).kind().compareTo(Kind.DIE) <= 0) {
                return index(parts.get(i).kind(), place);
            }
        }
        return 0;
    }

    private void distances(TopologyBuilder builder, int cpus) {
        int[] socketOfNode = new int[node(cpus - 1) + 1];
        for (int place = 0; place < cpus; place++) {
            socketOfNode[node(place)] = has(Kind.SOCKET) ? index(Kind.SOCKET, place) : node(place);
        }
        for (int a = 0; a < socketOfNode.length; a++) {
            for (int b = 0; b < socketOfNode.length; b++) {
                int remote = socketOfNode[a] == socketOfNode[b] ? SAME_SOCKET_DISTANCE : Topology.REMOTE_DISTANCE;
                builder.distance(a, b, a == b ? Topology.LOCAL_DISTANCE : remote);
            }
        }
    }
}
