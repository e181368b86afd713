package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.statemetrics.Saying.Value;
import io.gpuledger.analyzer.parse.Fork;
import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.Slots;
import io.gpuledger.analyzer.source.Scope;
import io.gpuledger.analyzer.source.Tally;
import io.gpuledger.analyzer.telemetry.Batch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// What becomes of each series of a reader that tells of a cluster: decided once, by its name and labels. For several
/// threads at once.
public final class StateBook implements Slots {
    /// A clock that is further ahead is wrong.
    private static final Duration AHEAD_MAX = Duration.ofMinutes(10);

    private static final String PREFIX = "kube_";

    /// Statements of samples, by who says them.
    ///
    /// @param tally what became of the samples
    public record Told(List<Batch> batches, Tally tally) {}

    private record Cell(Telling telling, Saying saying) {}

    private final Scope scope;
    private final Annotations kept;
    private final Tellings tellings;
    private final List<Cell> cells = new ArrayList<>();

    StateBook(Scope scope, Annotations kept, Tellings tellings) {
        this.scope = scope;
        this.kept = kept;
        this.tellings = tellings;
    }

    @Override
    public int slot(String name, Labels labels) {
        if (!name.startsWith(PREFIX)) {
            return IGNORED;
        }
        synchronized (tellings) {
            return Families.saying(name, new Series(scope.cluster(labels), labels, kept))
                    .map(saying -> add(new Cell(tellings.of(saying.object().cluster(), scope.origin(labels)), saying)))
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
        synchronized (tellings) {
            cells.clear();
        }
    }

    /// What a reader has just read, of which the second of a [Fork] is this.
    ///
    /// @param nowMillis the instant of samples that say none
    public Told collect(Samples samples, long nowMillis) {
        synchronized (tellings) {
            return new Round(samples, nowMillis).told();
        }
    }

    /// The samples of one page or request.
    private final class Round {
        private final Samples samples;
        private final long nowMillis;
        private final LinkedHashSet<Telling> touched = new LinkedHashSet<>();
        private long mapped;
        private long notANumber;
        private long future;

        Round(Samples samples, long nowMillis) {
            this.samples = samples;
            this.nowMillis = nowMillis;
        }

        Told told() {
            for (var i = 0; i < samples.size(); i++) {
                if (Fork.isOfSecond(samples.slot(i))) {
                    tell(
                            cells.get(Fork.ofSecond(samples.slot(i))),
                            samples.value(i),
                            samples.isTimed(i) ? samples.millis(i) : nowMillis);
                }
            }
            var batches = new ArrayList<Batch>();
            touched.forEach(telling -> {
                var statements = telling.take(samples.problems() == 0);
                if (!statements.isEmpty()) {
                    batches.add(new Batch(telling.origin(), List.of(), statements));
                }
            });
            return new Told(batches, new Tally(mapped, 0, 0, notANumber, 0, future, Optional.empty()));
        }

        private void tell(Cell cell, double value, long millis) {
            if (millis > nowMillis + AHEAD_MAX.toMillis()) {
                future++;
            } else if (Samples.isEnd(value)) {
                mapped++;
                cell.telling().end(cell.saying(), millis);
            } else if (Double.isNaN(value)) {
                notANumber++;
            } else {
                mapped++;
                touched.add(cell.telling());
                cell.telling().hear(tellings.epoch(), millis);
                say(cell, value, millis);
            }
        }

        private void say(Cell cell, double value, long millis) {
            var object = cell.saying().object();
            var told = cell.saying().told();
            if (told.isEmpty()) {
                var _ = cell.telling().there(object, millis);
            }
            for (var one : told) {
                text(one.value(), value).ifPresent(text -> cell.telling().say(object, one.attribute(), text, millis));
            }
        }

        private static Optional<String> text(Value told, double value) {
            return switch (told) {
                case Value.Constant(String text) -> value == 0 ? Optional.empty() : Optional.of(text);
                case Value.Flag() -> Optional.of(value == 0 ? "false" : "true");
                case Value.Amount() -> Optional.of(Resource.text(value));
                case Value.Moment() ->
                    Optional.of(Instant.ofEpochMilli(Math.round(value * 1_000)).toString());
            };
        }
    }
}
