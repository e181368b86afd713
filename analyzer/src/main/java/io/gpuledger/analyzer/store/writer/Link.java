package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Days;
import io.gpuledger.analyzer.store.postgres.Failure;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.samples.PortionWriter;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.util.List;
import java.util.Optional;

/// Holds one connection at a time, with all that is known of the database behind it. After one has ended everything is
/// learnt anew, from the tables up: another server may have taken the place of that one, or an older state of it.
final class Link implements AutoCloseable {
    private record Open(Session session, Days days, PortionWriter writer, StatementWriter statements) {}

    @FunctionalInterface
    private interface Writing {
        void by(Open open) throws DatabaseException;
    }

    private final Database database;
    private final WriterMetrics metrics;
    private Optional<Open> open = Optional.empty();

    Link(Database database, WriterMetrics metrics) {
        this.database = database;
        this.metrics = metrics;
    }

    void write(List<Row> rows) throws DatabaseException, SchemaException {
        write(open -> open.writer().write(rows));
    }

    void tell(List<Statement> statements) throws DatabaseException, SchemaException {
        write(open -> open.statements().write(statements));
    }

    private void write(Writing writing) throws DatabaseException, SchemaException {
        var current = opened();
        try {
            writing.by(current);
        } catch (DatabaseException e) {
            heed(e.failure(), current);
            throw e;
        } catch (RuntimeException e) {
            // A defect of ours, which a row or a statement brought to light: as with one that the database refuses, the
            // others go on.
            close();
            throw DatabaseException.ofDefect(e);
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

    private Open opened() throws DatabaseException, SchemaException {
        if (open.isEmpty()) {
            var days = Days.of(database.migrate());
            open = Optional.of(open(database.session(), days));
        }
        return open.get();
    }

    private Open open(Session session, Days days) throws DatabaseException {
        try {
            days.prepare(session);
            return new Open(session, days, PortionWriter.over(session, days, metrics), new StatementWriter(session));
        } catch (DatabaseException e) {
            database.discard(session);
            throw e;
        }
    }

    @Override
    public void close() {
        open.ifPresent(ended -> database.discard(ended.session()));
        open = Optional.empty();
    }
}
