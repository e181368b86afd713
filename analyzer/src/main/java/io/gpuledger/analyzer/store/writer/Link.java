package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.Failure;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.samples.Days;
import io.gpuledger.analyzer.store.samples.PortionWriter;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// One connection at a time, with all that is known behind it. After one has ended everything is learnt anew, from the
/// tables up: another server may have taken the place of that one, or an older state of it.
final class Link implements AutoCloseable {
    private record Open(Connection connection, Days days, PortionWriter writer, StatementWriter statements) {}

    @FunctionalInterface
    private interface Writing {
        void by(Open open) throws SQLException;
    }

    private final Database database;
    private final WriterMetrics metrics;
    private Optional<Open> open = Optional.empty();

    Link(Database database, WriterMetrics metrics) {
        this.database = database;
        this.metrics = metrics;
    }

    void write(List<Row> rows) throws SQLException, SchemaException {
        write(open -> open.writer().write(rows));
    }

    void tell(List<Statement> statements) throws SQLException, SchemaException {
        write(open -> open.statements().write(statements));
    }

    private void write(Writing writing) throws SQLException, SchemaException {
        var current = opened();
        try {
            writing.by(current);
        } catch (SQLException e) {
            heed(Failure.of(e), current);
            throw e;
        } catch (RuntimeException e) {
            // A defect of ours, which a row or a statement brought to light: as with one that the database refuses, the
            // others go on.
            close();
            throw new SQLException("a defect of this program: " + e, Failure.DEFECT_STATE, e);
        }
    }

    private void heed(Failure failure, Open current) {
        if (failure == Failure.DAY_MISSING) {
            current.days().forget();
        }
        if (failure.endsConnection()) {
            close();
        }
    }

    private Open opened() throws SQLException, SchemaException {
        if (open.isEmpty()) {
            var days = Days.of(database.migrate());
            open = Optional.of(open(database.connection(), days));
        }
        return open.get();
    }

    private Open open(Connection connection, Days days) throws SQLException {
        try {
            days.prepare(connection);
            return new Open(
                    connection, days, PortionWriter.over(connection, days, metrics), new StatementWriter(connection));
        } catch (SQLException e) {
            database.discard(connection);
            throw e;
        }
    }

    @Override
    public void close() {
        open.ifPresent(ended -> database.discard(ended.connection()));
        open = Optional.empty();
    }
}
