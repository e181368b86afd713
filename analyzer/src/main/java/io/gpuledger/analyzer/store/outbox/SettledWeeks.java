package io.gpuledger.analyzer.store.outbox;

import static io.gpuledger.analyzer.store.outbox.Transactions.INSTANT;
import static io.gpuledger.analyzer.store.outbox.Transactions.millis;

import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Instant;
import java.util.Optional;

/// Whether the books of a week are closed: they have something of it, all of its hours are settled and summed up, and
/// nothing of it is still coming in.
public final class SettledWeeks {
    private static final String UNTIL = "select %s from gpu_ledger.settling".formatted(millis("until"));
    private static final String OPEN = """
        select %2$s
        from (
            select hour from gpu_ledger.hour_sum where not settled and hour >= %1$s and hour < %1$s
            union all
            select hour from gpu_ledger.unsummed where hour >= %1$s and hour < %1$s
        ) open
        """.formatted(INSTANT, millis("min(hour)"));

    private static final String ANY =
            "select from gpu_ledger.hour_sum where hour >= %1$s and hour < %1$s limit 1".formatted(INSTANT);
    private static final String FILLING = "select count(*) from gpu_ledger.filling where since < " + INSTANT;

    private final Transactions transactions;

    public SettledWeeks(Database database) {
        this.transactions = new Transactions(database);
    }

    /// Returns what the week waits for, if it does.
    public Optional<String> waitsFor(Week week) throws DatabaseException {
        return transactions.commit(session -> {
            // Books that are new have settled hours until a time before all others.
            var until = new Query<>(session)
                    .first(UNTIL, row -> Instant.ofEpochMilli(row.longNumber(1)))
                    .filter(Instant.EPOCH::isBefore);
            if (until.isEmpty()) {
                return Optional.of("the books have settled nothing yet");
            }
            if (until.get().isBefore(week.end())) {
                return Optional.of(
                        "the books have settled hours until " + until.get() + ", and the week ends at " + week.end());
            }
            return open(session, week);
        });
    }

    private static Optional<String> open(Session session, Week week) throws DatabaseException {
        if (!hasAny(session, week)) {
            return Optional.of("the books have nothing of the week yet");
        }
        var filling = new Query<>(session).number(week.span().to()).one(FILLING, row -> row.longNumber(1));
        if (filling > 0) {
            return Optional.of("the past of %d GPUs is still coming in".formatted(filling));
        }
        return firstOpen(session, week).map(hour -> "hours of the week are not settled yet, the first that of " + hour);
    }

    private static boolean hasAny(Session session, Week week) throws DatabaseException {
        return new Query<>(session)
                .number(week.span().from())
                .number(week.span().to())
                .first(ANY, _ -> true)
                .isPresent();
    }

    private static Optional<Instant> firstOpen(Session session, Week week) throws DatabaseException {
        var span = week.span();
        return new Query<>(session)
                .number(span.from())
                .number(span.to())
                .number(span.from())
                .number(span.to())
                .one(OPEN, row -> row.optionalLongNumber(1).map(Instant::ofEpochMilli));
    }
}
