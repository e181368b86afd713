package io.gpuledger.analyzer.ledger;

import static io.gpuledger.analyzer.ledger.Stretch.MICROS;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Activity by gauges: a value holds until the next reading, for three intervals at most. An interval is the median of
/// the last twenty gaps.
final class Gauged {
    private static final int GAPS = 20;
    private static final int INTERVALS_MAX = 3;
    private static final long USUAL_MILLIS = 30_000;
    private static final long INTERVAL_MAX_MILLIS = 3_600_000;

    private final long[] gaps = new long[GAPS];
    private int gapCount;

    private Gauged() {}

    static List<Stretch> of(List<Row> rows, Basis basis, Field gauge, Quiet quiet) {
        var told = rows.stream()
                .filter(row -> (row.values().said() & gauge.bit()) != 0)
                .toList();
        return new Gauged().held(told, Optional.of(basis), gauge, quiet);
    }

    /// That the device answered, and nothing else.
    static List<Stretch> presence(List<Row> rows) {
        return new Gauged().held(rows, Optional.empty(), Field.LOST, Quiet.UNKNOWN);
    }

    private List<Stretch> held(List<Row> rows, Optional<Basis> basis, Field gauge, Quiet quiet) {
        var stretches = new ArrayList<Stretch>(rows.size());
        for (var i = 0; i < rows.size(); i++) {
            var from = rows.get(i).millis();
            var to = from + INTERVALS_MAX * interval();
            if (i + 1 < rows.size()) {
                var gap = rows.get(i + 1).millis() - from;
                gaps[gapCount++ % GAPS] = gap;
                to = Math.min(from + gap, from + INTERVALS_MAX * interval());
            }
            var span = new Span(from, to);
            var observed = span.millis() * MICROS;
            var active = basis.isEmpty() ? 0 : part(value(rows.get(i), gauge), observed);
            stretches.add(new Stretch(span, basis, observed, active, traffic(rows.get(i), observed, quiet)));
        }
        return stretches;
    }

    private long interval() {
        var known = Math.min(gapCount, GAPS);
        if (known == 0) {
            return USUAL_MILLIS;
        }
        var sorted = Arrays.copyOf(gaps, known);
        Arrays.sort(sorted);
        return Math.min(sorted[known / 2], INTERVAL_MAX_MILLIS);
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
        return row.values().get(field).orElse(0);
    }
}
