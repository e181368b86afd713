package io.gpuledger.analyzer.store.outbox;

import static io.gpuledger.analyzer.store.outbox.Transactions.INSTANT;
import static io.gpuledger.analyzer.store.outbox.Transactions.millis;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Teams that want no letters.
public final class ExemptionTables {
    /// A team that wants none.
    ///
    /// @param team its name; empty for the fleet's edition
    /// @param who asked for it
    public record Exemption(String team, Instant since, String who, String reason) {}

    private static final String LIST =
            "select team, %s, who, reason from gpu_ledger.mail_exemption order by team".formatted(millis("since"));
    private static final String ADD = """
        insert into gpu_ledger.mail_exemption (team, since, who, reason) values (?, %s, ?, ?)
        on conflict (team) do nothing
        """.formatted(INSTANT);
    private static final String REMOVE = "delete from gpu_ledger.mail_exemption where team = ?";

    private static final String BY_TOKEN = "select week::text, edition from gpu_ledger.letter where token = ?";

    private final Database database;
    private final Transactions transactions;

    public ExemptionTables(Database database) {
        this.database = database;
        this.transactions = new Transactions(database);
    }

    /// Returns all, by the name of the edition.
    public Map<String, Exemption> all() throws DatabaseException {
        List<Exemption> all = transactions.commit(session -> new Query<>(session)
                .list(
                        LIST,
                        row -> new Exemption(
                                row.text(1), Instant.ofEpochMilli(row.longNumber(2)), row.text(3), row.text(4))));
        return all.stream().collect(Collectors.toMap(Exemption::team, Function.identity()));
    }

    /// A letter whose readers have its token.
    public record Lettered(Week week, Edition edition) {}

    /// Returns the letter that has this token in its link. Throws `CannotAskException` where the database gives no
    /// answer.
    public Optional<Lettered> byToken(String token) {
        return database.readPool()
                .ask(reading -> new Query<>(reading.session())
                        .text(token)
                        .first(
                                BY_TOKEN,
                                row -> new Lettered(
                                        new Week(LocalDate.parse(row.text(1))), LetterTables.edition(row.text(2)))));
    }

    /// Writes one down, unless the team has one.
    public void add(Exemption exemption) throws DatabaseException {
        transactions.commit(session -> new Query<>(session)
                .text(exemption.team())
                .number(exemption.since().toEpochMilli())
                .text(exemption.who())
                .text(exemption.reason())
                .execute(ADD));
    }

    /// Returns whether there was one.
    public boolean remove(String team) throws DatabaseException {
        return transactions.commit(session -> new Query<>(session).text(team).execute(REMOVE) > 0);
    }
}
