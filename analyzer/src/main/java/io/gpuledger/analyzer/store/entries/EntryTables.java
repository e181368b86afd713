package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.GpuHours;
import io.gpuledger.analyzer.ledger.Money;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes entries. All of an hour of a GPU are written together, in place of those that were there, and to write them
/// twice changes nothing. Nothing is committed.
public final class EntryTables {
    /// Those who replace rows come one after the other: a delete does not see what another put there meanwhile.
    private static final String IN_TURN = "select pg_advisory_xact_lock(hashtext('gpu_ledger.entry'))";

    private static final String DELETE = """
        delete from gpu_ledger.entry old
        using unnest(?::int[], ?::bigint[], ?::bigint[]) as gone (gpu_id, since, until)
        where old.gpu_id = gone.gpu_id and old.hour >= 'epoch'::timestamptz + gone.since * interval '1 ms'
            and old.hour < 'epoch'::timestamptz + gone.until * interval '1 ms'
            and old.hour >= to_timestamp(? / 1000.0) and old.hour < to_timestamp(? / 1000.0)
        """;
    private static final String INSERT = """
        insert into gpu_ledger.entry
            (hour, energy_millijoules, cost_micros, gpu_id, unit_id, node_id, owner_id, team_id, sku_id, millis,
            uncertain_millis, state, basis, estimated, settled, cause, currency)
        select 'epoch'::timestamptz + hour * interval '1 ms', energy, cost_micros, gpu_id, unit_id, node_id, owner_id,
            team_id, sku_id, millis, uncertain, state::gpu_ledger.state, basis::gpu_ledger.basis, estimated = 1, settled = 1, cause,
            currency
        from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::int[], ?::int[], ?::int[], ?::int[], ?::int[], ?::int[],
                ?::int[], ?::int[], ?::text[], ?::text[], ?::int[], ?::int[], ?::text[], ?::text[])
            as told (hour, energy, cost_micros, gpu_id, unit_id, node_id, owner_id, team_id, sku_id, millis, uncertain,
                state, basis, estimated, settled, cause, currency)
        order by hour, gpu_id
        """;
    private static final String UNSUMMED = """
        insert into gpu_ledger.unsummed (hour)
        select distinct hour
        from unnest(?::bigint[], ?::bigint[]) as changed (since, until)
        cross join lateral generate_series(
            'epoch'::timestamptz + since * interval '1 ms', 'epoch'::timestamptz + (until - 1) * interval '1 ms',
            interval '1 hour') as hour
        order by hour
        on conflict (hour) do nothing
        """;
    private static final String SELECT_UNSUMMED = """
        select (extract(epoch from hour) * 1000)::bigint from gpu_ledger.unsummed order by hour
        """;
    private static final String BOOKED = """
        insert into gpu_ledger.booked as old (gpu_id, since, until)
        select gpu_id, 'epoch'::timestamptz + since * interval '1 ms', 'epoch'::timestamptz + until * interval '1 ms'
        from unnest(?::int[], ?::bigint[], ?::bigint[]) as told (gpu_id, since, until)
        on conflict (gpu_id) do update
        set since = least(old.since, excluded.since), until = greatest(old.until, excluded.until)
        where excluded.since < old.since or excluded.until > old.until
        """;
    private static final String REOPENED = """
        update gpu_ledger.booked
        set since = least(since, 'epoch'::timestamptz + told.until * interval '1 ms'),
            until = 'epoch'::timestamptz + told.until * interval '1 ms'
        from (select ?::bigint as until) told
        where booked.until > 'epoch'::timestamptz + told.until * interval '1 ms'
        """;
    private static final String OPEN = """
        select e.gpu_id, (extract(epoch from min(e.hour)) * 1000)::bigint,
            (extract(epoch from max(e.hour) + interval '1 hour') * 1000)::bigint
        from unnest(?::int[], ?::bigint[], ?::bigint[]) as asked (gpu_id, since, until)
        join gpu_ledger.entry e on e.gpu_id = asked.gpu_id
            and e.hour > 'epoch'::timestamptz + asked.since * interval '1 ms' - interval '1 hour'
            and e.hour < 'epoch'::timestamptz + asked.until * interval '1 ms'
            and e.hour > to_timestamp(? / 1000.0) - interval '1 hour' and e.hour < to_timestamp(? / 1000.0)
        where not e.settled
        group by e.gpu_id
        order by e.gpu_id
        """;
    private static final String UNBOOKED = """
        insert into gpu_ledger.unbooked as old (gpu_id, since, until, told, since_again, until_again)
        select gpu_id, since, until, 1, since, until
        from (
            select gpu_id, 'epoch'::timestamptz + since * interval '1 ms' as since,
                'epoch'::timestamptz + until * interval '1 ms' as until
            from unnest(?::int[], ?::bigint[], ?::bigint[]) as told (gpu_id, since, until)
        ) told
        order by gpu_id
        on conflict (gpu_id) do update
        set since = least(old.since, excluded.since), until = greatest(old.until, excluded.until), told = old.told + 1,
            since_again = least(old.since_again, excluded.since),
            until_again = greatest(old.until_again, excluded.until)
        """;
    private static final String DELETE_UNBOOKED = """
        delete from gpu_ledger.unbooked old
        using unnest(?::int[], ?::bigint[]) as booked (gpu_id, told)
        where old.gpu_id = booked.gpu_id and old.told = booked.told
        """;
    /// Who does not know these columns yet has not said what it was told since, so that all stays.
    private static final String KEEP_AGAIN = """
        update gpu_ledger.unbooked old
        set since = old.since_again, until = old.until_again
        from unnest(?::int[]) as booked (gpu_id)
        where old.gpu_id = booked.gpu_id and old.since_again is not null
        """;

    /// A time of a GPU, which is given by its number.
    public record Stretch(int gpu, long since, long until) {}

    /// Hours that were settled before something was told of them.
    ///
    /// @param told how often something was
    public record Late(Stretch stretch, long told) {}

    private record Line(GpuHours hours, BookedEntry entry) {}

    private final EntryNames names = new EntryNames();

    /// Puts the entries in the place of those that are there. Their hours are to be summed up then.
    public void replace(Session session, Collection<GpuHours> hours) throws DatabaseException {
        if (hours.isEmpty()) {
            return;
        }
        inTurn(session);
        names.ensure(session, hours);
        var all = all(hours);
        BookWeeks.ensure(session, all);
        stretches(
                        session,
                        hours.stream()
                                .map(gpu -> new Stretch(
                                        gpu.gpu().id(),
                                        gpu.window().from(),
                                        gpu.window().to()))
                                .toList())
                .number(all.from())
                .number(all.to())
                .execute(DELETE);
        var lines = new ArrayList<Line>();
        hours.forEach(gpu -> gpu.entries().forEach(entry -> lines.add(new Line(gpu, entry))));
        insert(session, lines);
        UsageTables.replace(session, hours, all, names);
        new Query<>(session, hours.stream().map(GpuHours::window).distinct().toList())
                .numbers(window -> window.from())
                .numbers(window -> window.to())
                .execute(UNSUMMED);
    }

    /// Returns the time from the first to the last of the hours: by it, whoever plans a statement knows which weeks it
    /// is about.
    private static Span all(Collection<GpuHours> hours) {
        return new Span(
                hours.stream().mapToLong(gpu -> gpu.window().from()).min().orElseThrow(),
                hours.stream().mapToLong(gpu -> gpu.window().to()).max().orElseThrow());
    }

    /// Waits until nobody else replaces anything, and keeps others from it until the transaction is over.
    public static void inTurn(Session session) throws DatabaseException {
        new Query<>(session).query(IN_TURN, _ -> {});
    }

    private void insert(Session session, List<Line> lines) throws DatabaseException {
        var units = units(lines);
        new Query<>(session, lines)
                .numbers(line -> line.entry().entry().hour())
                .optionalNumbers(line -> line.entry().entry().millijoules())
                .optionalNumbers(line -> line.entry().cost().map(Money::micros))
                .numbers(line -> line.hours().gpu().id())
                .optionalNumbers(line ->
                        Optional.ofNullable(units.get(line.entry().entry().unit())))
                .optionalNumbers(line -> line.entry().node().flatMap(node -> names.node(cluster(line), node)))
                .optionalNumbers(
                        line -> line.entry().entry().account().owner().map(owner -> names.owner(cluster(line), owner)))
                .optionalNumbers(line -> line.entry().payer().map(payer -> names.team(payer.team())))
                .numbers(line -> names.sku(line.entry().sku()))
                .numbers(line -> line.entry().entry().millis())
                .numbers(line -> line.entry().entry().uncertain())
                .texts(line -> line.entry().entry().account().state().word())
                .optionalTexts(line -> line.entry().entry().account().basis().map(basis -> basis.word()))
                .numbers(line -> line.entry().entry().account().estimated() ? 1 : 0)
                .numbers(line -> line.entry().settled() ? 1 : 0)
                .optionalTexts(line -> line.entry().entry().account().cause())
                .optionalTexts(line -> line.entry().cost().map(Money::currency))
                .execute(INSERT);
    }

    private static String cluster(Line line) {
        return line.hours().gpu().gpu().cluster();
    }

    private static Map<UnitId, Integer> units(Collection<Line> lines) {
        var units = new HashMap<UnitId, Integer>();
        lines.stream()
                .map(line -> line.hours().gpu())
                .distinct()
                .forEach(gpu -> gpu.units().forEach((id, unit) -> units.put(unit.id(), id)));
        return units;
    }

    /// Returns the hours of which entries have changed, also those that somebody did not come to sum up before he
    /// stopped.
    public List<Long> unsummed(Session session) throws DatabaseException {
        return new Query<>(session).list(SELECT_UNSUMMED, row -> row.longNumber(1));
    }

    /// Puts the sums of an hour in the place of those that are there.
    public void sum(Session session, long hour) throws DatabaseException {
        inTurn(session);
        HourSums.replace(session, hour);
    }

    /// Returns some of the days and quarters of days that are settled, and not summed up.
    public List<Span> unsummedSpans(Session session) throws DatabaseException {
        return SpanSums.missing(session);
    }

    /// Sums up such a span, which rests on the sums of its hours.
    public void sum(Session session, Span span) throws DatabaseException {
        inTurn(session);
        SpanSums.sum(session, span);
    }

    /// Notes that these hours are settled.
    public void settled(Session session, Collection<Stretch> settled) throws DatabaseException {
        stretches(session, settled).execute(BOOKED);
    }

    /// Notes that no hour that ends after an instant is settled.
    public void reopened(Session session, long until) throws DatabaseException {
        new Query<>(session).number(until).execute(REOPENED);
    }

    /// Returns from the first to the last hour of those of these that have an entry which is not settled, by GPU.
    public List<Stretch> open(Session session, Collection<Stretch> asked) throws DatabaseException {
        if (asked.isEmpty()) {
            return List.of();
        }
        return stretches(session, asked)
                .number(asked.stream().mapToLong(Stretch::since).min().orElseThrow())
                .number(asked.stream().mapToLong(Stretch::until).max().orElseThrow())
                .list(OPEN, row -> new Stretch(row.number(1), row.longNumber(2), row.longNumber(3)));
    }

    /// Notes that something was told of these hours after they were settled.
    public void unsettled(Session session, Collection<Stretch> late) throws DatabaseException {
        stretches(session, late).execute(UNBOOKED);
    }

    /// Notes that they are booked with all that was told when they were begun. Where more was told since, that stays.
    public void caughtUp(Session session, Collection<Late> late) throws DatabaseException {
        new Query<>(session, late)
                .numbers(one -> one.stretch().gpu())
                .numbers(Late::told)
                .execute(DELETE_UNBOOKED);
        new Query<>(session, late).numbers(one -> one.stretch().gpu()).execute(KEEP_AGAIN);
    }

    /// Says that a pass is over: what is known of those whom it did not name need not be known for longer.
    public void turn() {
        names.turn();
    }

    private static Query<Stretch> stretches(Session session, Collection<Stretch> stretches) {
        return new Query<>(session, stretches)
                .numbers(Stretch::gpu)
                .numbers(Stretch::since)
                .numbers(Stretch::until);
    }
}
