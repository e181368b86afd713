package io.gpuledger.analyzer.ledger;

import static io.gpuledger.analyzer.ledger.Stretch.MICROS;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/// Finds activity by gauges. A value holds until the next, for three intervals at most. An interval is the median of
/// the gaps between values among the last twenty readings and the next one: so it depends on nothing that is out of
/// reach ([Reach]).
final class Gauged {
    private static final int BEFORE = 20;
    private static final int AFTER = 1;
    private static final int INTERVALS_MAX = 3;
    private static final long USUAL_MILLIS = 30_000;
    private static final long INTERVAL_MAX_MILLIS = 3_600_000;
    private static final long MEMORY_MILLIS = Reach.MILLIS - INTERVALS_MAX * INTERVAL_MAX_MILLIS;

    /// The readings that tell a value.
    private final List<Row> told;
    /// Where each of them stands among all readings.
    private final int[] places;

    private final long[] gaps = new long[BEFORE + AFTER];

    /// @param isTold whether a row tells a value
    private Gauged(List<Row> rows, Predicate<Row> isTold) {
        this.told = new ArrayList<>(rows.size());
        this.places = new int[rows.size()];
        for (var place = 0; place < rows.size(); place++) {
            if (isTold.test(rows.get(place))) {
                places[told.size()] = place;
                told.add(rows.get(place));
            }
        }
    }

    static List<Stretch> of(List<Row> rows, Basis basis, Field gauge, Quiet quiet) {
        return new Gauged(rows, row -> (row.values().said() & gauge.bit()) != 0).held(_ -> true, (row, span) -> {
            var observed = span.millis() * MICROS;
            var active = part(value(row, gauge), observed);
            return new Stretch(span, Optional.of(basis), observed, active, traffic(row, observed, quiet));
        });
    }

    /// Returns stretches that say that the device answered, and nothing else.
    ///
    /// @param which whether a reading tells nothing else
    static List<Stretch> presence(List<Row> rows, Predicate<Row> which) {
        return new Gauged(rows, _ -> true)
                .held(which, (_, span) -> new Stretch(span, Optional.empty(), span.millis() * MICROS, 0, 0));
    }

    /// Returns the energy that follows from the power.
    ///
    /// @param isTold whether a reading counts
    static List<Energy> energy(List<Row> rows, Predicate<Row> isTold) {
        return new Gauged(rows, isTold).held(_ -> true, (row, span) -> {
            var joules = value(row, Field.POWER_WATTS) * span.millis() / 1000;
            return new Energy(span, joules);
        });
    }

    private <T> List<T> held(Predicate<Row> which, BiFunction<Row, Span, T> stretch) {
        var stretches = new ArrayList<T>(told.size());
        for (int at = 0, first = 0; at < told.size(); at++) {
            while (places[first] < places[at] - BEFORE) {
                first++;
            }
            if (which.test(told.get(at))) {
                stretches.add(stretch.apply(told.get(at), new Span(millis(at), until(first, at))));
            }
        }
        return stretches;
    }

    private long millis(int at) {
        return told.get(at).millis();
    }

    /// Returns until when a value holds.
    ///
    /// @param first the first of the values that its interval follows from
    private long until(int first, int at) {
        var count = gaps(first, at);
        if (at + 1 < told.size() && isWithinIntervals(millis(at + 1) - millis(at), count)) {
            return millis(at + 1);
        }
        var most = millis(at) + INTERVALS_MAX * interval(count);
        return at + 1 < told.size() ? Math.min(most, millis(at + 1)) : most;
    }

    /// Collects the gaps between values that the interval of one of them follows from, and returns how many there are.
    private int gaps(int first, int at) {
        var earliest = millis(at) - MEMORY_MILLIS;
        var count = 0;
        for (var next = first + 1; next < told.size() && places[next] <= places[at] + AFTER; next++) {
            var gap = millis(next) - millis(next - 1);
            if (millis(next - 1) >= earliest && gap <= MEMORY_MILLIS) {
                gaps[count++] = gap;
            }
        }
        return count;
    }

    /// Says whether a gap is known to be no longer than a value holds, which does not take the median: it is enough
    /// that no more than half of the gaps are too short for that. Nearly all values hold until the next one.
    private boolean isWithinIntervals(long gap, int count) {
        var tooShort = 0;
        for (var i = 0; i < count; i++) {
            tooShort += INTERVALS_MAX * gaps[i] < gap ? 1 : 0;
        }
        return count > 0 && tooShort <= count / 2 && gap <= INTERVALS_MAX * INTERVAL_MAX_MILLIS;
    }

    private long interval(int count) {
        if (count == 0) {
            return USUAL_MILLIS;
        }
        Arrays.sort(gaps, 0, count);
        return Math.min(gaps[count / 2], INTERVAL_MAX_MILLIS);
    }

    private static long part(double ratio, long observed) {
        return Math.clamp(Math.round(ratio * observed), 0, observed);
    }

    private static long traffic(Row row, long observed, Quiet quiet) {
        var ratio = value(row, Field.DRAM_ACTIVE_RATIO);
        ratio = Math.max(ratio, value(row, Field.PCIE_SENT_BYTES_PER_SECOND) / quiet.pcie());
        ratio = Math.max(ratio, value(row, Field.PCIE_RECEIVED_BYTES_PER_SECOND) / quiet.pcie());
        if (value(row, Field.POWER_WATTS) > quiet.watts()) {
            ratio = 1;
        }
        return part(ratio, observed);
    }

    private static double value(Row row, Field field) {
        return row.values().or(field, 0);
    }
}
