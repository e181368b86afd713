package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.Membership;
import io.gpuledger.analyzer.store.entries.EntryTables.Late;
import io.gpuledger.analyzer.store.entries.EntryTables.Stretch;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Query.Each;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Reads all GPUs that are told of, or missed, and have not departed, with their instances and where they were.
public final class FleetTables {
    private static final String GPUS = """
        select g.id, c.name, g.uuid, coalesce(g.model, ''), g.index,
            (extract(epoch from g.first_seen) * 1000)::bigint, (extract(epoch from g.last_seen) * 1000)::bigint,
            g.ordinal::int
        from gpu_ledger.gpu g
        join gpu_ledger.cluster c on c.id = g.cluster_id
        where not g.departed
        order by c.name, g.uuid
        """;
    private static final String INSTANCES = """
        select i.id, i.gpu_id, i.number, i.profile, i.uuid, i.compute_slices, i.memory_slices
        from gpu_ledger.gpu g
        join gpu_ledger.instance i on i.gpu_id = g.id
        where not g.departed
        """;
    private static final String PLACEMENTS = """
        select p.gpu_id, (extract(epoch from p.since) * 1000)::bigint, n.name
        from gpu_ledger.gpu g
        join gpu_ledger.gpu_placement p on p.gpu_id = g.id
        join gpu_ledger.node n on n.id = p.node_id
        where not g.departed
        """;

    /// A GPU that had departed was in no account until it was told of again: nothing of that time is due.
    private static final String BOOKED = """
        with present as (
            select b.gpu_id, b.since, b.until, max(b.until) over () as latest
            from gpu_ledger.gpu g
            join gpu_ledger.booked b on b.gpu_id = g.id
            where not g.departed
        )
        select p.gpu_id, (extract(epoch from p.since) * 1000)::bigint,
            (extract(epoch from case
                when p.until = p.latest then p.until
                else greatest(p.until, least(p.latest, date_trunc('hour', back.at, 'UTC')))
            end) * 1000)::bigint
        from present p
        left join lateral (
            select min(at) as at
            from (
                select s.ts as at
                from (
                    select p.gpu_id as id
                    union all
                    select i.id from gpu_ledger.instance i where i.gpu_id = p.gpu_id
                ) u
                cross join lateral (
                    select ts from gpu_ledger.sample where unit_id = u.id and ts >= p.until order by ts limit 1
                ) s
                where p.until < p.latest
                union all
                select v.since
                from gpu_ledger.vacancy v
                where p.until < p.latest and v.gpu_id = p.gpu_id and (v.until is null or v.until > p.until)
            ) told
        ) back on true
        """;
    /// A GPU that is told of is in the fleet until it is told of again, or for as long as silence is borne. Evidence
    /// stands until there is other: what is told of a GPU beside any may change all that came after.
    private static final String BEGIN_UNBOOKED = """
        with locked as materialized (
            select gpu_id from gpu_ledger.unbooked order by gpu_id for update
        ), b as (
            update gpu_ledger.unbooked
            set since_again = null, until_again = null
            from locked
            where unbooked.gpu_id = locked.gpu_id
            returning unbooked.gpu_id, unbooked.since, unbooked.until, unbooked.told
        )
        select b.gpu_id, (extract(epoch from b.since) * 1000)::bigint,
            (extract(epoch from case
                when evidence.is_there then greatest(b.until, k.until)
                else least(next.ts, b.until + interval '%d ms')
            end) * 1000)::bigint, b.told
        from b
        left join gpu_ledger.booked k on k.gpu_id = b.gpu_id
        left join lateral (
            select ts from gpu_ledger.sample where unit_id = b.gpu_id and ts >= b.until order by ts limit 1
        ) next on true
        cross join lateral (
            select exists (
                select from gpu_ledger.entry
                where gpu_id = b.gpu_id and hour >= b.since - interval '1 hour' and hour < b.until
                    and state = 'unhealthy' and cause <> 'node_not_ready'
            ) or exists (
                select from gpu_ledger.xid_count
                where unit_id = b.gpu_id and ts >= b.since and ts < b.until
            ) or exists (
                select from gpu_ledger.sample
                where unit_id = b.gpu_id and ts >= b.since and ts < b.until
                    and (lost > 0 or stuck > 0 or row_remap_failed > 0 or latest_xid > 0 or recovery_action > 0)
            )
        ) as evidence (is_there)
        """.formatted(Membership.SILENT_MAX);

    private static final String SETTLING = """
        insert into gpu_ledger.settling as old (until) values ('epoch'::timestamptz + ? * interval '1 ms')
        on conflict (single) do update set until = excluded.until where excluded.until > old.until
        """;
    private static final String SETTLING_UNTIL =
            "select (extract(epoch from until) * 1000)::bigint from gpu_ledger.settling";

    /// A GPU with an ordinal is one that its node should have and that no exporter tells of: it is seen by what the
    /// cluster says of the node, which is no sample.
    private static final String TOLD_LAST = """
        select (extract(epoch from max(last_seen)) * 1000)::bigint
        from gpu_ledger.gpu
        where ordinal is null and not departed
        """;

    private static final String WAITING = "select count(*) from gpu_ledger.unbooked";
    private static final String TOLD_BEFORE = """
        select u.id, (
            select (extract(epoch from max(ts)) * 1000)::bigint from gpu_ledger.sample
            where unit_id = u.id and ts < 'epoch'::timestamptz + u.until * interval '1 ms'
        )
        from unnest(?::int[], ?::bigint[]) as u (id, until)
        """;

    private final Session session;

    public FleetTables(Session session) {
        this.session = session;
    }

    /// Returns them sorted by cluster and UUID.
    public List<KnownGpu> gpus() throws DatabaseException {
        var gpus = new ArrayList<KnownGpu>();
        var byId = new HashMap<Integer, KnownGpu>();
        query(GPUS, row -> {
            var id = new UnitId(row.text(2), row.text(3), Optional.empty());
            var units = new HashMap<Integer, Unit>();
            units.put(row.number(1), unit(id, row.optionalText(5), row.text(4)));
            var gpu = new KnownGpu(
                    row.number(1),
                    id,
                    row.optionalNumber(8),
                    row.text(4),
                    row.longNumber(6),
                    row.longNumber(7),
                    units,
                    new TreeMap<>());
            gpus.add(gpu);
            byId.put(gpu.id(), gpu);
        });
        query(INSTANCES, row -> {
            var gpu = byId.get(row.number(2));
            if (gpu != null) {
                gpu.units().put(row.number(1), instance(gpu, row));
            }
        });
        query(PLACEMENTS, row -> {
            var gpu = byId.get(row.number(1));
            if (gpu != null) {
                gpu.nodes().put(row.longNumber(2), row.text(3));
            }
        });
        return gpus;
    }

    private void query(String sql, Each each) throws DatabaseException {
        new Query<>(session).query(sql, each);
    }

    private static Unit unit(UnitId id, Optional<String> index, String model) {
        return new Unit(
                id,
                "",
                index,
                Optional.of(model),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Unit instance(KnownGpu gpu, ResultRow row) throws DatabaseException {
        return new Unit(
                new UnitId(gpu.gpu().cluster(), gpu.gpu().gpu(), Optional.of(row.text(3))),
                "",
                Optional.empty(),
                Optional.of(gpu.model()),
                row.optionalText(4),
                row.optionalText(5),
                row.optionalNumber(6),
                row.optionalNumber(7));
    }

    /// Returns from when until when the hours of GPUs are settled, by the GPU's number.
    public Map<Integer, Stretch> booked() throws DatabaseException {
        var spans = new HashMap<Integer, Stretch>();
        query(
                BOOKED,
                row -> spans.put(row.number(1), new Stretch(row.number(1), row.longNumber(2), row.longNumber(3))));
        return spans;
    }

    /// Notes that hours until then are about to be settled. It commits, as whoever writes meanwhile has to know.
    public void settling(long until) throws DatabaseException {
        new Query<>(session).number(until).execute(SETTLING);
        session.commit();
    }

    /// Returns until when hours are settled, or are about to be; nothing where none ever was.
    public OptionalLong settlingUntil() throws DatabaseException {
        return new Query<>(session)
                .list(SETTLING_UNTIL, row -> row.longNumber(1)).stream()
                        .mapToLong(Long::longValue)
                        .findFirst();
    }

    /// Returns when any of them was told of last, by whichever analyzer; nothing where none ever was.
    public Optional<Instant> toldLast() throws DatabaseException {
        return new Query<>(session)
                .one(TOLD_LAST, row -> row.optionalLongNumber(1).map(Instant::ofEpochMilli));
    }

    /// Returns how many of them have settled hours that are to be booked again.
    public long waiting() throws DatabaseException {
        return new Query<>(session).one(WAITING, row -> row.longNumber(1));
    }

    /// Returns when GPUs were last told of before an instant of each, by their numbers. Some never were.
    public Map<Integer, Long> toldBefore(Map<Integer, Long> instants) throws DatabaseException {
        var told = new HashMap<Integer, Long>();
        new Query<>(session, instants.entrySet())
                .numbers(Map.Entry::getKey)
                .numbers(Map.Entry::getValue)
                .query(TOLD_BEFORE, row -> {
                    var gpu = row.number(1);
                    row.optionalLongNumber(2).ifPresent(millis -> told.put(gpu, millis));
                });
        return told;
    }

    /// Returns the hours that were settled before something was told of them, which are begun to be booked: what is
    /// told of them from now on is kept apart.
    public List<Late> beginUnbooked() throws DatabaseException {
        return new Query<>(session)
                .list(
                        BEGIN_UNBOOKED,
                        row -> new Late(
                                new Stretch(row.number(1), row.longNumber(2), row.longNumber(3)), row.longNumber(4)));
    }
}
