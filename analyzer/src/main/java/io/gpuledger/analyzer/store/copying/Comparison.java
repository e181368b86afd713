package io.gpuledger.analyzer.store.copying;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/// Compares two databases as they are now, table by table and part by part.
final class Comparison {
    /// Tells whether two databases have the same rows, and how much was compared to know that.
    ///
    /// @param differences a sentence for each part that is not the same in both
    record Result(int tables, int parts, long rows, List<String> differences) {
        Result {
            differences = List.copyOf(differences);
        }

        boolean isEqual() {
            return differences.isEmpty();
        }
    }

    private final Sessions sessions;
    private final Consumer<String> out;
    private final List<String> differences = new ArrayList<>();

    /// @param out hears of each table
    Comparison(Sessions sessions, Consumer<String> out) {
        this.sessions = sessions;
        this.out = out;
    }

    /// @param parts of the tables, in their order
    Result of(List<Table> tables, List<Part> parts) throws DatabaseException {
        var rows = 0L;
        for (var table : tables) {
            rows += compare(
                    table,
                    parts.stream().filter(part -> part.table().equals(table)).toList());
        }
        if (!Sequences.of(sessions.from()).equals(Sequences.of(sessions.into()))) {
            differences.add("the sequences, from which the numbers of new rows follow, are not at the same numbers");
        }
        return new Result(tables.size(), parts.size(), rows, differences);
    }

    /// Returns how many rows there are to copy.
    private long compare(Table table, List<Part> parts) throws DatabaseException {
        var known = differences.size();
        var from = 0L;
        var into = 0L;
        for (var part : parts) {
            var theirs = sums(part);
            from += theirs.from().rows();
            into += theirs.into().rows();
            if (!theirs.from().equals(theirs.into())) {
                differences.add(words(part, theirs));
            }
        }
        if (parts.stream().allMatch(part -> part.span().isPresent())) {
            refuseOthers(table, sessions.from(), from, "the database that is copied");
            refuseOthers(table, sessions.into(), into, "the copy");
        }
        if (from > 0 || differences.size() > known) {
            out.accept(String.format(
                    Locale.ROOT,
                    "%s: %,d rows, %s",
                    table.name(),
                    from,
                    differences.size() > known ? "not equal" : "equal"));
        }
        return from;
    }

    private record Sums(Checksum from, Checksum into) {}

    /// Both databases work at the same time.
    private Sums sums(Part part) throws DatabaseException {
        var from = new FutureTask<>(() -> Checksum.of(sessions.from(), part));
        Thread.ofVirtual().name("checksum").start(from);
        var into = Checksum.of(sessions.into(), part);
        var both = new Sums(result(from), into);
        // Nothing is kept locked for longer than it is looked at.
        sessions.from().rollback();
        sessions.into().rollback();
        return both;
    }

    private static Checksum result(FutureTask<Checksum> task) throws DatabaseException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof DatabaseException database) {
                throw database;
            }
            throw new IllegalStateException("no checksum", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static String words(Part part, Sums sums) {
        return sums.from().rows() == sums.into().rows()
                ? String.format(
                        Locale.ROOT,
                        "%s: of %,d rows at least one is another",
                        part.name(),
                        sums.from().rows())
                : String.format(
                        Locale.ROOT,
                        "%s: %,d rows, and %,d in the copy",
                        part.name(),
                        sums.from().rows(),
                        sums.into().rows());
    }

    /// A table that is divided may have rows that are in none of the parts, where somebody else has changed how it is.
    private void refuseOthers(Table table, Session session, long known, String where) throws DatabaseException {
        var rows =
                new Query<>(session).one("select count(*) from gpu_ledger." + table.name(), row -> row.longNumber(1));
        session.rollback();
        if (rows != known) {
            differences.add(String.format(
                    Locale.ROOT, "%s: %,d rows of %s are in none of the parts", table.name(), rows - known, where));
        }
    }
}
