package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads and writes `unit_attribute`, and finds when units were told of. Nothing is committed.
final class UnitAttributeTables {
    /// The history of an attribute of a unit, which is given by its number.
    record Line(int unit, UnitAttribute attribute, AttributeHistory history) {}

    /// An instant at which a unit is told of.
    record UnitInstant(UnitId id, int unit, long millis) {}

    private record Value(Line line, long since, String value) {}

    private static final String HISTORIES = """
        select unit_id, name, case when isfinite(since) then (extract(epoch from since) * 1000)::bigint end, value
        from gpu_ledger.unit_attribute
        """;
    private static final String IN_ORDER = " order by unit_id, name, since";
    /// A unit that was another only before that has been what it is all the time.
    private static final String SINCE = """
        where unit_id in (
            select a.unit_id
            from unnest(?::int[]) as asked (id)
            join gpu_ledger.unit_attribute a on a.unit_id = asked.id
            where a.since >= 'epoch'::timestamptz + ? * interval '1 ms'
        )
        """;
    private static final String OF_GPUS = """
        where unit_id in (
            select unnest(array[g.id, i.id])
            from gpu_ledger.gpu g
            join gpu_ledger.cluster c on c.id = g.cluster_id
            left join gpu_ledger.instance i on i.gpu_id = g.id
            where %s
        )
        """.formatted(GpuSelection.NAMED);
    private static final String DELETE = """
        delete from gpu_ledger.unit_attribute old
        using unnest(?::int[], ?::text[]) as told (unit_id, name)
        where old.unit_id = told.unit_id and old.name = told.name
        """;
    private static final String INSERT = """
        insert into gpu_ledger.unit_attribute (unit_id, name, since, value)
        select unit_id, name, coalesce('epoch'::timestamptz + since * interval '1 ms', '-infinity'), value
        from unnest(?::int[], ?::text[], ?::bigint[], ?::text[]) as told (unit_id, name, since, value)
        order by unit_id, name, since
        """;
    /// Finds the next sample of a unit or of one of its instances, as a sample of an instance tells of its GPU too.
    private static final String NEXT = """
        select told.unit_id, told.at, (extract(epoch from min(next.ts)) * 1000)::bigint
        from unnest(?::int[], ?::bigint[]) as told (unit_id, at)
        cross join lateral (
            select told.unit_id as id
            union all
            select i.id from gpu_ledger.instance i where i.gpu_id = told.unit_id
        ) u
        cross join lateral (
            select s.ts from gpu_ledger.sample s
            where s.unit_id = u.id and s.ts > 'epoch'::timestamptz + told.at * interval '1 ms'
            order by s.ts
            limit 1
        ) next
        group by told.unit_id, told.at
        """;

    private final Session session;

    UnitAttributeTables(Session session) {
        this.session = session;
    }

    /// Returns the histories of all attributes that were ever another, by the unit's number.
    Map<Integer, Map<UnitAttribute, AttributeHistory>> histories() throws DatabaseException {
        return histories(new Query<>(session), HISTORIES + IN_ORDER);
    }

    /// Returns the same of some GPUs and their instances.
    Map<Integer, Map<UnitAttribute, AttributeHistory>> histories(GpuSelection gpus) throws DatabaseException {
        return histories(gpus.asked(session), HISTORIES + OF_GPUS + IN_ORDER);
    }

    /// Returns the same of those among some units that have become another since an instant.
    Map<Integer, Map<UnitAttribute, AttributeHistory>> histories(Collection<Integer> units, long since)
            throws DatabaseException {
        return histories(new Query<>(session, units).numbers(id -> id).number(since), HISTORIES + SINCE + IN_ORDER);
    }

    private static Map<Integer, Map<UnitAttribute, AttributeHistory>> histories(Query<?> asked, String sql)
            throws DatabaseException {
        var histories = new HashMap<Integer, Map<UnitAttribute, AttributeHistory>>();
        asked.query(sql, row -> {
            var its = histories.computeIfAbsent(row.number(1), _ -> new EnumMap<>(UnitAttribute.class));
            var since = row.optionalLongNumber(3).orElse(AttributeHistory.EVER);
            var value = row.text(4);
            UnitAttribute.ofWord(row.text(2))
                    .ifPresent(attribute -> its.put(
                            attribute,
                            Optional.ofNullable(its.get(attribute))
                                    .map(history -> history.with(since, value))
                                    .orElseGet(() -> AttributeHistory.always(value))));
        });
        return histories;
    }

    /// Puts these in the place of what was known.
    void replace(Collection<Line> lines) throws DatabaseException {
        new Query<>(session, lines)
                .numbers(Line::unit)
                .texts(line -> line.attribute().word())
                .execute(DELETE);
        new Query<>(session, lines.stream().flatMap(UnitAttributeTables::values).toList())
                .numbers(value -> value.line().unit())
                .texts(value -> value.line().attribute().word())
                .optionalNumbers(value -> Optional.of(value.since()).filter(since -> since != AttributeHistory.EVER))
                .texts(Value::value)
                .execute(INSERT);
    }

    /// Of what was never another there is nothing to say.
    private static Stream<Value> values(Line line) {
        var values = line.history().values();
        return values.size() == 1
                ? Stream.of()
                : values.entrySet().stream().map(entry -> new Value(line, entry.getKey(), entry.getValue()));
    }

    /// Finds when each was told of next, as far as that is in the database.
    Map<UnitInstant, Long> next(Collection<UnitInstant> instants) throws DatabaseException {
        var instantOf = Query.index(instants, instant -> List.of(instant.unit(), instant.millis()));
        var next = new HashMap<UnitInstant, Long>();
        new Query<>(session, instants)
                .numbers(UnitInstant::unit)
                .numbers(UnitInstant::millis)
                .query(
                        NEXT,
                        row -> next.put(instantOf.apply(List.of(row.number(1), row.longNumber(2))), row.longNumber(3)));
        return next;
    }
}
