package io.gpuledger.analyzer.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A table beside those of the books, in a database that another is being copied into: it tells which parts have been
/// copied. For as long as it is there, what is in the database is not whole, and no analyzer starts on it.
public final class CopyMark {
    /// The name of the table within the schema of the books.
    public static final String TABLE = "copied_part";

    private static final String IS_SET = "select to_regclass('gpu_ledger.copied_part') is not null";
    private static final String ORIGIN = "select obj_description(to_regclass('gpu_ledger.copied_part'), 'pg_class')";
    private static final String MAKE = """
        create table gpu_ledger.copied_part (
            name     text not null,
            rows     bigint not null,
            copied   timestamptz not null default now(),
            constraint copied_part_pkey primary key (name)
        )
        """;
    private static final String PARTS = "select name, rows from gpu_ledger.copied_part";
    private static final String ADD = "insert into gpu_ledger.copied_part (name, rows) values (?, ?)";

    private CopyMark() {}

    static boolean isSet(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var answer = statement.executeQuery(IS_SET)) {
            return answer.next() && answer.getBoolean(1);
        }
    }

    /// Returns which database is being copied into this one, in the words of whoever made the mark.
    public static Optional<String> origin(Session session) throws DatabaseException {
        return new Query<>(session).one(ORIGIN, row -> row.optionalText(1));
    }

    /// Sets the mark when whoever makes tables at the moment has done so.
    public static void set(Session session, String origin) throws DatabaseException {
        Schema.lock(session);
        session.execute(MAKE);
        session.execute("comment on table gpu_ledger.copied_part is '%s'".formatted(origin.replace("'", "''")));
    }

    /// Notes that a part is there. It is to be committed together with the part's rows.
    public static void add(Session session, String part, long rows) throws DatabaseException {
        new Query<>(session).text(part).number(rows).execute(ADD);
    }

    /// Returns the parts that are there, each with how many rows it has.
    public static Map<String, Long> parts(Session session) throws DatabaseException {
        var parts = new HashMap<String, Long>();
        new Query<>(session).query(PARTS, row -> parts.put(row.text(1), row.longNumber(2)));
        return parts;
    }

    /// Says that the copy is whole.
    public static void remove(Session session) throws DatabaseException {
        session.execute("drop table gpu_ledger.copied_part");
    }
}
