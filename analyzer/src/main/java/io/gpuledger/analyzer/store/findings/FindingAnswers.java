package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.ledger.Money;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Answers what is wrong, or was: with whom it hit and what it cost, as the books have it.
public final class FindingAnswers {
    /// An answer.
    ///
    /// @param findings the gravest first, and of these the latest
    /// @param count of all, with those that the limit left out
    public record Answer(List<StoredFinding> findings, long count) {
        public Answer {
            findings = List.copyOf(findings);
        }
    }

    /// The price is that of the GPU's latest hour that has one, and teams are those of the hours in which it was open,
    /// of
    /// which a month is looked at.
    private static final String FIND = """
        with f as (
            select * from gpu_ledger.finding
            where opened < 'epoch'::timestamptz + ? * interval '1 ms'
                and (closed is null or (not ?::boolean and closed >= 'epoch'::timestamptz + ? * interval '1 ms'))
                and cluster = coalesce(?, cluster) and node = coalesce(?, node) and gpu = coalesce(?, gpu)
                and kind = coalesce(?, kind) and severity = coalesce(?, severity)),
        shown as (
            select *, count(*) over () as number from f
            order by closed is null desc, array_position(array['critical', 'warning', 'info'], severity), opened desc, id
            limit ?)
        select f.id, f.number, g.model, price.micros_per_hour, price.currency, coalesce(teams.names, '{}'), %s
        from shown f
        left join gpu_ledger.cluster c on c.name = f.cluster
        left join gpu_ledger.gpu g on g.cluster_id = c.id and g.uuid = f.gpu and g.ordinal is null
        left join lateral (
            select round(e.cost_micros * 3600000.0 / e.millis)::bigint as micros_per_hour, e.currency
            from gpu_ledger.entry e
            where e.gpu_id = g.id and e.cost_micros is not null
            order by e.hour desc, e.millis desc limit 1) price on f.instance = ''
        left join lateral (
            select array_agg(distinct t.name order by t.name) as names
            from gpu_ledger.entry e
            join gpu_ledger.team t on t.id = e.team_id
            where e.gpu_id = g.id and e.owner_id is not null and e.hour >= date_trunc('hour', f.opened)
                and e.hour >= coalesce(f.closed, f.told) - interval '31 days' and e.hour <= coalesce(f.closed, f.told))
            teams on true
        order by f.closed is null desc, array_position(array['critical', 'warning', 'info'], f.severity), f.opened desc,
            f.id
        """.formatted(FindingRows.COLUMNS);

    private static final int FIRST = 7;

    private final ReadPool readPool;

    public FindingAnswers(Database database) {
        this.readPool = database.readPool();
    }

    /// Answers one question. Throws `CannotAskException` where the database gives no answer.
    public Answer answer(FindingQuestion question) {
        return readPool.ask(reading -> answer(question, reading.session()));
    }

    private static Answer answer(FindingQuestion question, Session session) throws DatabaseException {
        var at = Instant.ofEpochMilli(question.at());
        var mutes = new MuteTables(session).inForce(at);
        var count = new long[1];
        List<Optional<StoredFinding>> found = new Query<>(session)
                .number(question.window().to())
                .text(String.valueOf(question.isOpenOnly()))
                .number(question.window().from())
                .optionalText(question.cluster())
                .optionalText(question.node())
                .optionalText(question.gpu())
                .optionalText(question.kind())
                .optionalText(question.severity())
                .number(question.limit())
                .list(FIND, row -> {
                    count[0] = row.longNumber(2);
                    return stored(row, mutes, at);
                });
        return new Answer(found.stream().flatMap(Optional::stream).toList(), count[0]);
    }

    private static Optional<StoredFinding> stored(ResultRow row, List<Mute> mutes, Instant at)
            throws DatabaseException {
        var finding = FindingRows.read(row, FIRST);
        if (finding.isEmpty()) {
            return Optional.empty();
        }
        var its = finding.get();
        var price = row.optionalLongNumber(4);
        var currency = row.optionalText(5);
        return Optional.of(new StoredFinding(
                row.longNumber(1),
                its,
                row.optionalText(3).filter(model -> !model.isEmpty()),
                row.texts(6),
                price.flatMap(micros -> currency.map(name -> cost(its, micros, name))),
                mutes.stream().filter(mute -> mute.isOf(its, at)).findFirst()));
    }

    private static Money cost(Finding finding, long microsAnHour, String currency) {
        return new Money(Math.round(finding.lostMillis() / 3_600_000.0 * microsAnHour), currency);
    }
}
