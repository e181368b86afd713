package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.ledger.Money;
import io.gpuledger.analyzer.store.findings.FindingQuestion.State;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Answers what is wrong, or was: with whom it hit and what it cost, as the books have it.
public final class FindingAnswers {
    /// An answer.
    ///
    /// @param findings those that are open first, then the gravest, and of these the latest
    /// @param bySeverity how many there are of each severity, with those that the limit left out
    public record Answer(List<StoredFinding> findings, Map<Severity, Long> bySeverity) {
        public Answer {
            findings = List.copyOf(findings);
            bySeverity = Map.copyOf(bySeverity);
        }

        /// Returns how many there are, with those that the limit left out.
        public long count() {
            return bySeverity.values().stream().mapToLong(some -> some).sum();
        }
    }

    private static final String SINCE = "f.closed > 'epoch'::timestamptz + ? * interval '1 ms'";

    private static final String WANTED = """
        from gpu_ledger.finding f
        where f.opened < 'epoch'::timestamptz + ? * interval '1 ms'
            and f.cluster = coalesce(?, f.cluster) and f.node = coalesce(?, f.node) and f.gpu = coalesce(?, f.gpu)
            and f.kind = coalesce(?, f.kind) and f.severity = coalesce(?, f.severity)
        """;

    private static final String ORDER = """
        order by f.closed is null desc, array_position(array['critical', 'warning', 'info'], f.severity), f.opened desc,
            f.id
        """;

    private static final int FIRST = 6;

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
        var wanted = WANTED + (question.teams().isPresent() ? HitTeams.CONDITION : "") + state(question.state());
        var counts = new EnumMap<Severity, Long>(Severity.class);
        asked(question, new Query<>(session))
                .query("select f.severity, count(*) " + wanted + "group by f.severity", row -> {
                    var number = row.longNumber(2);
                    Severity.ofWord(row.text(1)).ifPresent(severity -> counts.put(severity, number));
                });
        var shown = new Query<>(session).number(question.window().to());
        List<Optional<StoredFinding>> found = asked(question, shown)
                .number(question.limit())
                .number(question.skip())
                .list(find(wanted), row -> stored(row, mutes, at));
        var findings = found.stream().flatMap(Optional::stream).toList();
        return new Answer(
                question.teams().isEmpty()
                        ? findings
                        : new HitTeams(
                                        session,
                                        question.teams().get(),
                                        question.window().to())
                                .own(findings),
                counts);
    }

    /// Those that are open and those that are over have an index each.
    private static String state(State state) {
        return switch (state) {
            case OPEN -> "and f.closed is null\n";
            case CLOSED -> "and %s\n".formatted(SINCE);
            case ALL -> "and (f.closed is null or %s)\n".formatted(SINCE);
        };
    }

    /// What is asked of the books is asked for the rows that are shown, and of the last week of each within the time
    /// that was asked about. The price is the last of these. Teams are those of the hours in which it was open, and
    /// those of its holders in the day before, as the books have an hour when it is over.
    ///
    /// Names of GPUs are compared in the order of their own table: in another one its index would be of no use.
    private static String find(String wanted) {
        return """
            with shown as materialized (
                select f.*, least(coalesce(f.closed, f.told), 'epoch'::timestamptz + ? * interval '1 ms') as ends %s %s
                limit ? offset ?)
            select f.id, g.model, price.micros_per_hour, price.currency, coalesce(teams.names, '{}'), %s
            from shown f
            left join gpu_ledger.cluster c on c.name = f.cluster
            left join gpu_ledger.gpu g on g.cluster_id = c.id and g.uuid = f.gpu collate "default" and g.ordinal is null
            left join lateral (
                select round(e.cost_micros * 3600000.0 / e.millis)::bigint as micros_per_hour, e.currency
                from gpu_ledger.entry e
                where e.gpu_id = g.id and e.cost_micros is not null and e.hour between f.ends - interval '7 days' and f.ends
                order by e.hour desc, e.millis desc limit 1) price on f.instance = '' and f.lost_ms > 0
            left join lateral (
                select array_agg(t.name order by t.name) as names
                from gpu_ledger.team t
                where t.id in (
                    select e.team_id
                    from gpu_ledger.entry e
                    where e.gpu_id = g.id and e.hour <= f.ends
                        and e.hour >= greatest(date_trunc('hour', f.opened), f.ends - interval '7 days')
                    union
                    select e.team_id
                    from gpu_ledger.entry e
                    where e.gpu_id = g.id and e.hour < date_trunc('hour', f.opened)
                        and e.hour >= f.opened - interval '1 day'
                        and e.owner_id = any (array(
                            select o.id
                            from unnest(f.holders) as holder (pod)
                            join gpu_ledger.owner o on o.cluster_id = c.id
                                and o.namespace = split_part(holder.pod, '/', 1)
                                and o.pod = substring(holder.pod from position('/' in holder.pod) + 1))))) teams on true
            %s\
            """.formatted(wanted, ORDER, FindingRows.COLUMNS, ORDER);
    }

    private static Query<Object> asked(FindingQuestion question, Query<Object> before) {
        var query = before.number(question.window().to())
                .optionalText(question.cluster())
                .optionalText(question.node())
                .optionalText(question.gpu())
                .optionalText(question.kind())
                .optionalText(question.severity());
        question.teams().ifPresent(teams -> query.number(question.window().to()).textArray(teams));
        return question.state() == State.OPEN
                ? query
                : query.number(question.window().from());
    }

    private static Optional<StoredFinding> stored(ResultRow row, List<Mute> mutes, Instant at)
            throws DatabaseException {
        var finding = FindingRows.read(row, FIRST);
        if (finding.isEmpty()) {
            return Optional.empty();
        }
        var its = finding.get();
        var price = row.optionalLongNumber(3);
        var currency = row.optionalText(4);
        return Optional.of(new StoredFinding(
                row.longNumber(1),
                its,
                row.optionalText(2).filter(model -> !model.isEmpty()),
                row.texts(5),
                price.flatMap(micros -> currency.map(name -> cost(its, micros, name))),
                mutes.stream().filter(mute -> mute.isOf(its, at)).findFirst()));
    }

    private static Money cost(Finding finding, long microsAnHour, String currency) {
        return new Money(Math.round(finding.lostMillis() / 3_600_000.0 * microsAnHour), currency);
    }
}
