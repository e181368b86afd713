package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.store.entries.BookWeeks.Part;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Drops what stands in the books of hours that are kept no longer. It goes by the week, with the sums of it. What was
/// there before there were weeks goes by the hour, the oldest first. Each is a transaction of its own: whoever stops in
/// between has dropped whole weeks, or hours.
public final class OldEntries {
    private static final String OLDEST = """
        select (extract(epoch from min(hour)) * 1000)::bigint from gpu_ledger.entry_past
        where hour < 'epoch'::timestamptz + ? * interval '1 ms'
        """;
    private static final List<String> SUMS = List.of(
            "hour_sum",
            "span_sum",
            "summed_span",
            "workload_sum",
            "usage_sum",
            "shared_node_sum",
            "workload_place",
            "unsummed",
            "waiting_hour");
    private static final List<String> TABLES = Stream.of(List.of("usage"), SUMS, List.of("entry"))
            .flatMap(List::stream)
            .toList();

    private static final int HOURS_MAX = 24;

    private final Session session;

    private OldEntries(Session session) {
        this.session = session;
    }

    /// Returns how many weeks that were, or hours of what was there before. No more than a week goes at a time, or a
    /// day of what was there before: whoever had the clock set wrong has time to see it.
    public static int drop(Session session, Instant before) throws DatabaseException {
        var old = new OldEntries(session);
        return old.weeks(before) + old.hours(before);
    }

    private int weeks(Instant before) throws DatabaseException {
        var dropped = 0;
        var over = BookWeeks.parts(session).stream()
                .filter(part -> !part.until().isAfter(before))
                .toList();
        var first = over.stream().map(Part::until).min(Instant::compareTo);
        for (var part : over) {
            if (first.equals(Optional.of(part.until()))) {
                EntryTables.inTurn(session);
                delete(SUMS, "<", part.until().toEpochMilli());
                BookWeeks.drop(session, part);
                session.commit();
                dropped += part.table().equals("entry") ? 1 : 0;
            }
        }
        return dropped;
    }

    private int hours(Instant before) throws DatabaseException {
        var dropped = 0;
        var past = BookWeeks.parts(session).stream()
                .anyMatch(part -> part.isPast() && part.table().equals("entry"));
        for (var hour = oldest(past, before); hour.isPresent() && dropped < HOURS_MAX; hour = oldest(past, before)) {
            EntryTables.inTurn(session);
            delete(TABLES, "<=", hour.get());
            session.commit();
            dropped++;
        }
        session.commit();
        return dropped;
    }

    private Optional<Long> oldest(boolean past, Instant before) throws DatabaseException {
        return past
                ? new Query<>(session).number(before.toEpochMilli()).one(OLDEST, row -> row.optionalLongNumber(1))
                : Optional.empty();
    }

    /// @param sign how hours compare to that one that go
    private void delete(List<String> tables, String sign, long hour) throws DatabaseException {
        for (var table : tables) {
            var delete = "delete from gpu_ledger.%s where hour %s 'epoch'::timestamptz + ? * interval '1 ms'"
                    .formatted(table, sign);
            new Query<>(session).number(hour).execute(delete);
        }
    }
}
