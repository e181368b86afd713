package io.gpuledger.analyzer.store.samples;

import static io.gpuledger.analyzer.store.samples.RowCounts.Path.COPY;
import static io.gpuledger.analyzer.store.samples.RowCounts.Path.MERGE;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Days;
import io.gpuledger.analyzer.store.postgres.Failure;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Writes rows over one connection. Each call is one transaction. What it knows of the database is as old as the
/// connection.
public final class PortionWriter {
    private static final long DAY_MILLIS = 24 * 3_600_000L;

    private final Session session;
    private final Days days;
    private final RowCounts counts;
    private final Dimensions dimensions;
    private final TableWriter tables;

    private final NewestInstants latest = new NewestInstants();

    private PortionWriter(Session session, Days days, RowCounts counts) throws DatabaseException {
        this.session = session;
        this.days = days;
        this.counts = counts;
        this.dimensions = Dimensions.load(session);
        this.tables = new TableWriter(session);
    }

    public static PortionWriter over(Session session, Days days, RowCounts counts) throws DatabaseException {
        return new PortionWriter(session, days, counts);
    }

    /// The rows are in the database when this returns, and none of them when it throws.
    public void write(List<Row> rows) throws DatabaseException {
        try {
            dimensions.ensure(rows);
            days.ensure(session, daysOf(rows));
            var tableRows = TableRows.of(rows, dimensions, counts::defects);
            write(tableRows);
            counts.joined(tableRows.joined());
        } catch (DatabaseException e) {
            dimensions.rollback();
            session.rollback(e);
            throw e;
        }
    }

    private void write(TableRows rows) throws DatabaseException {
        var fresh = rows.where(latest::isFresh);
        var late = rows.where(row -> !latest.isFresh(row));
        try {
            append(fresh);
            merge(late);
            session.commit();
            count(fresh, COPY);
            count(late, MERGE);
        } catch (DatabaseException e) {
            if (e.failure() != Failure.DUPLICATE) {
                throw e;
            }
            session.rollback();
            merge(rows);
            session.commit();
            count(rows, MERGE);
        }
        latest.remember(rows);
    }

    private void append(TableRows rows) throws DatabaseException {
        for (var load : rows.loads()) {
            if (load.rows().size() > 0) {
                tables.append(load);
            }
        }
    }

    private void merge(TableRows rows) throws DatabaseException {
        for (var load : rows.loads()) {
            if (load.rows().size() > 0) {
                tables.merge(load);
            }
        }
    }

    private void count(TableRows rows, RowCounts.Path path) {
        rows.loads()
                .forEach(load -> counts.written(load.table(), path, load.rows().size()));
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
}
