package io.gpuledger.analyzer.store.upkeep;

import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Instant;
import java.util.Optional;

/// Lets analyzers that share a database keep samples for each other: whoever reads a past says so here, again and
/// again, and all heed it, whichever of them drops days and keeps the books. Who has said nothing for a day is not
/// waited for.
public final class PastReaders {
    private static final String TELL = """
        insert into gpu_ledger.past_reader (source, since, told)
        values (?, 'epoch'::timestamptz + ? * interval '1 ms', now())
        on conflict (source) do update set since = excluded.since, told = excluded.told
        """;
    private static final String FORGET = """
        delete from gpu_ledger.past_reader where source = ? or told < now() - interval '1 day'
        """;
    private static final String OTHERS = """
        select (extract(epoch from min(since)) * 1000)::bigint from gpu_ledger.past_reader
        where source <> ? and told >= now() - interval '1 day'
        """;

    private final Database database;
    private final Retention retention;
    private final String source;

    /// @param source whose past is read here, if one is; else it is empty
    public PastReaders(Database database, Retention retention, String source) {
        this.database = database;
        this.retention = retention;
        this.source = source;
    }

    /// Says whether a past is being read here, and hears of others.
    void look() throws DatabaseException, SchemaException {
        database.migrate();
        try (var session = database.session()) {
            say(session);
            retention.keepForOthers(others(session));
            session.commit();
        }
    }

    private void say(Session session) throws DatabaseException {
        var since = retention.filledFrom();
        if (since.isPresent()) {
            new Query<>(session).text(source).number(since.get().toEpochMilli()).execute(TELL);
        } else {
            new Query<>(session).text(source).execute(FORGET);
        }
    }

    private Optional<Instant> others(Session session) throws DatabaseException {
        return new Query<>(session)
                .text(source)
                .one(OTHERS, row -> row.optionalLongNumber(1))
                .map(Instant::ofEpochMilli);
    }
}
