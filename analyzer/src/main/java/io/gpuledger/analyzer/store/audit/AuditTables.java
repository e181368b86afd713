package io.gpuledger.analyzer.store.audit;

import io.gpuledger.analyzer.access.Deed;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/// Writes down who changed what, and reads that again.
public final class AuditTables {
    /// Tells of something that was done, or refused, and how often.
    ///
    /// @param last when it happened last
    /// @param times how often
    public record Noted(Deed deed, Instant last, long times) {}

    /// Holds some of what was noted in a time, as a page of it.
    ///
    /// @param count how many there are of that time
    public record Part(List<Noted> deeds, long count) {
        public Part {
            deeds = List.copyOf(deeds);
        }
    }

    private static final String ADD = """
        insert into gpu_ledger.audit (at, until, times, who, what, outcome, origin)
        select 'epoch'::timestamptz + at * interval '1 ms', 'epoch'::timestamptz + until * interval '1 ms', times, who,
            what, outcome, origin
        from unnest(?::int8[], ?::int8[], ?::int8[], ?::text[], ?::text[], ?::text[], ?::text[])
            as deed (at, until, times, who, what, outcome, origin)
        order by at
        """;
    private static final String FORGET = """
        delete from gpu_ledger.audit
        where at < 'epoch'::timestamptz + ? * interval '1 ms'
            or id in (
                select id
                from (
                    select id, row_number() over (partition by outcome = 'refused' order by id desc) as number
                    from gpu_ledger.audit) numbered
                where number > ?)
        """;
    private static final String LATEST = """
        select (extract(epoch from at) * 1000)::bigint, (extract(epoch from until) * 1000)::bigint, times, who, what,
            outcome, origin
        from gpu_ledger.audit
        where at >= 'epoch'::timestamptz + ? * interval '1 ms' and at < 'epoch'::timestamptz + ? * interval '1 ms'
        order by at desc, id desc
        limit ? offset ?
        """;
    private static final String COUNT = """
        select count(*)
        from gpu_ledger.audit
        where at >= 'epoch'::timestamptz + ? * interval '1 ms' and at < 'epoch'::timestamptz + ? * interval '1 ms'
        """;

    private final Database database;

    public AuditTables(Database database) {
        this.database = database;
    }

    void add(Collection<Noted> some) throws DatabaseException {
        try (var session = database.session()) {
            new Query<>(session, some)
                    .numbers(one -> one.deed().at().toEpochMilli())
                    .numbers(one -> one.last().toEpochMilli())
                    .numbers(Noted::times)
                    .texts(one -> one.deed().who())
                    .texts(one -> one.deed().what())
                    .texts(one -> one.deed().outcome())
                    .texts(one -> one.deed().from())
                    .execute(ADD);
            session.commit();
        }
    }

    /// Forgets what is older than an instant, and all but the latest so many of what was refused and of what was not.
    /// So no number of guesses drives out what was done.
    void forget(Instant keptFrom, int most) throws DatabaseException {
        try (var session = database.session()) {
            new Query<>(session).number(keptFrom.toEpochMilli()).number(most).execute(FORGET);
            session.commit();
        }
    }

    /// Returns the latest, the last first. Throws `CannotAskException` where the database gives no answer.
    ///
    /// @param skip how many come before
    public Part latest(Instant from, Instant to, int skip, int limit) {
        return database.readPool()
                .ask(reading -> new Part(
                        of(reading.session(), from, to)
                                .number(limit)
                                .number(skip)
                                .list(LATEST, AuditTables::noted),
                        of(reading.session(), from, to).one(COUNT, row -> row.longNumber(1))));
    }

    private static Query<?> of(Session session, Instant from, Instant to) {
        return new Query<>(session).number(from.toEpochMilli()).number(to.toEpochMilli());
    }

    private static Noted noted(ResultRow row) throws DatabaseException {
        var at = Instant.ofEpochMilli(row.longNumber(1));
        return new Noted(
                new Deed(at, row.text(4), row.text(5), row.text(6), row.text(7)),
                Instant.ofEpochMilli(row.longNumber(2)),
                row.longNumber(3));
    }
}
