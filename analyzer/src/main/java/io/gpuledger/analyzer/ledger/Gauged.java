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

    private final List<Row> rows;
    private final Predicate<Row> isTold;
    private final long[] gaps = new long[BEFORE + AFTER];

    /// @param isTold whether a row tells a value
    private Gauged(List<Row> rows, Predicate<Row> isTold) {
        this.rows = rows;
        this.isTold = isTold;
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
        var stretches = new ArrayList<T>(rows.size());
        for (var at = told(0); at < rows.size(); ) {
            var next = told(at + 1);
            var from = rows.get(at).millis();
            var most = from + INTERVALS_MAX * interval(at);
            var to = next < rows.size() ? Math.min(most, rows.get(next).millis()) : most;
            if (which.test(rows.get(at))) {
                stretches.add(stretch.apply(rows.get(at), new Span(from, to)));
            }
            at = next;
        }
        return stretches;
    }

    /// Returns the index of the first row from this one on that tells a value, or the number of rows where none does.
    private int told(int from) {
        var at = from;
        while (at < rows.size() && !isTold.test(rows.get(at))) {
            at++;
        }
        return at;
    }

    private long interval(int at) {
        var earliest = rows.get(at).millis() - MEMORY_MILLIS;
        var first = told(Math.max(0, at - BEFORE));
        var count = 0;
        for (var next = told(first + 1); next < rows.size() && next <= at + AFTER; next = told(next + 1)) {
            var gap = rows.get(next).millis() - rows.get(first).millis();
            if (rows.get(first).millis() >= earliest && gap <= MEMORY_MILLIS) {
                gaps[count++] = gap;
            }
            first = next;
        }
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
