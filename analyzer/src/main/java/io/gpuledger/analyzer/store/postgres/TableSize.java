package io.gpuledger.analyzer.store.postgres;

/// The room that a table takes.
///
/// @param bytes on disk, indexes included
/// @param rows about, by the database's own statistics
public record TableSize(long bytes, long rows) {
    public static final TableSize NONE = new TableSize(0, 0);

    /// Returns the bytes of all that the database keeps.
    public static long ofDatabase(Session session) throws DatabaseException {
        return new Query<>(session).one("select pg_database_size(current_database())", row -> row.longNumber(1));
    }

    /// @param sql asks for both, of the table that its one parameter names
    static TableSize query(Session session, String sql, String table) throws DatabaseException {
        return new Query<>(session)
                .text(table)
                .first(sql, row -> new TableSize(row.longNumber(1), row.longNumber(2)))
                .orElse(NONE);
    }
}
