package io.gpuledger.analyzer.ledger;

import static io.gpuledger.analyzer.ledger.Stretch.MICROS;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Life;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// Finds activity by counters. Between two readings of one life of the exporter, which may be up to six hours apart,
/// the difference of its observed time is what was observed, and the difference of the activity is how active that was.
///
/// A page is up to a second older than its scrape, and so is the next one: where up to two seconds of the interval are
/// missing from the observed time, or are too many in it, that comes from the pages' age, and the whole interval was
/// seen. In a new life of the exporter its counters began from zero: what they say was observed lies just before the
/// reading. A page that is read twice within its age is one reading.
final class Counted {
    private static final long AGE_MICROS = Life.AGE_MILLIS * MICROS;
    private static final List<Field> BYTES = List.of(
            Field.PCIE_SENT_BYTES, Field.PCIE_RECEIVED_BYTES, Field.NVLINK_SENT_BYTES, Field.NVLINK_RECEIVED_BYTES);
    private static final double SECOND = 1e6;

    private final Optional<Basis> basis;
    private final ToDoubleFunction<Row> activity;
    private final Optional<Quiet> quiet;
    private final List<Stretch> stretches = new ArrayList<>();

    /// @param quiet what the product can move; absent where the traffic in the rows is not that of what is counted
    private Counted(Optional<Basis> basis, ToDoubleFunction<Row> activity, Optional<Quiet> quiet) {
        this.basis = basis;
        this.activity = activity;
        this.quiet = quiet;
    }

    /// Returns the stretches that a counter of the unit comes to.
    static List<Stretch> of(List<Row> rows, Basis basis, Field counter, Quiet quiet) {
        return new Counted(Optional.of(basis), row -> value(row, counter), Optional.of(quiet))
                .between(telling(rows, Field.OBSERVED_SECONDS.bit() | counter.bit()));
    }

    /// Returns stretches that say that the device answered, and nothing else.
    static List<Stretch> presence(List<Row> rows) {
        return new Counted(Optional.empty(), _ -> 0, Optional.empty())
                .between(telling(rows, Field.OBSERVED_SECONDS.bit()));
    }

    private static List<Row> telling(List<Row> rows, long needed) {
        return rows.stream()
                .filter(row -> (row.values().said() & needed) == needed)
                .toList();
    }

    /// Returns the stretches that a counter of one of the unit's holders comes to, which began at zero. The unit's
    /// traffic is not told apart by holder, and is left out: so no holder seems busy with what another moved.
    ///
    /// @param rows those that tell of the holder and of observed time
    static List<Stretch> of(List<Row> rows, ToDoubleFunction<Row> ofHolder) {
        return new Counted(Optional.of(Basis.UTILIZATION), ofHolder, Optional.empty()).between(rows);
    }

    private static double value(Row row, Field field) {
        return row.values().or(field, 0);
    }

    private List<Stretch> between(List<Row> rows) {
        for (int before = 0, i = 1; i < rows.size(); i++) {
            if (!isSamePage(rows.get(before), rows.get(i))) {
                add(rows.get(before), rows.get(i));
                before = i;
            }
        }
        return stretches;
    }

    private static boolean isSamePage(Row before, Row now) {
        return observed(now) == observed(before) && (now.millis() - before.millis()) * MICROS <= AGE_MICROS;
    }

    private static long observed(Row row) {
        return micros(value(row, Field.OBSERVED_SECONDS));
    }

    private static long micros(double seconds) {
        return Math.round(seconds * SECOND);
    }

    private void add(Row before, Row now) {
        if (!Reach.joins(before.millis(), now.millis())) {
            return;
        }
        var span = new Span(before.millis(), now.millis());
        var observed = observed(now) - observed(before);
        var active = micros(activity.applyAsDouble(now)) - micros(activity.applyAsDouble(before));
        if (active < 0 || Life.isNew(before, now)) {
            addNew(span, now);
        } else if (observed == 0) {
            stretches.add(new Stretch(span, basis, 0, 0, 0));
        } else {
            var seen = seen(observed, span);
            stretches.add(stretch(span, observed, seen, active, traffic(before, now, observed, seen)));
        }
    }

    private void addNew(Span span, Row now) {
        var observed = observed(now);
        var length = (observed + MICROS - 1) / MICROS;
        if (observed > 0 && observed <= span.millis() * MICROS + AGE_MICROS) {
            var part = new Span(Math.max(span.from(), span.to() - length), span.to());
            var active = micros(activity.applyAsDouble(now));
            stretches.add(stretch(part, observed, Math.min(observed, part.millis() * MICROS), active, 0));
        }
    }

    private static long seen(long observed, Span span) {
        var all = span.millis() * MICROS;
        return observed >= all - AGE_MICROS ? all : observed;
    }

    private Stretch stretch(Span span, long observed, long seen, long active, long traffic) {
        return new Stretch(span, basis, seen, scaled(active, observed, seen), traffic);
    }

    private static long scaled(long active, long observed, long seen) {
        return Math.min(seen, Math.round((double) Math.min(active, observed) / observed * seen));
    }

    private long traffic(Row before, Row now, long observed, long seen) {
        return quiet.map(product -> traffic(before, now, observed, seen, product))
                .orElse(0L);
    }

    private static long traffic(Row before, Row now, long observed, long seen, Quiet product) {
        var seconds = observed / SECOND;
        var ratio = difference(before, now, Field.DRAM_ACTIVE_SECONDS) / seconds;
        for (var bytes : BYTES) {
            ratio = Math.max(ratio, difference(before, now, bytes) / seconds / product.most(bytes));
        }
        if (now.values().or(Field.POWER_WATTS, 0) > product.watts()) {
            ratio = 1;
        }
        return Math.min(seen, Math.round(ratio * seen));
    }

    /// Returns how much a counter grew between two rows. This is zero where one of them does not tell it, or where it
    /// was counted anew.
    private static double difference(Row before, Row now, Field field) {
        var bit = field.bit();
        var isTold = (before.values().said() & now.values().said() & bit) != 0;
        return isTold ? Math.max(0, value(now, field) - value(before, field)) : 0;
    }
}
