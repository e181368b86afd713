package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.fleet.Slot;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// GPUs that nodes should have and that nobody has told of. They are rows of `gpu` as those that were told of, and so
/// they stand in the books as these do. Nothing is committed.
public final class SlotTables {
    private static final String CLUSTERS = """
        select name from gpu_ledger.cluster c
        where exists (select from gpu_ledger.object where cluster_id = c.id and kind = '%s')
        """.formatted(Kind.NODE.word());
    private static final String VACANCIES = """
        select g.id, c.name, n.name, g.ordinal, (extract(epoch from v.since) * 1000)::bigint,
            (extract(epoch from v.until) * 1000)::bigint
        from gpu_ledger.gpu g
        join gpu_ledger.cluster c on c.id = g.cluster_id
        join gpu_ledger.gpu_placement p on p.gpu_id = g.id
        join gpu_ledger.node n on n.id = p.node_id
        left join gpu_ledger.vacancy v on v.gpu_id = g.id
        where g.ordinal is not null and not g.departed
        order by g.id, v.since
        """;
    private static final String INSERT_NODES = """
        insert into gpu_ledger.node (cluster_id, name)
        select distinct c.id, told.node
        from unnest(?::text[], ?::text[]) as told (cluster, node)
        join gpu_ledger.cluster c on c.name = told.cluster
        order by 1, 2
        on conflict (cluster_id, name) do nothing
        """;
    private static final String INSERT_GPUS = """
        insert into gpu_ledger.gpu as old (cluster_id, uuid, ordinal, first_seen, last_seen)
        select c.id, told.name, told.ordinal, 'epoch'::timestamptz + told.since * interval '1 ms',
            'epoch'::timestamptz + told.since * interval '1 ms'
        from unnest(?::text[], ?::text[], ?::int[], ?::bigint[]) as told (cluster, name, ordinal, since)
        join gpu_ledger.cluster c on c.name = told.cluster
        order by 1, 2
        on conflict (cluster_id, uuid) do update
        set first_seen = least(old.first_seen, excluded.first_seen), departed = false
        returning id, (select name from gpu_ledger.cluster where id = cluster_id), uuid
        """;
    private static final String INSERT_PLACEMENTS = """
        insert into gpu_ledger.gpu_placement (since, gpu_id, node_id)
        select g.first_seen, g.id, n.id
        from unnest(?::int[], ?::text[]) as told (id, node)
        join gpu_ledger.gpu g on g.id = told.id
        join gpu_ledger.node n on n.cluster_id = g.cluster_id and n.name = told.node
        where not exists (select from gpu_ledger.gpu_placement where gpu_id = g.id)
        """;
    private static final String DELETE = """
        delete from gpu_ledger.vacancy where gpu_id in (select unnest(?::int[]))
        """;
    private static final String INSERT = """
        insert into gpu_ledger.vacancy (gpu_id, since, until)
        select gpu_id, 'epoch'::timestamptz + since * interval '1 ms', 'epoch'::timestamptz + until * interval '1 ms'
        from unnest(?::int[], ?::bigint[], ?::bigint[]) as told (gpu_id, since, until)
        """;

    /// The number of such a GPU, and when it was vacant. What lasts ends with [Long#MAX_VALUE].
    public record Standing(int gpu, List<Span> vacant) {}

    private record Line(int gpu, Span span) {}

    private final Session session;

    public SlotTables(Session session) {
        this.session = session;
    }

    /// Returns the clusters whose nodes were told of.
    public Collection<String> clusters() throws DatabaseException {
        var names = new TreeSet<String>();
        new Query<>(session).query(CLUSTERS, row -> names.add(row.text(1)));
        return names;
    }

    /// Returns all that were ever vacant, and have not departed.
    public Map<Slot, Standing> standing() throws DatabaseException {
        var standing = new HashMap<Slot, Standing>();
        new Query<>(session).query(VACANCIES, row -> {
            var slot = new Slot(row.text(2), row.text(3), row.number(4));
            if (!standing.containsKey(slot)) {
                standing.put(slot, new Standing(row.number(1), new ArrayList<>()));
            }
            var since = row.optionalLongNumber(5);
            if (since.isPresent()) {
                var until = row.optionalLongNumber(6).orElse(Long.MAX_VALUE);
                standing.get(slot).vacant().add(new Span(since.get(), until));
            }
        });
        return standing;
    }

    /// Notes that these were never vacant after all.
    ///
    /// @param gpus their numbers
    public void clear(Collection<Integer> gpus) throws DatabaseException {
        new Query<>(session, gpus).numbers(id -> id).execute(DELETE);
    }

    /// Puts this in the place of what was known of them.
    ///
    /// @param vacant when they were, each for some time
    public void put(Map<Slot, List<Span>> vacant) throws DatabaseException {
        nodes(vacant.keySet());
        var ids = gpus(vacant);
        var lines = new ArrayList<Line>();
        ids.forEach((slot, id) -> spans(slot, vacant).forEach(span -> lines.add(new Line(id, span))));
        clear(ids.values());
        new Query<>(session, lines)
                .numbers(Line::gpu)
                .numbers(line -> line.span().from())
                .optionalNumbers(line -> Optional.of(line.span().to()).filter(to -> to < Long.MAX_VALUE))
                .execute(INSERT);
    }

    private void nodes(Collection<Slot> slots) throws DatabaseException {
        new Query<>(session, slots).texts(Slot::cluster).texts(Slot::node).execute(INSERT_NODES);
    }

    private Map<Slot, Integer> gpus(Map<Slot, List<Span>> vacant) throws DatabaseException {
        var slotOf = Query.index(vacant.keySet(), slot -> List.of(slot.cluster(), slot.name()));
        var ids = new HashMap<Slot, Integer>();
        new Query<>(session, vacant.keySet())
                .texts(Slot::cluster)
                .texts(Slot::name)
                .numbers(Slot::ordinal)
                .numbers(slot -> spans(slot, vacant).getFirst().from())
                .query(INSERT_GPUS, row -> ids.put(slotOf.apply(List.of(row.text(2), row.text(3))), row.number(1)));
        new Query<>(session, ids.entrySet())
                .numbers(Map.Entry::getValue)
                .texts(entry -> entry.getKey().node())
                .execute(INSERT_PLACEMENTS);
        return ids;
    }

    private static List<Span> spans(Slot slot, Map<Slot, List<Span>> vacant) {
        return vacant.getOrDefault(slot, List.of());
    }
}
