package io.gpuledger.analyzer.store.outbox;

import static io.gpuledger.analyzer.store.outbox.Transactions.INSTANT;
import static io.gpuledger.analyzer.store.outbox.Transactions.millis;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells people and metrics what the outbox holds.
public final class OutboxStatus {
    /// An edition of a week, with its letter's way to each address, or the reason why it has none.
    ///
    /// @param withheld why there is no letter, where there is none
    /// @param troubles addresses that are none
    public record Line(
            long id,
            Edition edition,
            Instant written,
            Optional<String> withheld,
            List<String> troubles,
            List<Way> ways) {}

    /// The way of a letter to one address.
    ///
    /// @param next when it is tried again, where it is to be sent
    /// @param askedBy who had it sent again, or said that it arrived
    public record Way(
            String address,
            DeliveryState state,
            Instant since,
            Instant next,
            int tries,
            String why,
            Optional<String> askedBy) {}

    /// An address that nothing is sent to for some time.
    public record Refusal(String address, Instant since, Instant until, String words) {}

    /// The counts that metrics tell.
    ///
    /// @param oldest since when the oldest that is to be sent is
    public record Sums(
            Map<DeliveryState, Long> deliveries, long written, long withheld, long refusals, Optional<Instant> oldest) {
        public static final Sums NOTHING = new Sums(Map.of(), 0, 0, 0, Optional.empty());
    }

    private static final String LINES = """
        select id, edition, %s, withheld, troubles from gpu_ledger.letter where week = ?::date order by edition
        """.formatted(millis("written"));
    private static final String WAYS = """
        select d.address, d.state::text, %s, %s, d.tries, d.why, d.asked_by, d.letter_id
        from gpu_ledger.delivery d
        join gpu_ledger.letter l on l.id = d.letter_id
        where l.week = ?::date
        order by d.address
        """.formatted(millis("d.since"), millis("d.next_try"));
    private static final String REFUSALS = """
        select address, %s, %s, words from gpu_ledger.mail_refusal where until > %s order by address
        """.formatted(millis("since"), millis("until"), INSTANT);
    private static final String BY_STATE = """
        select state::text, count(*), %2$s
        from gpu_ledger.delivery
        where queued >= %1$s or state in ('queued', 'sending', 'data', 'deferred')
        group by state
        """.formatted(INSTANT, millis("min(queued)"));
    private static final String LETTERS = """
        select count(*) filter (where withheld is null), count(*) filter (where withheld is not null)
        from gpu_ledger.letter
        where written >= %s
        """.formatted(INSTANT);
    private static final String REFUSED = "select count(*) from gpu_ledger.mail_refusal where until > " + INSTANT;

    private final Transactions transactions;

    public OutboxStatus(Database database) {
        this.transactions = new Transactions(database);
    }

    /// Returns what became of each edition of the week, the fleet's first.
    public List<Line> of(Week week) throws DatabaseException {
        return transactions.commit(session -> {
            var ways = ways(session, week);
            return new Query<>(session)
                    .text(week.monday().toString())
                    .list(
                            LINES,
                            row -> new Line(
                                    row.longNumber(1),
                                    LetterTables.edition(row.text(2)),
                                    Instant.ofEpochMilli(row.longNumber(3)),
                                    row.optionalText(4),
                                    row.texts(5),
                                    ways.getOrDefault(row.longNumber(1), List.of())));
        });
    }

    private static Map<Long, List<Way>> ways(Session session, Week week) throws DatabaseException {
        var ways = new HashMap<Long, List<Way>>();
        new Query<>(session)
                .text(week.monday().toString())
                .query(
                        WAYS,
                        row -> ways.computeIfAbsent(row.longNumber(8), _ -> new ArrayList<>())
                                .add(new Way(
                                        row.text(1),
                                        DeliveryState.of(row.text(2)),
                                        Instant.ofEpochMilli(row.longNumber(3)),
                                        Instant.ofEpochMilli(row.longNumber(4)),
                                        row.number(5),
                                        row.text(6),
                                        row.optionalText(7))));
        return ways;
    }

    public List<Refusal> refusals(Instant now) throws DatabaseException {
        return transactions.commit(session -> new Query<>(session)
                .number(now.toEpochMilli())
                .list(
                        REFUSALS,
                        row -> new Refusal(
                                row.text(1),
                                Instant.ofEpochMilli(row.longNumber(2)),
                                Instant.ofEpochMilli(row.longNumber(3)),
                                row.text(4))));
    }

    /// Returns how many there are of each kind since some time, and what is still to be sent of all times.
    public Sums sums(Instant since, Instant now) throws DatabaseException {
        return transactions.commit(session -> {
            var deliveries = new EnumMap<DeliveryState, Long>(DeliveryState.class);
            var waiting = new ArrayList<Instant>();
            new Query<>(session).number(since.toEpochMilli()).query(BY_STATE, row -> {
                var state = DeliveryState.of(row.text(1));
                deliveries.put(state, row.longNumber(2));
                if (state.isToBeSent()) {
                    waiting.add(Instant.ofEpochMilli(row.longNumber(3)));
                }
            });
            var letters = new Query<>(session)
                    .number(since.toEpochMilli())
                    .one(LETTERS, row -> List.of(row.longNumber(1), row.longNumber(2)));
            long refused = new Query<>(session).number(now.toEpochMilli()).one(REFUSED, row -> row.longNumber(1));
            return new Sums(
                    deliveries,
                    letters.getFirst(),
                    letters.getLast(),
                    refused,
                    waiting.stream().min(Instant::compareTo));
        });
    }
}
