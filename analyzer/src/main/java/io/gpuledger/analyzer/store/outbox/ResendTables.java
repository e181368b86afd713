package io.gpuledger.analyzer.store.outbox;

import static io.gpuledger.analyzer.store.outbox.Transactions.INSTANT;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import java.time.Instant;

/// Writes down what people decide about a letter: that it goes to an address again, or that it did arrive.
public final class ResendTables {
    /// A letter and an address, and who decides about them.
    ///
    /// @param by who, and when, for people
    public record Decision(Week week, Edition edition, String address, String by) {}

    private static final String MAY =
            "select pg_has_role(nspowner, 'MEMBER') from pg_namespace where nspname = 'gpu_ledger'";
    private static final String RESEND = """
        insert into gpu_ledger.delivery as old (
            letter_id, queued, since, next_try, state, address, domain, asked_by)
        select id, %1$s, %1$s, %1$s, 'queued', ?, split_part(?, '@', 2), ?
        from gpu_ledger.letter
        where week = ?::date and edition = ? and withheld is null
        on conflict (letter_id, address) do update
        set state = 'queued', queued = excluded.queued, since = excluded.since, next_try = excluded.next_try,
            tries = 0, sender = null, lease = null, why = '', asked_by = excluded.asked_by
        where old.state not in ('sending', 'data')
        """.formatted(INSTANT);
    private static final String CLEAR = "delete from gpu_ledger.mail_refusal where address = ?";
    private static final String ARRIVED = """
        update gpu_ledger.delivery d set state = 'sent', since = %s, asked_by = ?
        from gpu_ledger.letter l
        where l.id = d.letter_id and l.week = ?::date and l.edition = ? and d.address = ? and d.state = 'uncertain'
        """.formatted(INSTANT);

    private final Transactions transactions;

    public ResendTables(Database database) {
        this.transactions = new Transactions(database);
    }

    /// Whether the role of this connection owns what it would change.
    public boolean may() throws DatabaseException {
        return transactions.commit(
                session -> new Query<>(session).first(MAY, row -> row.isTrue(1)).orElse(false));
    }

    /// Has the letter sent to the address, whatever became of it before, and forgets that the address was refused.
    /// Returns false where there is no such letter, or one that is on its way at this moment.
    public boolean resend(Decision decision, Instant now) throws DatabaseException {
        return transactions.commit(session -> {
            var at = now.toEpochMilli();
            new Query<>(session).text(decision.address()).execute(CLEAR);
            return new Query<>(session)
                            .number(at)
                            .number(at)
                            .number(at)
                            .text(decision.address())
                            .text(decision.address())
                            .text(decision.by())
                            .text(decision.week().monday().toString())
                            .text(decision.edition().name())
                            .execute(RESEND)
                    > 0;
        });
    }

    /// Notes that a letter has arrived of which that was uncertain. Returns false where there is no such one.
    public boolean arrived(Decision decision, Instant now) throws DatabaseException {
        return transactions.commit(session -> new Query<>(session)
                        .number(now.toEpochMilli())
                        .text(decision.by())
                        .text(decision.week().monday().toString())
                        .text(decision.edition().name())
                        .text(decision.address())
                        .execute(ARRIVED)
                > 0);
    }
}
