package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.stream.Stream;

/// Finds what a unit's readings come to over time. Of each instant it takes the best that is known: counters come
/// before gauges, the best basis first among each, and last of all comes that the device answered.
final class Readings {
    private record Source(Basis basis, Field field) {}

    private static final List<Source> COUNTERS = List.of(
            new Source(Basis.SM_ACTIVE, Field.SM_ACTIVE_SECONDS),
            new Source(Basis.ENGINE_ACTIVE, Field.ENGINE_ACTIVE_SECONDS),
            new Source(Basis.UTILIZATION, Field.BUSY_SECONDS));
    private static final List<Source> GAUGES = List.of(
            new Source(Basis.SM_ACTIVE, Field.SM_ACTIVE_RATIO),
            new Source(Basis.ENGINE_ACTIVE, Field.ENGINE_ACTIVE_RATIO),
            new Source(Basis.UTILIZATION, Field.UTILIZATION_RATIO));
    private static final long OF_ACTIVITY = Stream.of(COUNTERS, GAUGES)
            .flatMap(List::stream)
            .mapToLong(source -> source.field().bit())
            .reduce(0, (one, other) -> one | other);

    private final List<Row> rows;
    private final Quiet quiet;
    private final NavigableSet<Long> starts;
    private List<Stretch> best = List.of();

    private Readings(List<Row> rows, Quiet quiet, NavigableSet<Long> starts) {
        this.rows = rows;
        this.quiet = quiet;
        this.starts = starts;
    }

    /// @param rows of one unit, sorted by time
    /// @param starts when the nodes of pods that held the unit took these pods in, as far as that is known
    static List<Stretch> of(List<Row> rows, Quiet quiet, NavigableSet<Long> starts) {
        return rows.isEmpty() ? List.of() : new Readings(rows, quiet, starts).all();
    }

    private List<Stretch> all() {
        var uncounted = rows.stream().filter(row -> !isCounted(row)).toList();
        for (var source : COUNTERS) {
            if (uncounted.size() < rows.size() && !isComplete()) {
                var counted = Counted.of(rows, source.basis(), source.field(), quiet);
                fill(Bursts.found(Steps.found(counted, starts)));
            }
        }
        if (!uncounted.isEmpty()) {
            for (var source : GAUGES) {
                fill(Gauged.of(uncounted, source.basis(), source.field(), quiet));
            }
        }
        if (!tellTheSame()) {
            fill(Gauged.presence(rows, row -> row.isReading() && !(isCounted(row) && isOfActivity(row))));
        }
        return best;
    }

    /// Says whether all rows tell of activity, and by the same gauge where they do not count. Then nothing is left to
    /// say: a value holds as long as the device is known to answer. It may hold for less where the gauge is told by
    /// fewer rows, as its interval is another one then.
    private boolean tellTheSame() {
        var common = OF_ACTIVITY;
        for (var row : rows) {
            if (!isOfActivity(row)) {
                return false;
            }
            common &= isCounted(row) ? OF_ACTIVITY : row.values().said();
        }
        return common != 0;
    }

    /// Says whether a row is of an exporter that counts. Such an exporter says by its counters what it saw: its gauges
    /// bridge no gap.
    private static boolean isCounted(Row row) {
        return (row.values().said() & Field.OBSERVED_SECONDS.bit()) != 0;
    }

    private static boolean isOfActivity(Row row) {
        return (row.values().said() & OF_ACTIVITY) != 0;
    }

    private boolean isComplete() {
        var at = rows.getFirst().millis();
        for (var stretch : best) {
            if (stretch.span().from() > at) {
                return false;
            }
            at = Math.max(at, stretch.span().to());
        }
        return !best.isEmpty() && at >= rows.getLast().millis();
    }

    private void fill(List<Stretch> worse) {
        best = filled(best, worse);
    }

    /// Returns the best stretches, and parts of the worse ones wherever nothing better is known.
    static List<Stretch> filled(List<Stretch> best, List<Stretch> worse) {
        if (best.isEmpty() || worse.isEmpty()) {
            return best.isEmpty() ? worse : best;
        }
        var known = best.stream().map(Stretch::span).toList();
        var filled = new ArrayList<>(best);
        var from = 0;
        for (var stretch : worse) {
            while (from < known.size() && known.get(from).to() <= stretch.span().from()) {
                from++;
            }
            var to = from;
            while (to < known.size() && known.get(to).from() < stretch.span().to()) {
                to++;
            }
            stretch.span().without(known.subList(from, to)).forEach(gap -> filled.add(stretch.within(gap)));
        }
        filled.sort(Comparator.comparingLong(stretch -> stretch.span().from()));
        return filled;
    }
}
