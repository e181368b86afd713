package io.gpuledger.analyzer.store.outbox;

import static io.gpuledger.analyzer.store.outbox.Transactions.INSTANT;
import static io.gpuledger.analyzer.store.outbox.Transactions.millis;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Hands each delivery to one process at a time, and notes what came of it.
///
/// A process that sends a letter has a lease, and another takes what it left when that is over. It may be alive all the
/// same, so each step that counts is taken only by whom the row still belongs to.
public final class DeliveryTables {
    private static final String REQUEUE = """
        update gpu_ledger.delivery set state = 'queued', since = %1$s, lease = null, sender = null,
            why = 'the process that sent it ended, or lost its way, before it had sent the letter'
        where state = 'sending' and lease < %1$s
        """.formatted(INSTANT);
    private static final String DOUBT = """
        update gpu_ledger.delivery set state = 'uncertain', since = %1$s, lease = null,
            why = 'the process that sent it ended, or lost its way, before it had heard what the server says to the letter'
        where state = 'data' and lease < %1$s
        """.formatted(INSTANT);
    private static final String GIVE_UP = """
        update gpu_ledger.delivery set state = 'given_up', since = %1$s
        where state in ('queued', 'deferred') and queued < %1$s
        """.formatted(INSTANT);
    private static final String SKIP_REFUSED = """
        update gpu_ledger.delivery d set state = 'refused', since = %1$s,
            why = 'not tried: since ' || to_char(r.since, 'YYYY-MM-DD') || ' the address is refused: ' || r.words
        from gpu_ledger.mail_refusal r
        where r.address = d.address and r.until > %1$s and d.state in ('queued', 'deferred')
        """.formatted(INSTANT);
    private static final String NEXT = """
        select d.id, d.letter_id, d.address, d.tries + 1, %2$s, d.domain
        from gpu_ledger.delivery d
        left join gpu_ledger.mail_domain m on m.domain = d.domain
        where d.state in ('queued', 'deferred') and d.next_try <= %1$s
            and coalesce(m.next_try, '-infinity') <= %1$s
        order by d.next_try, d.id
        limit 1
        for update of d skip locked
        """.formatted(INSTANT, millis("d.queued"));
    /// Whose turn it is at a domain is decided by whoever comes first.
    private static final String TAKE_TURN = """
        insert into gpu_ledger.mail_domain as old (domain, next_try) values (?, %1$s)
        on conflict (domain) do update set next_try = excluded.next_try where old.next_try <= %1$s
        """.formatted(INSTANT);
    private static final String SEND = """
        update gpu_ledger.delivery set state = 'sending', since = %1$s, lease = %1$s, sender = ?, tries = tries + 1
        where id = ?
        """.formatted(INSTANT);
    private static final String BEGIN_DATA = """
        update gpu_ledger.delivery set state = 'data', since = %1$s, lease = %1$s
        where id = ? and sender = ? and state = 'sending'
        """.formatted(INSTANT);
    private static final String NOTE = """
        update gpu_ledger.delivery set state = ?::gpu_ledger.delivery_state, since = %1$s, next_try = %1$s,
            why = ?, lease = null
        where id = ? and sender = ? and state in ('sending', 'data', 'uncertain')
        """.formatted(INSTANT);
    private static final String REFUSE_ADDRESS = """
        insert into gpu_ledger.mail_refusal (address, since, until, words)
        select address, %1$s, %1$s, ? from gpu_ledger.delivery where id = ?
        on conflict (address) do update
        set since = excluded.since, until = excluded.until, words = excluded.words
        """.formatted(INSTANT);
    /// Selects when the next delivery is due, by its own time and by its domain's.
    private static final String NEXT_DUE =
            """
            select %s
            from gpu_ledger.delivery d
            left join gpu_ledger.mail_domain m on m.domain = d.domain
            where d.state in ('queued', 'deferred')
            """.formatted(millis("min(greatest(d.next_try, coalesce(m.next_try, '-infinity')))"));

    private final Transactions transactions;

    public DeliveryTables(Database database) {
        this.transactions = new Transactions(database);
    }

    /// Takes over what others left, gives up what has been tried for too long, and passes over addresses that are
    /// refused.
    ///
    /// @param since what was to be sent before this is given up
    public void tidy(Instant now, Instant since) throws DatabaseException {
        transactions.commit(session -> {
            at(session, now).number(now.toEpochMilli()).execute(REQUEUE);
            at(session, now).number(now.toEpochMilli()).execute(DOUBT);
            at(session, now).number(since.toEpochMilli()).execute(GIVE_UP);
            return at(session, now).number(now.toEpochMilli()).execute(SKIP_REFUSED);
        });
    }

    private static Query<Object> at(Session session, Instant instant) {
        return new Query<>(session).number(instant.toEpochMilli());
    }

    /// Hands over what is due first, if anything is.
    ///
    /// @param lease until when this process is taken to be alive
    /// @param gap how long after it nothing goes to its domain
    public Optional<Delivery> claim(String sender, Instant now, Instant lease, Duration gap) throws DatabaseException {
        return transactions.commit(session -> {
            var next = at(session, now).number(now.toEpochMilli()).first(NEXT, DeliveryTables::found);
            if (next.isPresent() && !takesTurn(session, next.get(), now, gap)) {
                session.rollback();
                return Optional.empty();
            }
            if (next.isPresent()) {
                at(session, now)
                        .number(lease.toEpochMilli())
                        .text(sender)
                        .number(next.get().delivery().id())
                        .execute(SEND);
            }
            return next.map(Found::delivery);
        });
    }

    private record Found(Delivery delivery, String domain) {}

    private static Found found(ResultRow row) throws DatabaseException {
        return new Found(
                new Delivery(
                        row.longNumber(1),
                        row.longNumber(2),
                        row.text(3),
                        row.number(4),
                        Instant.ofEpochMilli(row.longNumber(5))),
                row.text(6));
    }

    private static boolean takesTurn(Session session, Found next, Instant now, Duration gap) throws DatabaseException {
        return gap.isZero()
                || new Query<>(session)
                                .text(next.domain())
                                .number(now.plus(gap).toEpochMilli())
                                .number(now.toEpochMilli())
                                .execute(TAKE_TURN)
                        > 0;
    }

    /// Notes that the last line of the letter is about to be sent. Whether it may be: not if the row is no longer this
    /// process', as another has taken it over.
    public boolean beginData(Delivery delivery, String sender, Instant now, Instant lease) throws DatabaseException {
        return transactions.commit(session -> at(session, now)
                        .number(lease.toEpochMilli())
                        .number(delivery.id())
                        .text(sender)
                        .execute(BEGIN_DATA)
                > 0);
    }

    /// Notes what came of it. Of a row that another has declared uncertain meanwhile this process knows better.
    public void note(Delivery delivery, String sender, Note note, Instant now) throws DatabaseException {
        transactions.commit(session -> {
            var noted = new Query<>(session)
                    .text(note.state().word())
                    .number(now.toEpochMilli())
                    .number(note.next().toEpochMilli())
                    .text(note.why().replace("\0", ""))
                    .number(delivery.id())
                    .text(sender)
                    .execute(NOTE);
            if (noted > 0 && note.refusedUntil().isPresent()) {
                at(session, now)
                        .number(note.refusedUntil().get().toEpochMilli())
                        .text(note.why().replace("\0", ""))
                        .number(delivery.id())
                        .execute(REFUSE_ADDRESS);
            }
            return noted;
        });
    }

    /// Returns when the next one is due, if any is to be sent.
    public Optional<Instant> nextDue() throws DatabaseException {
        return transactions.commit(session -> new Query<>(session)
                .one(NEXT_DUE, row -> row.optionalLongNumber(1).map(Instant::ofEpochMilli)));
    }
}
