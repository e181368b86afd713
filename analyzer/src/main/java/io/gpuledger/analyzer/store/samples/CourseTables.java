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

/// `unit_attribute`, and when units were told of. Nothing is committed.
public final class CourseTables {
    /// Of a unit by its number.
    record Line(int unit, UnitAttribute attribute, Course course) {}

    /// An instant at which a unit is told of.
    record Word(UnitId id, int unit, long millis) {}

    private record Value(Line line, long since, String value) {}

    private static final String COURSES = """
        select unit_id, name, case when isfinite(since) then (extract(epoch from since) * 1000)::bigint end, value
        from gpu_ledger.unit_attribute
        """;
    private static final String IN_ORDER = " order by unit_id, name, since";
    /// Who was another only before that has been what it is all the time.
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
        """.formatted(Gpus.NAMED);
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
    /// What is told of an instance tells of its GPU too.
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

    private static final String DELETE_OLD = """
        delete from gpu_ledger.unit_attribute old
        where since < 'epoch'::timestamptz + ? * interval '1 ms' and exists (
            select from gpu_ledger.unit_attribute newer
            where newer.unit_id = old.unit_id and newer.name = old.name and newer.since > old.since
                and newer.since < 'epoch'::timestamptz + ? * interval '1 ms'
        )
        """;
    private static final String UPDATE_OLD = """
        update gpu_ledger.unit_attribute set since = '-infinity'
        where isfinite(since) and since < 'epoch'::timestamptz + ? * interval '1 ms'
        """;
    private static final String DELETE_ONLY = """
        delete from gpu_ledger.unit_attribute old
        where not isfinite(since) and not exists (
            select from gpu_ledger.unit_attribute newer
            where newer.unit_id = old.unit_id and newer.name = old.name and newer.since > old.since
        )
        """;

    private final Session session;

    public CourseTables(Session session) {
        this.session = session;
    }

    /// What was ever another, by the unit's number.
    Map<Integer, Map<UnitAttribute, Course>> courses() throws DatabaseException {
        return courses(new Query<>(session), COURSES + IN_ORDER);
    }

    /// The same of some GPUs and their instances.
    Map<Integer, Map<UnitAttribute, Course>> courses(Gpus gpus) throws DatabaseException {
        return courses(gpus.asked(session), COURSES + OF_GPUS + IN_ORDER);
    }

    /// The same of those among some units that have become another since an instant.
    Map<Integer, Map<UnitAttribute, Course>> courses(Collection<Integer> units, long since) throws DatabaseException {
        return courses(new Query<>(session, units).numbers(id -> id).number(since), COURSES + SINCE + IN_ORDER);
    }

    private static Map<Integer, Map<UnitAttribute, Course>> courses(Query<?> asked, String sql)
            throws DatabaseException {
        var courses = new HashMap<Integer, Map<UnitAttribute, Course>>();
        asked.query(sql, row -> {
            var its = courses.computeIfAbsent(row.number(1), _ -> new EnumMap<>(UnitAttribute.class));
            var since = row.optionalLongNumber(3).orElse(Course.EVER);
            var value = row.text(4);
            UnitAttribute.ofWord(row.text(2))
                    .ifPresent(attribute -> its.put(
                            attribute,
                            Optional.ofNullable(its.get(attribute))
                                    .map(course -> course.with(since, value))
                                    .orElseGet(() -> Course.always(value))));
        });
        return courses;
    }

    /// Forgets what was before an instant: what was so then was always so.
    public void forget(long before) throws DatabaseException {
        new Query<>(session).number(before).number(before).execute(DELETE_OLD);
        new Query<>(session).number(before).execute(UPDATE_OLD);
        new Query<>(session).execute(DELETE_ONLY);
    }

    /// Puts these in the place of what was known.
    void replace(Collection<Line> lines) throws DatabaseException {
        new Query<>(session, lines)
                .numbers(Line::unit)
                .texts(line -> line.attribute().word())
                .execute(DELETE);
        new Query<>(session, lines.stream().flatMap(CourseTables::values).toList())
                .numbers(value -> value.line().unit())
                .texts(value -> value.line().attribute().word())
                .optionalNumbers(value -> Optional.of(value.since()).filter(since -> since != Course.EVER))
                .texts(Value::value)
                .execute(INSERT);
    }

    /// Of what was never another there is nothing to say.
    private static Stream<Value> values(Line line) {
        var values = line.course().values();
        return values.size() == 1
                ? Stream.of()
                : values.entrySet().stream().map(entry -> new Value(line, entry.getKey(), entry.getValue()));
    }

    /// When each was told of next, as far as that is in the database.
    Map<Word, Long> next(Collection<Word> words) throws DatabaseException {
        var wordOf = Query.index(words, word -> List.of(word.unit(), word.millis()));
        var next = new HashMap<Word, Long>();
        new Query<>(session, words)
                .numbers(Word::unit)
                .numbers(Word::millis)
                .query(
                        NEXT,
                        row -> next.put(wordOf.apply(List.of(row.number(1), row.longNumber(2))), row.longNumber(3)));
        return next;
    }
}
