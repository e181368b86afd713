package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.List;

/// Sums up what stands in the sums of a day's hours, and of a quarter's. Spans are summed up when all of their
/// hours are settled, as sums of open hours change each minute, and are forgotten when one of their hours
/// changes after that.
final class SpanSums {
    /// Those that are missing, the newest first: that is what is asked for most. Hours in which nothing stands are a
    /// part of the spans between those in which something does, and of no others.
    private static final String MISSING = """
        select (extract(epoch from span.hour) * 1000)::bigint, length.hours
        from (values (24::smallint), (6::smallint)) as length (hours)
        cross join lateral generate_series(
            date_bin(
                length.hours * interval '1 hour', (select min(hour) from gpu_ledger.hour_sum), 'epoch'::timestamptz),
            (select max(until) from gpu_ledger.booked) - length.hours * interval '1 hour',
            length.hours * interval '1 hour') as span (hour)
        where not exists (
            select from gpu_ledger.summed_span s where s.hour = span.hour and s.hours = length.hours)
        order by span.hour desc
        limit ?
        """;
    private static final String NOTE = """
        insert into gpu_ledger.summed_span (hour, hours)
        values ('epoch'::timestamptz + ? * interval '1 ms', ?)
        on conflict (hour, hours) do nothing
        """;
    private static final String INSERT = """
        insert into gpu_ledger.span_sum
            (hour, millis, uncertain_millis, energy_millijoules, cost_micros, cluster_id, team_id, sku_id, hours, state,
            settled, cause, currency)
        select 'epoch'::timestamptz + ? * interval '1 ms', sum(millis), sum(uncertain_millis), sum(energy_millijoules),
            sum(cost_micros), cluster_id, team_id, sku_id, ?, state, settled, cause, currency
        from gpu_ledger.hour_sum
        where hour >= 'epoch'::timestamptz + ? * interval '1 ms' and hour < 'epoch'::timestamptz + ? * interval '1 ms'
        group by cluster_id, team_id, sku_id, state, settled, cause, currency, cost_micros is null
        """;
    private static final String FORGET = """
        with gone as (
            delete from gpu_ledger.summed_span
            where (hour, hours) in (
                select date_bin(hours * interval '1 hour', 'epoch'::timestamptz + ? * interval '1 ms', 'epoch'), hours
                from (values (24::smallint), (6::smallint)) as length (hours))
            returning hour, hours
        )
        delete from gpu_ledger.span_sum using gone
        where span_sum.hour = gone.hour and span_sum.hours = gone.hours
        """;

    /// A year that was kept before there were such sums is summed up in ten passes.
    private static final int MISSING_MAX = 200;

    private SpanSums() {}

    static List<Span> missing(Session session) throws DatabaseException {
        return new Query<>(session).number(MISSING_MAX).list(MISSING, row -> {
            var begin = row.longNumber(1);
            return new Span(begin, begin + row.number(2) * Hour.MILLIS);
        });
    }

    /// Sums up a span, unless somebody else has done so.
    static void sum(Session session, Span span) throws DatabaseException {
        var hours = span.millis() / Hour.MILLIS;
        if (new Query<>(session).number(span.from()).number(hours).execute(NOTE) > 0) {
            new Query<>(session)
                    .number(span.from())
                    .number(hours)
                    .number(span.from())
                    .number(span.to())
                    .execute(INSERT);
        }
    }

    /// Forgets the sums of those spans that an hour is a part of.
    static void forget(Session session, long hour) throws DatabaseException {
        new Query<>(session).number(hour).execute(FORGET);
    }
}
