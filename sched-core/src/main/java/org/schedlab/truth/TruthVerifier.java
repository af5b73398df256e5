package org.schedlab.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.RunChoices;
import org.schedlab.topology.input.InvalidInputException;
import tools.jackson.core.JacksonException;

/**
 * Runs recordings in the model, several at a time, and compares. The outcome does not depend on the number of workers. One use, one thread.
 */
public final class TruthVerifier {

    private final Supplier<Composer> composers;
    private final Tolerances tolerances;
    private final int mostRuns;
    private final int workers;

    /**
     * What came of a recording.
     *
     * @param name of its folder
     * @param comparison the figures, or null when it could not be compared
     * @param refused why not, or null
     */
    public record Outcome(
            String name,
            @Nullable Comparison comparison,
            @Nullable String refused) {}

    /**
     * Prepares.
     *
     * @param composers a composer for each run
     * @param mostRuns phases against the tick at which each recording is run, at most as many as were recorded
     * @param workers recordings at a time
     */
    public TruthVerifier(Supplier<Composer> composers, Tolerances tolerances, int mostRuns, int workers) {
        if (mostRuns < 1 || workers < 1) {
            throw new IllegalArgumentException(
                    "runs (" + mostRuns + ") and workers (" + workers + ") must be positive");
        }
        this.composers = composers;
        this.tolerances = tolerances;
        this.mostRuns = mostRuns;
        this.workers = workers;
    }

    /**
     * The recordings of a directory, or the directory itself when it is one, whose names contain a match.
     *
     * @throws InvalidInputException when the directory cannot be read
     */
    public static List<Path> find(Path directory, Pattern only) {
        if (Recording.isOne(directory)) {
            boolean wanted = only.matcher(directory.getFileName().toString()).find();
            return wanted ? List.of(directory) : List.of();
        }
        try (Stream<Path> list = Files.list(directory)) {
            return list.filter(Recording::isOne)
                    .filter(f -> only.matcher(f.getFileName().toString()).find())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new InvalidInputException(
                    directory.toString(), 0, "cannot be read as a directory of recordings", "the path is misspelt.");
        }
    }

    /** Compares all; {@code each} hears of them in the order of the list, from the calling thread. */
    public void verify(List<Path> folders, Consumer<Outcome> each) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(workers, work -> {
            Thread thread = new Thread(work, "recording");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<Outcome>> outcomes = new ArrayList<>();
            for (Path folder : folders) {
                outcomes.add(pool.submit(() -> outcome(folder)));
            }
            for (Future<Outcome> outcome : outcomes) {
                each.accept(outcome.get());
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private Outcome outcome(Path folder) {
        String name = String.valueOf(folder.getFileName());
        try {
            return new Outcome(name, compare(Recording.read(folder)), null);
        } catch (InvalidInputException e) {
            return new Outcome(name, null, e.getMessage());
        } catch (JacksonException e) {
            return new Outcome(
                    name, null, name + ": a value is not what it should be (" + e.getOriginalMessage() + ")");
        }
    }

    /**
     * Compares one recording, here and now.
     *
     * @throws InvalidInputException when the model does not understand something of it
     */
    public Comparison compare(Recording recording) {
        List<Figures> model = new ArrayList<>();
        for (int run = 0; run < Math.min(mostRuns, recording.runs()); run++) {
            model.add(Figures.of(composers
                    .get()
                    .compose(recording.scenario(run), RunChoices.none())
                    .simulation(List.of())
                    .run()));
        }
        return Comparison.of(recording, model, tolerances);
    }
}
