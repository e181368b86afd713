package io.gpuledger.analyzer.store.copying;

import io.gpuledger.analyzer.store.entries.BookWeeks;
import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Days;
import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Rows in every table that the schema has, one that is yet to come too: their values follow from the types of its
/// columns. Row 7 of one table names row 7 of another, texts and numbers are of the awkward kind, and what may be
/// absent is so in every third row.
public final class EveryTable {
    public static final LocalDate FIRST = LocalDate.of(2026, 9, 2);
    static final int DAYS = 4;

    private static final Instant BEGIN = Instant.parse(FIRST + "T00:00:00Z");
    private static final String TEXT =
            "(array['', 'ü€😀', E'\\t\\n\\r\\\\', '\"'',{}', 'NULL', 'plain '])[1 + i % 6] || i";
    private static final String REAL =
            "(array[0.1, 'NaN', 'Infinity', '-0', 1e-30, 16777217.5, -2.5]::float8[])[1 + i % 7]";
    private static final String INSTANT =
            "'%s'::timestamptz + (i * 29 %% %d) * interval '1 hour' + i * interval '1 microsecond'"
                    .formatted(BEGIN, DAYS * 24);
    private static final String HOUR = "'%s'::timestamptz + i * interval '1 hour'".formatted(BEGIN);

    /// Columns whose values stand under a condition, and those that others name as they are.
    private static final Map<String, String> VALUES = Map.of(
            "settling.single",
            "true",
            "letter.withheld",
            "null",
            "read_progress.began",
            HOUR,
            "read_progress.reached",
            HOUR + " + interval '1 hour'");

    /// All of its columns are absent together, or none is.
    private static final Set<String> WITHOUT_ABSENCES = Set.of("letter");

    private static final String COLUMNS = """
        select a.attname, t.typname, t.typtype = 'e', coalesce(element.typname, ''), not a.attnotnull, (
                select format('(array(select %1$I from %2$s order by %3$s))[i]', named.attname, f.confrelid::regclass, (
                        select string_agg(quote_ident(key.attname), ', ' order by place)
                        from unnest(f.confkey) with ordinality as named (attnum, place)
                        join pg_attribute key on key.attrelid = f.confrelid and key.attnum = named.attnum))
                from pg_constraint f
                join pg_attribute named on named.attrelid = f.confrelid
                    and named.attnum = f.confkey[array_position(f.conkey, a.attnum)]
                where f.contype = 'f' and f.conrelid = a.attrelid and a.attnum = any (f.conkey))
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = ('gpu_ledger.' || ?)::regclass and a.attnum > 0 and not a.attisdropped
            and a.attidentity = '' and coalesce(pg_get_expr(d.adbin, d.adrelid), '') not like 'nextval%'
        order by a.attnum
        """;

    /// The first versions had no samples, and kept no books by the week.
    private static final String HAS_SAMPLES = "select to_regclass('gpu_ledger.sample') is not null";

    private static final String HAS_WEEKS =
            "select exists (select from pg_class where oid = to_regclass('gpu_ledger.entry') and relkind = 'p')";

    private record Column(
            String name, String type, boolean isEnum, String element, boolean mayBeAbsent, Optional<String> named) {}

    private EveryTable() {}

    /// Fills all tables of a database, which has no rows but such as were made here, up to so many.
    ///
    /// @param rows of each table but the one that has one row
    public static void fill(Database database, int rows) throws DatabaseException {
        try (var session = database.session()) {
            if (is(session, HAS_SAMPLES)) {
                Days.of(Flavour.ofTables(session))
                        .ensure(
                                session,
                                Stream.iterate(FIRST, day -> day.plusDays(1))
                                        .limit(DAYS)
                                        .toList());
            }
            if (is(session, HAS_WEEKS)) {
                EntryTables.inTurn(session);
                BookWeeks.ensure(
                        session,
                        new Span(
                                BEGIN.toEpochMilli(),
                                BEGIN.plus(Duration.ofHours(rows + 1)).toEpochMilli()));
            }
            for (var table : Table.all(session)) {
                session.execute(insert(session, table.name(), rows));
            }
            session.commit();
        }
    }

    private static boolean is(Session session, String sql) throws DatabaseException {
        return new Query<>(session).one(sql, row -> row.isTrue(1));
    }

    private static String insert(Session session, String table, int rows) throws DatabaseException {
        var names = new ArrayList<String>();
        var values = new ArrayList<String>();
        for (var column : columns(session, table)) {
            names.add(column.name());
            values.add(column.named().orElseGet(() -> absent(table, column, values.size())));
        }
        return "insert into gpu_ledger.%1$s (%2$s) select %3$s from generate_series((select count(*)::int + 1 from gpu_ledger.%1$s), %4$d) i"
                .formatted(
                        table,
                        String.join(", ", names),
                        String.join(", ", values),
                        table.equals("settling") ? 1 : rows);
    }

    private static List<Column> columns(Session session, String table) throws DatabaseException {
        return new Query<>(session)
                .text(table)
                .list(
                        COLUMNS,
                        row -> new Column(
                                row.text(1),
                                row.text(2),
                                row.isTrue(3),
                                row.text(4),
                                row.isTrue(5),
                                row.optionalText(6)));
    }

    private static String absent(String table, Column column, int place) {
        var value = VALUES.getOrDefault(table + "." + column.name(), value(column));
        return column.mayBeAbsent() && !WITHOUT_ABSENCES.contains(table)
                ? "case when (i + %d) %% 3 > 0 then %s end".formatted(place, value)
                : value;
    }

    private static String value(Column column) {
        if (column.isEnum()) {
            return "(enum_range(null::gpu_ledger.%1$s))[1 + i %% array_length(enum_range(null::gpu_ledger.%1$s), 1)]"
                    .formatted(column.type());
        }
        return switch (column.type()) {
            case "timestamptz" -> column.name().equals("hour") ? HOUR : INSTANT;
            case "date" -> "date '%s' + i".formatted(FIRST);
            case "text" -> TEXT;
            case "bool" -> "i % 2 = 0";
            case "bytea" -> "decode(lpad(to_hex(i), 8, '0'), 'hex')";
            case "int2" -> "i % 32768";
            case "int4", "int8" -> "i";
            case "float4", "float8" -> REAL;
            case "_text", "_int4" ->
                "case when i %% 4 > 0 then array[i, 2 * i, null]::%s[] else '{}' end".formatted(column.element());
            default -> throw new IllegalStateException("no values of " + column);
        };
    }

    /// Returns all rows of all tables of the schema, each table with its rows in an order of their own.
    static List<String> rows(TestDatabase test) throws DatabaseException {
        var all = new ArrayList<String>();
        try (var session = test.session()) {
            for (var table : Table.all(session)) {
                all.add(table.name());
                all.addAll(test.rows("select one::text from (select %s from gpu_ledger.%s) one order by 1"
                        .formatted(table.columnNames(), table.name())));
            }
        }
        return all;
    }
}
