package io.gpuledger.analyzer.store.progress;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.time.Span;
import java.util.List;

/// The stretches of time of which all was read that a source had. They may touch each other and overlap.
public final class ReadProgress {
    private static final String ALL = """
        select (extract(epoch from began) * 1000)::bigint, (extract(epoch from reached) * 1000)::bigint
        from gpu_ledger.read_progress
        where source = ?
        """;
    private static final String REACH = """
        insert into gpu_ledger.read_progress as p (source, began, reached)
        values (?, 'epoch'::timestamptz + ? * interval '1 ms', 'epoch'::timestamptz + ? * interval '1 ms')
        on conflict (source, began) do update set reached = greatest(p.reached, excluded.reached)
        """;

    private final Database database;
    private final String source;

    /// @param source the address of who is read
    public ReadProgress(Database database, String source) {
        this.database = database;
        this.source = source;
    }

    /// Returns all of them, by no order. Makes the tables where there are none yet.
    public List<Span> all() throws DatabaseException, SchemaException {
        database.migrate();
        try (var session = database.session()) {
            var all =
                    new Query<>(session).text(source).list(ALL, row -> new Span(row.longNumber(1), row.longNumber(2)));
            session.commit();
            return all;
        }
    }

    /// Notes that all of a stretch was read; one that begins at the same instant grows.
    public void reached(Span read) throws DatabaseException {
        try (var session = database.session()) {
            new Query<>(session)
                    .text(source)
                    .number(read.from())
                    .number(read.to())
                    .execute(REACH);
            session.commit();
        }
    }
}
