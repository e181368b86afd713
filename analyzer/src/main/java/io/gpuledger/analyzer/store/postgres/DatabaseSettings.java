package io.gpuledger.analyzer.store.postgres;

import io.gpuledger.service.settings.Secret;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.util.List;
import java.util.Optional;

/// Says which database is used, and as whom.
///
/// @param user empty: as the URL says, or by the name of who runs this program
/// @param timescale whether to use TimescaleDB where it can be had
public record DatabaseSettings(
        DatabaseUrl url, Optional<String> user, Optional<Secret> password, Flavour.Wish timescale, int connections) {
    static final Setting<DatabaseUrl> URL = Setting.parsed(
            "database-url",
            "URL",
            "The PostgreSQL to keep the books in, 15 or newer: postgres://user@host:5432/database, or as JDBC has it."
                    + " Left out: an embedded one, in the data directory.",
            DatabaseUrl::parse);
    static final Setting<String> USER =
            Setting.text("database-user", "Whom to be to the database. Left out: as the URL says.");
    static final Setting<Secret> PASSWORD =
            Setting.secretFile("database-password-file", "The file with the password to the database.");
    static final Setting<Flavour.Wish> TIMESCALE = Setting.choice(
                    "timescaledb",
                    Flavour.Wish.class,
                    "Whether the tables are made with TimescaleDB, where the server has it. Tables that are there stay"
                            + " as they are.")
            .or("auto");
    static final Setting<Long> CONNECTIONS = Setting.whole(
                    "database-connections",
                    "How many connections to the database there may be: four to write and to keep the books, the others"
                            + " to answer questions, of which there are up to two at a time.")
            .that(count -> count > ReadPool.OF_OTHERS && count <= 100, "between 5 and 100")
            .or("6");

    public static final List<Setting<?>> ALL = List.of(URL, USER, PASSWORD, TIMESCALE, CONNECTIONS);

    /// Returns nothing where no database is named.
    public static Optional<DatabaseSettings> from(Settings settings) {
        return settings.find(URL)
                .map(url -> new DatabaseSettings(
                        url,
                        settings.find(USER),
                        settings.find(PASSWORD),
                        settings.get(TIMESCALE),
                        Math.toIntExact(settings.get(CONNECTIONS))));
    }

    /// Makes those of the server that the analyzer starts itself.
    public static DatabaseSettings embedded(String jdbc, String user, String password) {
        return new DatabaseSettings(
                new DatabaseUrl(jdbc, user), Optional.of(user), Optional.of(Secret.of(password)), Flavour.Wish.AUTO, 6);
    }

    public String userName() {
        return user.orElseGet(() -> url.user().isEmpty() ? System.getProperty("user.name") : url.user());
    }
}
