package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.writer.WriterMetrics.Reason;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.time.Instant;
import java.util.List;
import java.util.function.ToLongFunction;

/// Decides which rows and statements are written. What is older than it is kept, or comes from a clock that is ahead,
/// is left out and counted.
final class Admission {
    /// The begin of 2000: no cluster is older.
    private static final long EARLIEST_MILLIS =
            Instant.parse("2000-01-01T00:00:00Z").toEpochMilli();

    private final Retention retention;
    private final WriterMetrics metrics;

    Admission(Retention retention, WriterMetrics metrics) {
        this.retention = retention;
        this.metrics = metrics;
    }

    List<Row> rows(List<Row> rows) {
        return admitted(rows, Row::millis, retention.from().toEpochMilli());
    }

    /// What is told of a cluster may be older than samples are kept: a node that has been cordoned for a year.
    List<Statement> statements(List<Statement> statements) {
        return admitted(statements, Statement::millis, EARLIEST_MILLIS);
    }

    private <T> List<T> admitted(List<T> all, ToLongFunction<T> millis, long from) {
        var until = retention.until().toEpochMilli();
        var admitted = all.stream()
                .filter(one -> millis.applyAsLong(one) >= from && millis.applyAsLong(one) <= until)
                .toList();
        if (admitted.size() < all.size()) {
            var old = all.stream().filter(one -> millis.applyAsLong(one) < from).count();
            metrics.rejected(Reason.TOO_OLD, (double) old);
            metrics.rejected(Reason.TOO_NEW, (double) (all.size() - admitted.size() - old));
        }
        return admitted;
    }
}
