package io.gpuledger.analyzer.store.outbox;

import static io.gpuledger.analyzer.store.outbox.Transactions.INSTANT;
import static io.gpuledger.analyzer.store.outbox.Transactions.millis;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letter.Bytes;
import io.gpuledger.analyzer.report.Letter.Picture;
import io.gpuledger.analyzer.report.Letter.Table;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Writes letters down once, with the addresses that they go to, and reads them.
public final class LetterTables {
    private static final String CLAIM_WEEK = """
        insert into gpu_ledger.mail_week as old (week, writer, lease) values (?::date, ?, %1$s)
        on conflict (week) do update set writer = excluded.writer, lease = excluded.lease
        where old.done is null and (old.writer = excluded.writer or old.lease < %1$s)
        """.formatted(INSTANT);
    private static final String FINISH_WEEK =
            "update gpu_ledger.mail_week set done = %s, lease = null where week = ?::date".formatted(INSTANT);
    private static final String IS_DONE = "select from gpu_ledger.mail_week where week = ?::date and done is not null";
    private static final String DECIDED = "select edition from gpu_ledger.letter where week = ?::date";
    private static final String INSERT = """
        insert into gpu_ledger.letter (
            written, week, edition, troubles, message_id, token, subject, html, body, table_name, table_csv)
        values (%s, ?::date, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (week, edition) do nothing
        returning id
        """.formatted(INSTANT);
    private static final String INSERT_PICTURE =
            "insert into gpu_ledger.letter_picture (letter_id, place, name, words, png) values (?, ?, ?, ?, ?)";
    private static final String INSERT_DELIVERIES = """
        insert into gpu_ledger.delivery (letter_id, queued, since, next_try, state, address, domain)
        select ?, %1$s, %1$s, %1$s, ?::gpu_ledger.delivery_state, address, split_part(address, '@', 2)
        from unnest(?::text[]) as told (address)
        """.formatted(INSTANT);
    private static final String WITHHOLD = """
        insert into gpu_ledger.letter (written, week, edition, withheld, troubles)
        values (%s, ?::date, ?, ?, ?)
        on conflict (week, edition) do nothing
        """.formatted(INSTANT);
    private static final String RECONSIDER =
            "delete from gpu_ledger.letter where week = ?::date and edition = any (?) and withheld is not null";
    private static final String LETTER = """
        select id, week::text, edition, %s, message_id, token, subject, html, body, table_name, table_csv
        from gpu_ledger.letter
        where withheld is null
        """.formatted(millis("written"));
    private static final String PICTURES =
            "select name, words, png from gpu_ledger.letter_picture where letter_id = ? order by place";
    private static final String FORGET = """
        delete from gpu_ledger.letter old
        where week < ?::date and not exists (
            select from gpu_ledger.delivery d
            where d.letter_id = old.id and d.state in ('queued', 'sending', 'data', 'deferred')
        )
        """;

    private final Transactions transactions;

    public LetterTables(Database database) {
        this.transactions = new Transactions(database);
    }

    /// Whether this process may write the letters of the week now, until the lease ends: another may be about it, and
    /// they may all be written.
    public boolean claimWeek(Week week, String writer, Instant now, Instant lease) throws DatabaseException {
        return transactions.commit(session -> new Query<>(session)
                        .text(week.monday().toString())
                        .text(writer)
                        .number(lease.toEpochMilli())
                        .number(now.toEpochMilli())
                        .execute(CLAIM_WEEK)
                > 0);
    }

    /// Notes that all letters of the week are written.
    public void finishWeek(Week week, Instant now) throws DatabaseException {
        transactions.commit(session -> new Query<>(session)
                .number(now.toEpochMilli())
                .text(week.monday().toString())
                .execute(FINISH_WEEK));
    }

    public boolean isDone(Week week) throws DatabaseException {
        return transactions.commit(session -> new Query<>(session)
                .text(week.monday().toString())
                .first(IS_DONE, _ -> true)
                .isPresent());
    }

    /// Returns the editions, by name, that have a letter or a reason why there is none.
    public Set<String> decided(Week week) throws DatabaseException {
        return transactions.commit(session -> new HashSet<>(
                new Query<>(session).text(week.monday().toString()).list(DECIDED, row -> row.text(1))));
    }

    /// Stores a letter, unless the edition has one, or a reason why there is none. Returns whether it is stored.
    ///
    /// @param state what its deliveries begin with
    public boolean put(NewLetter letter, DeliveryState state) throws DatabaseException {
        return transactions.commit(session -> {
            var id = insert(session, letter);
            if (id.isPresent()) {
                insertPictures(session, id.get(), letter.letter().pictures());
                insertDeliveries(session, id.get(), letter, state);
            }
            return id.isPresent();
        });
    }

    private static Optional<Long> insert(Session session, NewLetter letter) throws DatabaseException {
        var content = letter.letter();
        return new Query<>(session)
                .number(letter.written().toEpochMilli())
                .text(letter.week().monday().toString())
                .text(letter.edition().name())
                .textArray(letter.troubles())
                .text(letter.messageId())
                .text(letter.token())
                .text(plain(content.subject()))
                .text(plain(content.html()))
                .text(plain(content.text()))
                .text(plain(content.table().fileName()))
                .text(plain(content.table().csv()))
                .first(INSERT, row -> row.longNumber(1));
    }

    /// PostgreSQL keeps no NUL, and no letter needs one.
    private static String plain(String text) {
        return text.replace("\0", "");
    }

    private static void insertPictures(Session session, long letter, List<Picture> pictures) throws DatabaseException {
        for (var place = 0; place < pictures.size(); place++) {
            var picture = pictures.get(place);
            new Query<>(session)
                    .number(letter)
                    .number(place)
                    .text(picture.name())
                    .text(picture.words())
                    .bytes(picture.png().copy())
                    .execute(INSERT_PICTURE);
        }
    }

    private static void insertDeliveries(Session session, long id, NewLetter letter, DeliveryState state)
            throws DatabaseException {
        var at = letter.written().toEpochMilli();
        new Query<>(session)
                .number(id)
                .number(at)
                .number(at)
                .number(at)
                .text(state.word())
                .textArray(letter.addresses())
                .execute(INSERT_DELIVERIES);
    }

    /// Notes why an edition has no letter, unless it has one, or another reason.
    public void withhold(Week week, Edition edition, String reason, List<String> troubles, Instant now)
            throws DatabaseException {
        transactions.commit(session -> new Query<>(session)
                .number(now.toEpochMilli())
                .text(week.monday().toString())
                .text(edition.name())
                .text(plain(reason))
                .textArray(troubles)
                .execute(WITHHOLD));
    }

    /// Forgets why these editions have no letter, so that they may get one.
    public void reconsider(Week week, Collection<String> editions) throws DatabaseException {
        transactions.commit(session -> new Query<>(session)
                .text(week.monday().toString())
                .textArray(editions)
                .execute(RECONSIDER));
    }

    /// Returns a letter that is there as long as its deliveries are.
    public StoredLetter letter(long id) throws DatabaseException {
        return transactions
                .commit(session -> read(session, new Query<>(session).number(id), "and id = ?"))
                .orElseThrow(() -> new IllegalStateException("no letter " + id));
    }

    public Optional<StoredLetter> letter(Week week, Edition edition) throws DatabaseException {
        return transactions.commit(session -> read(
                session,
                new Query<>(session).text(week.monday().toString()).text(edition.name()),
                "and week = ?::date and edition = ?"));
    }

    private static Optional<StoredLetter> read(Session session, Query<?> query, String which) throws DatabaseException {
        return query.first(LETTER + which, row -> letter(session, row));
    }

    private static StoredLetter letter(Session session, ResultRow row) throws DatabaseException {
        var pictures = new Query<>(session)
                .number(row.longNumber(1))
                .list(PICTURES, picture -> new Picture(picture.text(1), picture.text(2), new Bytes(picture.bytes(3))));
        return new StoredLetter(
                row.longNumber(1),
                new Week(LocalDate.parse(row.text(2))),
                edition(row.text(3)),
                Instant.ofEpochMilli(row.longNumber(4)),
                row.text(5),
                row.text(6),
                new Letter(row.text(7), row.text(8), row.text(9), pictures, new Table(row.text(10), row.text(11))));
    }

    static Edition edition(String name) {
        return name.isEmpty() ? new Edition.OfFleet() : new Edition.OfTeam(name);
    }

    /// Forgets letters of weeks before this one, unless something of them is still to be sent.
    public int forgetBefore(Week week) throws DatabaseException {
        return transactions.commit(
                session -> new Query<>(session).text(week.monday().toString()).execute(FORGET));
    }
}
