package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// Reads and writes `gpu` and `instance`, with many rows in a statement, in an order that two writers share.
final class UnitTables {
    /// Locks the GPUs, so that nobody removes them before the transaction ends.
    private static final String LOCK = """
        select g.id
        from gpu_ledger.gpu g
        join gpu_ledger.cluster c on c.id = g.cluster_id
        where %s
        order by g.id
        for update of g
        """.formatted(GpuSelection.NAMED);
    private static final String INSERT_GPUS = """
        insert into gpu_ledger.gpu as old (cluster_id, uuid, index, model, first_seen, last_seen)
        select cluster_id, uuid, index, model, 'epoch'::timestamptz + first * interval '1 ms',
            'epoch'::timestamptz + last * interval '1 ms'
        from unnest(?::int[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[])
            as told (cluster_id, uuid, index, model, first, last)
        order by cluster_id, uuid
        on conflict (cluster_id, uuid) do update
        set index = coalesce(excluded.index, old.index), model = coalesce(excluded.model, old.model),
            first_seen = least(old.first_seen, excluded.first_seen),
            last_seen = greatest(old.last_seen, excluded.last_seen), departed = false
        returning id, cluster_id, uuid
        """;
    private static final String INSERT_INSTANCES = """
        insert into gpu_ledger.instance as old
            (gpu_id, number, profile, uuid, compute_slices, memory_slices, first_seen, last_seen)
        select gpu_id, number, profile, uuid, compute_slices, memory_slices,
            'epoch'::timestamptz + first * interval '1 ms', 'epoch'::timestamptz + last * interval '1 ms'
        from unnest(
                ?::int[], ?::text[], ?::text[], ?::text[], ?::int[], ?::int[], ?::bigint[], ?::bigint[])
            as told (gpu_id, number, profile, uuid, compute_slices, memory_slices, first, last)
        order by gpu_id, number
        on conflict (gpu_id, number) do update
        set profile = coalesce(excluded.profile, old.profile), uuid = coalesce(excluded.uuid, old.uuid),
            compute_slices = coalesce(excluded.compute_slices, old.compute_slices),
            memory_slices = coalesce(excluded.memory_slices, old.memory_slices),
            first_seen = least(old.first_seen, excluded.first_seen),
            last_seen = greatest(old.last_seen, excluded.last_seen)
        returning id, gpu_id, number
        """;
    private static final String UPDATE_GPUS = """
        update gpu_ledger.gpu as old
        set index = coalesce(told.index, old.index), model = coalesce(told.model, old.model),
            first_seen = least(old.first_seen, 'epoch'::timestamptz + told.first * interval '1 ms'),
            last_seen = greatest(old.last_seen, 'epoch'::timestamptz + told.last * interval '1 ms'), departed = false
        from unnest(?::int[], ?::text[], ?::text[], ?::bigint[], ?::bigint[]) as told (id, index, model, first, last)
        where old.id = told.id
        """;
    private static final String UPDATE_INSTANCES = """
        update gpu_ledger.instance as old
        set profile = coalesce(told.profile, old.profile), uuid = coalesce(told.uuid, old.uuid),
            compute_slices = coalesce(told.compute_slices, old.compute_slices),
            memory_slices = coalesce(told.memory_slices, old.memory_slices),
            first_seen = least(old.first_seen, 'epoch'::timestamptz + told.first * interval '1 ms'),
            last_seen = greatest(old.last_seen, 'epoch'::timestamptz + told.last * interval '1 ms')
        from unnest(?::int[], ?::text[], ?::text[], ?::int[], ?::int[], ?::bigint[], ?::bigint[])
            as told (id, profile, uuid, compute_slices, memory_slices, first, last)
        where old.id = told.id
        """;
    private final Session session;

    UnitTables(Session session) {
        this.session = session;
    }

    private static String unitsSql(GpuSelection gpus) {
        return """
            with asked as (
                select g.*, c.name as cluster
                from gpu_ledger.gpu g
                join gpu_ledger.cluster c on c.id = g.cluster_id
                where g.ordinal is null and %s
            )
            select g.id, g.cluster, g.uuid, null::text, g.index, g.model, null::text, null::text, null::int, null::int,
                (extract(epoch from g.first_seen) * 1000)::bigint, (extract(epoch from g.last_seen) * 1000)::bigint
            from asked g
            union all
            select i.id, g.cluster, g.uuid, i.number, g.index, g.model, i.profile, i.uuid, i.compute_slices,
                i.memory_slices, (extract(epoch from i.first_seen) * 1000)::bigint,
                (extract(epoch from i.last_seen) * 1000)::bigint
            from gpu_ledger.instance i
            join asked g on g.id = i.gpu_id
            """.formatted(gpus.condition());
    }

    /// Hands over the units as the tables have them. Their nodes stand in another table, so each is nowhere until a row
    /// says where it is.
    void read(GpuSelection gpus, BiConsumer<UnitId, KnownUnit> each) throws DatabaseException {
        if (gpus.isNamed()) {
            gpus.asked(session).query(LOCK, _ -> {});
        }
        gpus.asked(session).query(unitsSql(gpus), row -> {
            var id = new UnitId(row.text(2), row.text(3), row.optionalText(4));
            var unit = new Unit(
                    id,
                    "",
                    row.optionalText(5),
                    row.optionalText(6),
                    row.optionalText(7),
                    row.optionalText(8),
                    row.optionalNumber(9),
                    row.optionalNumber(10));
            each.accept(
                    id,
                    new KnownUnit(
                            row.number(1), unit, Map.of(), row.longNumber(11), row.longNumber(12), KnownUnit.NOWHERE));
        });
    }

    /// Inserts GPUs, or updates those that are there, and hands over the number of each.
    ///
    /// @param clusters gives the number of a cluster
    void insertGpus(Collection<KnownUnit> gpus, ToIntFunction<String> clusters, BiConsumer<UnitId, Integer> each)
            throws DatabaseException {
        var unitOf = Query.index(
                gpus, gpu -> List.of(cluster(gpu, clusters), gpu.unit().id().gpu()));
        new Query<>(session, gpus)
                .numbers(gpu -> cluster(gpu, clusters))
                .texts(gpu -> gpu.unit().id().gpu())
                .optionalTexts(gpu -> gpu.unit().index())
                .optionalTexts(gpu -> gpu.unit().model())
                .numbers(KnownUnit::first)
                .numbers(KnownUnit::last)
                .query(INSERT_GPUS, row -> inserted(row, unitOf, each));
    }

    /// Inserts instances, or updates those that are there, and hands over the number of each.
    ///
    /// @param gpus gives the number of a GPU
    void insertInstances(Collection<KnownUnit> instances, ToIntFunction<UnitId> gpus, BiConsumer<UnitId, Integer> each)
            throws DatabaseException {
        var unitOf = Query.index(instances, instance -> List.of(gpu(instance, gpus), number(instance)));
        new Query<>(session, instances)
                .numbers(instance -> gpu(instance, gpus))
                .texts(UnitTables::number)
                .optionalTexts(instance -> instance.unit().profile())
                .optionalTexts(instance -> instance.unit().instanceUuid())
                .optionalNumbers(instance -> instance.unit().computeSlices())
                .optionalNumbers(instance -> instance.unit().memorySlices())
                .numbers(KnownUnit::first)
                .numbers(KnownUnit::last)
                .query(INSERT_INSTANCES, row -> inserted(row, unitOf, each));
    }

    private static void inserted(ResultRow row, Function<List<?>, KnownUnit> unitOf, BiConsumer<UnitId, Integer> each)
            throws DatabaseException {
        var unit = unitOf.apply(List.of(row.number(2), row.text(3))).unit();
        each.accept(unit.id(), row.number(1));
    }

    void updateGpus(Collection<KnownUnit> gpus) throws DatabaseException {
        new Query<>(session, gpus)
                .numbers(KnownUnit::id)
                .optionalTexts(gpu -> gpu.unit().index())
                .optionalTexts(gpu -> gpu.unit().model())
                .numbers(KnownUnit::first)
                .numbers(KnownUnit::last)
                .execute(UPDATE_GPUS);
    }

    void updateInstances(Collection<KnownUnit> instances) throws DatabaseException {
        new Query<>(session, instances)
                .numbers(KnownUnit::id)
                .optionalTexts(instance -> instance.unit().profile())
                .optionalTexts(instance -> instance.unit().instanceUuid())
                .optionalNumbers(instance -> instance.unit().computeSlices())
                .optionalNumbers(instance -> instance.unit().memorySlices())
                .numbers(KnownUnit::first)
                .numbers(KnownUnit::last)
                .execute(UPDATE_INSTANCES);
    }

    private static int cluster(KnownUnit unit, ToIntFunction<String> clusters) {
        return clusters.applyAsInt(unit.unit().id().cluster());
    }

    private static int gpu(KnownUnit instance, ToIntFunction<UnitId> gpus) {
        return gpus.applyAsInt(instance.unit().id().device());
    }

    private static String number(KnownUnit instance) {
        return instance.unit().id().instance().orElseThrow();
    }
}
