package io.gpuledger.analyzer.store.samples;

import static io.gpuledger.analyzer.store.samples.RowCounts.Path.COPY;
import static io.gpuledger.analyzer.store.samples.RowCounts.Path.MERGE;

import io.gpuledger.analyzer.store.postgres.Failure;
import io.gpuledger.analyzer.telemetry.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Writes rows over one connection, each call one transaction. What it knows of the database is as old as the
/// connection.
public final class PortionWriter {
    private static final long DAY_MILLIS = 24 * 3_600_000L;

    private final Connection connection;
    private final Days days;
    private final RowCounts counts;
    private final Dimensions dimensions;
    private final Copy copy;

    private final Latest latest = new Latest();

    private PortionWriter(Connection connection, Days days, RowCounts counts) throws SQLException {
        this.connection = connection;
        this.days = days;
        this.counts = counts;
        this.dimensions = Dimensions.load(connection);
        this.copy = new Copy(connection);
    }

    public static PortionWriter over(Connection connection, Days days, RowCounts counts) throws SQLException {
        return new PortionWriter(connection, days, counts);
    }

    /// The rows are in the database when this returns, and none of them when it throws.
    public void write(List<Row> rows) throws SQLException {
        try {
            dimensions.ensure(rows);
            days.ensure(connection, daysOf(rows));
            var facts = Facts.of(rows, dimensions, counts::defects);
            write(facts);
            counts.joined(facts.joined());
        } catch (SQLException e) {
            dimensions.rollback();
            rollback(e);
            throw e;
        }
    }

    private void write(Facts facts) throws SQLException {
        var fresh = facts.where(latest::isFresh);
        var late = facts.where(fact -> !latest.isFresh(fact));
        try {
            append(fresh);
            merge(late);
            connection.commit();
            count(fresh, COPY);
            count(late, MERGE);
        } catch (SQLException e) {
            if (Failure.of(e) != Failure.DUPLICATE) {
                throw e;
            }
            connection.rollback();
            merge(facts);
            connection.commit();
            count(facts, MERGE);
        }
        latest.remember(facts);
    }

    private void append(Facts facts) throws SQLException {
        for (var load : facts.loads()) {
            if (load.size() > 0) {
                copy.append(load);
            }
        }
    }

    private void merge(Facts facts) throws SQLException {
        for (var load : facts.loads()) {
            if (load.size() > 0) {
                copy.merge(load);
            }
        }
    }

    private void count(Facts facts, RowCounts.Path path) {
        facts.loads().forEach(load -> counts.written(load.table(), path, load.size()));
    }

    private static Set<LocalDate> daysOf(List<Row> rows) {
        var days = new TreeSet<LocalDate>();
        var lastDay = Long.MIN_VALUE;
        for (var row : rows) {
            var day = Math.floorDiv(row.millis(), DAY_MILLIS);
            if (day != lastDay) {
                days.add(LocalDate.ofInstant(Instant.ofEpochMilli(row.millis()), ZoneOffset.UTC));
                lastDay = day;
            }
        }
        return days;
    }

    private void rollback(SQLException because) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }
}
