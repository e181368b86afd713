package io.gpuledger.analyzer.store.postgres;

/// Says what kind of database it is, and how large.
///
/// @param server what the server says of its version
/// @param flavour how samples are kept by day, in a word
/// @param bytes of all that it keeps
public record DatabaseFacts(String server, String flavour, long bytes) {
    /// Asks the database. Throws [CannotAskException].
    public static DatabaseFacts of(Database database) {
        return database.readPool()
                .ask(reading -> new DatabaseFacts(
                        new Query<>(reading.session())
                                .one("select current_setting('server_version')", row -> row.text(1)),
                        Flavour.ofTables(reading.session()).word(),
                        TableSize.ofDatabase(reading.session())));
    }
}
