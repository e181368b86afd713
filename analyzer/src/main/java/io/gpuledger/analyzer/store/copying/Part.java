package io.gpuledger.analyzer.store.copying;

import io.gpuledger.analyzer.store.entries.BookWeeks;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Days;
import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is copied at once: a table, or a day or a week of one that is kept by days or weeks.
///
/// @param span the day or week; nothing where it is the whole table
record Part(Table table, Optional<Span> span) {
    /// Returns all parts of the tables of a database, in the order of the tables.
    static List<Part> all(Session session, List<Table> tables) throws DatabaseException {
        var days = Days.of(Flavour.ofTables(session)).present(session).stream()
                .map(Part::day)
                .toList();
        var parts = new ArrayList<Part>();
        for (var table : tables) {
            if (isByDay(table)) {
                days.forEach(day -> parts.add(new Part(table, Optional.of(day))));
            } else if (isByWeek(table)) {
                BookWeeks.told(session, table.name()).forEach(week -> parts.add(new Part(table, Optional.of(week))));
            } else {
                parts.add(new Part(table, Optional.empty()));
            }
        }
        return parts;
    }

    private static boolean isByDay(Table table) {
        return Days.TABLES.contains(table.name());
    }

    private static boolean isByWeek(Table table) {
        return BookWeeks.TABLES.contains(table.name());
    }

    private static Span day(LocalDate day) {
        return new Span(begin(day), begin(day.plusDays(1)));
    }

    private static long begin(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }

    /// Returns the day that it is of, where its table is kept by days.
    Optional<LocalDate> day() {
        return isByDay(table) ? span.map(Part::first) : Optional.empty();
    }

    /// Returns the week that it is of, where its table is kept by weeks.
    Optional<Span> week() {
        return isByWeek(table) ? span : Optional.empty();
    }

    private static LocalDate first(Span span) {
        return LocalDate.ofInstant(Instant.ofEpochMilli(span.from()), ZoneOffset.UTC);
    }

    /// Returns what it is called, in words to people and in the database that is copied into.
    String name() {
        return span.map(one -> table.name() + " of " + first(one)).orElse(table.name());
    }

    /// Returns its rows as a query, with the columns in the order of the table.
    String query() {
        return "select %s from gpu_ledger.%s%s".formatted(table.columnNames(), table.name(), condition());
    }

    private String condition() {
        var column = isByDay(table) ? "ts" : "hour";
        return span.map(one -> " where %1$s >= '%2$s' and %1$s < '%3$s'"
                        .formatted(column, Instant.ofEpochMilli(one.from()), Instant.ofEpochMilli(one.to())))
                .orElse("");
    }

    /// Returns where its rows go, with the columns in the order of the query.
    String target() {
        return "gpu_ledger.%s (%s)".formatted(table.name(), table.columnNames());
    }
}
