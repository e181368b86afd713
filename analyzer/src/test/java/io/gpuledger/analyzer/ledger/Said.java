package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Hour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/// What readings say of the activity between them.
final class Said {
    private static final long AGE = 2_000;

    private Said() {}

    static boolean isCounted(Row row) {
        return said(row, Field.OBSERVED_SECONDS);
    }

    /// Fills in a moment by counters. What they went up by between two readings is spread evenly. A counter
    /// that began anew went up by what it has counted since.
    static void counted(Moment moment, long millis, Row before, Row after) {
        var field = basis(before, Field.SM_ACTIVE_SECONDS, Field.ENGINE_ACTIVE_SECONDS, Field.BUSY_SECONDS);
        moment.isKnown = field.isPresent();
        var counter = field.orElse(Field.OBSERVED_SECONDS);
        var gap = after.millis() - before.millis();
        var observed = observed(before, after);
        var active = difference(before, after, row -> value(row, counter));
        if (active < 0 || isOfOtherLife(before, after)) {
            observed = 1000 * value(after, Field.OBSERVED_SECONDS);
            active = 1000 * value(after, counter);
            moment.seen = observed <= gap + AGE && millis >= after.millis() - observed ? 1 : 0;
        } else {
            moment.seen = observed >= gap - AGE ? 1 : observed / gap;
        }
        moment.active = observed == 0 ? 0 : Math.min(1, active / observed) * moment.seen;
        moment.answered = moment.seen;
    }

    /// It counts from zero again: less than before, or since another start, and no more than there was time for.
    static boolean isOfOtherLife(Row before, Row after) {
        var other = said(before, Field.STARTED_SECONDS)
                && said(after, Field.STARTED_SECONDS)
                && Math.abs(difference(before, after, row -> value(row, Field.STARTED_SECONDS))) > 3000;
        var isPossible = 1000 * observed(after) <= after.millis() - before.millis() + AGE;
        return observed(before, after) < 0 || (other && isPossible);
    }

    /// Returns for how many seconds the exporter has observed the unit since it began to count.
    static double observed(Row row) {
        return value(row, Field.OBSERVED_SECONDS);
    }

    static double observed(Row before, Row after) {
        return difference(before, after, row -> value(row, Field.OBSERVED_SECONDS));
    }

    /// Returns how active the unit was between two readings, as a part of the time that was seen. It is 0 where
    /// the exporter does not count.
    static double level(Row before, Row after) {
        var moment = new Moment();
        if (isCounted(before)) {
            counted(moment, after.millis() - 1, before, after);
        }
        return moment.seen == 0 ? 0 : moment.active / moment.seen;
    }

    private static double difference(Row before, Row after, ToDoubleFunction<Row> value) {
        return 1000 * (value.applyAsDouble(after) - value.applyAsDouble(before));
    }

    /// Fills in a moment by gauges. A value holds until the next one, and for three intervals at most.
    static void measured(Moment moment, long millis, List<Row> rows, int last) {
        var at = last;
        while (at > 0 && gauge(rows.get(at)).isEmpty()) {
            at--;
        }
        var row = rows.get(at);
        var field = gauge(row);
        moment.isKnown = field.isPresent();
        moment.seen =
                millis < row.millis() + 3 * interval(rows, at, one -> gauge(one).isPresent()) ? 1 : 0;
        moment.answered = millis < rows.get(last).millis() + 3 * interval(rows, last, _ -> true) ? 1 : moment.seen;
        moment.active = field.map(gauge -> value(row, gauge) * moment.seen).orElse(0.0);
    }

    /// The median of the last gaps.
    private static long interval(List<Row> rows, int at, Predicate<Row> isTold) {
        var earliest = rows.get(at).millis() - 3 * Hour.MILLIS;
        var told = rows.subList(Math.max(0, at - 20), Math.min(rows.size(), at + 2)).stream()
                .filter(isTold)
                .mapToLong(Row::millis)
                .filter(millis -> millis >= earliest)
                .toArray();
        var gaps = new ArrayList<Long>();
        for (var i = 1; i < told.length; i++) {
            if (told[i] - told[i - 1] <= 3 * Hour.MILLIS) {
                gaps.add(told[i] - told[i - 1]);
            }
        }
        gaps.sort(null);
        return gaps.isEmpty() ? 30_000 : Math.min(Hour.MILLIS, gaps.get(gaps.size() / 2));
    }

    private static Optional<Field> gauge(Row row) {
        return basis(row, Field.SM_ACTIVE_RATIO, Field.ENGINE_ACTIVE_RATIO, Field.UTILIZATION_RATIO);
    }

    private static boolean said(Row row, Field field) {
        return (row.values().said() & field.bit()) != 0;
    }

    private static Optional<Field> basis(Row row, Field... best) {
        return Arrays.stream(best).filter(field -> said(row, field)).findFirst();
    }

    private static double value(Row row, Field field) {
        return row.values().get(field).orElse(0);
    }
}
