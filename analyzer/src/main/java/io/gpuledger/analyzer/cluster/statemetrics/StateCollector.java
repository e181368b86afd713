package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.PreferredOrigin.About;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.statemetrics.SeriesMeaning.ValueForm;
import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.source.Collected;
import io.gpuledger.analyzer.source.Scope;
import io.gpuledger.analyzer.source.Tally;
import io.gpuledger.analyzer.telemetry.Batch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What becomes of each series of a reader that tells of a cluster: decided once, by its name and labels. For several
/// threads at once.
public final class StateCollector implements SeriesConsumer {
    /// A clock that is further ahead is wrong.
    private static final Duration AHEAD_MAX = Duration.ofMinutes(10);

    private static final String PREFIX = "kube_";

    private record Cell(OriginState state, SeriesMeaning meaning) {}

    private final Scope scope;
    private final Annotations kept;
    private final OriginStates states;
    private final List<Cell> cells = new ArrayList<>();

    StateCollector(Scope scope, Annotations kept, OriginStates states) {
        this.scope = scope;
        this.kept = kept;
        this.states = states;
    }

    @Override
    public int slot(String name, Labels labels) {
        if (!name.startsWith(PREFIX)) {
            return HamiFamilies.has(name)
                    ? slot(About.ASSIGNMENTS, labels, series -> HamiFamilies.meaning(name, series))
                    : IGNORED;
        }
        return slot(About.CLUSTER, labels, series -> Families.meaning(name, series));
    }

    private int slot(About about, Labels labels, Function<StateSeries, Optional<SeriesMeaning>> meanings) {
        synchronized (states) {
            var cluster = scope.cluster(labels);
            return meanings.apply(new StateSeries(cluster, labels, kept))
                    .map(meaning -> add(new Cell(states.of(cluster, about, scope.origin(labels)), meaning)))
                    .orElse(IGNORED);
        }
    }

    private int add(Cell cell) {
        cells.add(cell);
        return cells.size() - 1;
    }

    @Override
    public boolean wantsEnd(int slot) {
        return true;
    }

    @Override
    public void forget() {
        synchronized (states) {
            cells.clear();
        }
    }

    /// Returns the statements of what a reader has just read.
    ///
    /// @param samples those that the reader found for this consumer
    /// @param isWhole whether all that there was could be read, so that what is missing may be over
    /// @param nowMillis the instant of samples that say none
    public Collected collect(Samples samples, boolean isWhole, long nowMillis) {
        synchronized (states) {
            return new Collection(samples, isWhole, nowMillis).statements();
        }
    }

    /// Turns the samples of one page or request into statements.
    private final class Collection {
        private final Samples samples;
        private final boolean isWhole;
        private final long nowMillis;
        private final LinkedHashSet<OriginState> touched = new LinkedHashSet<>();
        private long mapped;
        private long notANumber;
        private long future;

        Collection(Samples samples, boolean isWhole, long nowMillis) {
            this.samples = samples;
            this.isWhole = isWhole;
            this.nowMillis = nowMillis;
        }

        Collected statements() {
            for (var i = 0; i < samples.size(); i++) {
                var millis = samples.isTimed(i) ? samples.millis(i) : nowMillis;
                collect(cells.get(samples.slot(i)), samples.value(i), millis);
            }
            var batches = new ArrayList<Batch>();
            touched.forEach(state -> {
                var statements = state.take(isWhole);
                if (!statements.isEmpty()) {
                    batches.add(new Batch(state.origin(), List.of(), statements));
                }
            });
            return new Collected(batches, new Tally(mapped, 0, 0, notANumber, 0, future, Optional.empty()));
        }

        private void collect(Cell cell, double value, long millis) {
            if (millis > nowMillis + AHEAD_MAX.toMillis()) {
                future++;
            } else if (Samples.isEnd(value)) {
                mapped++;
                touched.add(cell.state());
                cell.state().end(cell.meaning(), millis);
            } else if (Double.isNaN(value)) {
                notANumber++;
            } else {
                mapped++;
                touched.add(cell.state());
                cell.state().beginInstant(states.epoch(), millis);
                set(cell, value, millis);
            }
        }

        private void set(Cell cell, double value, long millis) {
            var object = cell.meaning().object();
            var attributes = cell.meaning().attributes();
            if (attributes.isEmpty()) {
                var _ = cell.state().present(object, millis);
            }
            for (var one : attributes) {
                text(one.form(), value).ifPresent(text -> cell.state().set(object, one.attribute(), text, millis));
                if (one.form() instanceof ValueForm.Since(var text)) {
                    cell.state().date(object, one.attribute(), text, millis(value));
                }
            }
        }

        private static Optional<String> text(ValueForm form, double value) {
            return switch (form) {
                case ValueForm.Constant(String text) -> value == 0 ? Optional.empty() : Optional.of(text);
                case ValueForm.Since(String text) -> Optional.of(text);
                case ValueForm.Flag() -> Optional.of(value == 0 ? "false" : "true");
                case ValueForm.Amount() -> Optional.of(Resource.text(value));
                case ValueForm.Timestamp() ->
                    Optional.of(Instant.ofEpochMilli(millis(value)).toString());
            };
        }

        private static long millis(double seconds) {
            return Math.round(seconds * 1_000);
        }
    }
}
