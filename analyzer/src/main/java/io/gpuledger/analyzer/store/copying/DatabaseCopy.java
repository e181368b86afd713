package io.gpuledger.analyzer.store.copying;

import io.gpuledger.analyzer.store.entries.BookWeeks;
import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.postgres.CopyMark;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Days;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Relay;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Copies all rows of a database into another, part by part, and compares the two when all are there. What was begun
/// goes on where it was when it is begun again: each part is copied in one transaction, with a note that it is there.
///
/// Nobody is to write to either meanwhile. Whether somebody did shows in the end, as the database that was copied is
/// compared as it is then, and not as it was when it was read.
public final class DatabaseCopy {
    /// When the tables of a database were first made, which tells databases from each other, wherever they are served.
    private static final String ORIGIN =
            "select 'the database that was made on ' || min(installed_on)::text from gpu_ledger.flyway_schema_history";

    private final Database from;
    private final Database into;
    private final Consumer<String> out;
    private final LongSupplier nanoTime;

    /// @param out hears how far it is
    public DatabaseCopy(Database from, Database into, Consumer<String> out, LongSupplier nanoTime) {
        this.from = from;
        this.into = into;
        this.out = out;
        this.nanoTime = nanoTime;
    }

    /// Copies what is not there yet, and compares. Returns whether both are equal; where they are not, the copy stays
    /// marked as one that is not whole.
    public boolean run() throws DatabaseException, SchemaException, CannotCopyException {
        from.refuseOtherVersions();
        refuseStrangers();
        var days = Days.of(into.migrateForCopy());
        try (var sessions = Sessions.of(from, into)) {
            var tables = Table.all(sessions.from());
            refuseOtherTables(tables, Table.all(sessions.into()));
            begin(sessions);
            copy(sessions, tables, Part.all(sessions.from(), tables), days);
            return isEqual(sessions, tables) && isFinished(sessions, tables);
        }
    }

    /// Only compares, and changes nothing.
    public boolean verify() throws DatabaseException, SchemaException, CannotCopyException {
        from.refuseOtherVersions();
        try (var sessions = Sessions.of(from, into)) {
            var tables = Table.all(sessions.from());
            var copied = Table.all(sessions.into());
            if (copied.isEmpty()) {
                throw new CannotCopyException("there is no copy yet to compare with: leave out --verify to make one");
            }
            refuseOtherTables(tables, copied);
            return isEqual(sessions, tables);
        }
    }

    /// A database that is somebody's is left as it is, tables and all.
    private void refuseStrangers() throws DatabaseException, CannotCopyException {
        try (var session = into.session()) {
            if (CopyMark.origin(session).isEmpty()) {
                refuseRows(Table.all(session), session);
            }
        }
    }

    private static void refuseRows(List<Table> tables, Session session) throws DatabaseException, CannotCopyException {
        for (var table : tables) {
            if (table.hasRows(session)) {
                throw new CannotCopyException(
                        ("the database that is to be copied into has rows of its own, in the table %s: name one that"
                            + " has none, or drop its schema gpu_ledger if nobody needs what is in it. If it is a copy"
                            + " already, --verify compares the two")
                                .formatted(table.name()));
            }
        }
    }

    private static void refuseOtherTables(List<Table> theirs, List<Table> ours) throws CannotCopyException {
        for (var table : theirs) {
            if (ours.stream().noneMatch(table::isLike)) {
                throw new CannotCopyException(("the table gpu_ledger.%s of the database that is copied is not in the"
                                + " other one, or has other columns there: move what somebody else has made to another"
                                + " schema")
                        .formatted(table.name()));
            }
        }
    }

    /// Marks the database that is copied into before it gets its first row.
    private static void begin(Sessions sessions) throws DatabaseException, CannotCopyException {
        var origin = new Query<>(sessions.from()).one(ORIGIN, row -> row.text(1));
        var marked = CopyMark.origin(sessions.into());
        if (marked.isEmpty()) {
            CopyMark.set(sessions.into(), origin);
            refuseRows(Table.all(sessions.into()), sessions.into());
            sessions.into().commit();
        } else if (!marked.equals(Optional.of(origin))) {
            throw new CannotCopyException(("a copy of another database was begun into this one, of %s, and not of %s:"
                            + " go on with that one, or drop the schema gpu_ledger of the copy to begin anew")
                    .formatted(marked.orElseThrow(), origin));
        }
    }

    private void copy(Sessions sessions, List<Table> tables, List<Part> parts, Days days) throws DatabaseException {
        var there = CopyMark.parts(sessions.into());
        var progress = new Progress(
                out,
                nanoTime,
                tables.stream().mapToLong(Table::rows).sum(),
                there.values().stream().mapToLong(rows -> rows).sum());
        out.accept("%d tables in %d parts are copied from %s into %s; %d parts are there already"
                .formatted(tables.size(), parts.size(), from.place(), into.place(), there.size()));
        for (var part : parts) {
            if (!there.containsKey(part.name())) {
                copy(sessions, part, days, progress);
            }
        }
        Sequences.of(sessions.from()).handOn(sessions.into());
        sessions.into().commit();
        out.accept(
                String.format(Locale.ROOT, "all is copied: %,d rows in %.0f s", progress.copied(), progress.seconds()));
    }

    private static void copy(Sessions sessions, Part part, Days days, Progress progress) throws DatabaseException {
        makeRoom(sessions, part, days);
        var rows = new Relay(sofar -> progress.isAt(part, sofar))
                .rows(sessions.from(), part.query(), sessions.into(), part.target());
        CopyMark.add(sessions.into(), part.name(), rows);
        sessions.into().commit();
        sessions.from().rollback();
        progress.isDone(part, rows);
    }

    private static void makeRoom(Sessions sessions, Part part, Days days) throws DatabaseException {
        if (part.day().isPresent()) {
            days.ensure(sessions.into(), List.of(part.day().orElseThrow()));
        }
        if (part.week().isPresent()) {
            EntryTables.inTurn(sessions.into());
            BookWeeks.ensure(sessions.into(), part.week().orElseThrow());
            sessions.into().commit();
        }
    }

    /// The parts are those that the database has by now, of which there may be more than were copied.
    private boolean isEqual(Sessions sessions, List<Table> tables) throws DatabaseException {
        var parts = Part.all(sessions.from(), tables);
        out.accept("all rows of both are compared, by a count and a checksum of each part");
        var result = new Comparison(sessions, out).of(tables, parts);
        result.differences().forEach(out);
        out.accept(result.isEqual() ? words(result) : "the two are not equal");
        return result.isEqual();
    }

    private static String words(Comparison.Result result) {
        return String.format(
                Locale.ROOT,
                "%d tables in %d parts with %,d rows are equal",
                result.tables(),
                result.parts(),
                result.rows());
    }

    /// Whoever asks the copy its first question has it planned by figures of what is there.
    private boolean isFinished(Sessions sessions, List<Table> tables) throws DatabaseException {
        for (var table : tables) {
            sessions.into().execute("analyze gpu_ledger." + table.name());
        }
        CopyMark.remove(sessions.into());
        sessions.into().commit();
        return true;
    }
}
