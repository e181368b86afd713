package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The weeks by which entries and usages are kept, and dropped: `entry_20261123` and its like, from a Monday to the
/// next. Nothing is committed, and whoever makes or drops one has the turn ([EntryTables#inTurn]).
public final class BookWeeks {
    private static final DateTimeFormatter SUFFIX = DateTimeFormatter.BASIC_ISO_DATE;
    public static final List<String> TABLES = List.of("entry", "usage");
    /// The part that was there before there were weeks ends where the first of them begins.
    private static final String PARTITIONS = """
        select p.relname, c.relname,
            (extract(epoch from substring(pg_get_expr(c.relpartbound, c.oid) from $$TO \\('([^']+)'\\)$$)::timestamptz)
                * 1000)::bigint
        from pg_inherits i
        join pg_class c on c.oid = i.inhrelid
        join pg_class p on p.oid = i.inhparent
        where p.relnamespace = 'gpu_ledger'::regnamespace and p.relname in ('entry', 'usage')
        order by 3, 1
        """;
    private static final String MISSING = """
        select suffix from unnest(?::text[]) as told (suffix)
        where to_regclass('gpu_ledger.entry_' || suffix) is null or to_regclass('gpu_ledger.usage_' || suffix) is null
        """;

    /// A partition of a table.
    ///
    /// @param until the first instant that is not in it
    record Part(String table, String name, Instant until) {
        boolean isPast() {
            return name.endsWith("_past");
        }
    }

    private BookWeeks() {}

    /// Makes room for rows of these hours where there is none.
    public static void ensure(Session session, Span hours) throws DatabaseException {
        var missing = new TreeSet<LocalDate>();
        new Query<>(session, weeks(hours))
                .texts(SUFFIX::format)
                .query(MISSING, row -> missing.add(LocalDate.parse(row.text(1), SUFFIX)));
        if (missing.isEmpty()) {
            return;
        }
        var there = parts(session);
        for (var week : missing) {
            for (var table : TABLES) {
                if (there.stream().noneMatch(part -> part.table().equals(table) && holds(part, week))) {
                    create(session, table, week);
                }
            }
        }
    }

    private static boolean holds(Part part, LocalDate week) {
        return part.isPast() ? part.until().isAfter(begin(week)) : part.name().endsWith(SUFFIX.format(week));
    }

    /// Returns the weeks from the first to the last that a table has rows of.
    public static List<Span> told(Session session, String table) throws DatabaseException {
        var sql = """
            select (extract(epoch from min(hour)) * 1000)::bigint, (extract(epoch from max(hour)) * 1000)::bigint + 1
            from gpu_ledger.%s
            """.formatted(table);
        var hours = new Query<>(session).one(sql, row -> new Span(row.longNumber(1), row.longNumber(2)));
        return hours.isEmpty()
                ? List.of()
                : weeks(hours).stream().map(BookWeeks::span).toList();
    }

    private static Span span(LocalDate week) {
        return new Span(begin(week).toEpochMilli(), begin(week.plusWeeks(1)).toEpochMilli());
    }

    private static List<LocalDate> weeks(Span hours) {
        var weeks = new ArrayList<LocalDate>();
        var week = LocalDate.ofInstant(Instant.ofEpochMilli(hours.from()), ZoneOffset.UTC)
                .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        for (; begin(week).toEpochMilli() < hours.to(); week = week.plusWeeks(1)) {
            weeks.add(week);
        }
        return weeks;
    }

    private static Instant begin(LocalDate week) {
        return week.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /// A partition is made apart, then attached, which waits for nobody who reads or writes. For usages it has to be
    /// known early that rows are settled: then they are read from an index alone.
    private static void create(Session session, String table, LocalDate week) throws DatabaseException {
        session.execute("""
            create table gpu_ledger.%1$s_%2$s (like gpu_ledger.%1$s including all)
            with (autovacuum_vacuum_insert_scale_factor = %5$s);
            alter table gpu_ledger.%1$s attach partition gpu_ledger.%1$s_%2$s
            for values from ('%3$s 00:00+00') to ('%4$s 00:00+00')
            """.formatted(
                        table, SUFFIX.format(week), week, week.plusWeeks(1), table.equals("usage") ? "0.02" : "0.2"));
    }

    /// Returns the partitions, the oldest first.
    static List<Part> parts(Session session) throws DatabaseException {
        return new Query<>(session)
                .list(PARTITIONS, row -> new Part(row.text(1), row.text(2), Instant.ofEpochMilli(row.longNumber(3))));
    }

    static void drop(Session session, Part part) throws DatabaseException {
        // Whoever reads or writes the table waits behind this one for five seconds at most. The next round tries again.
        session.execute("set local lock_timeout = '5s'");
        session.execute("drop table gpu_ledger." + part.name());
    }
}
