package io.gpuledger.analyzer.store.copying;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;

/// How many rows there are, and the sum of a 64-bit hash of each: the same for the same rows in any order. Of rows that
/// differ anywhere it is the same by chance only, once in 10^19.
///
/// A row is hashed as text, as no two values have the same one: numbers are written with all of their digits, and
/// sessions are made to write times in the same way ([Sessions]).
record Checksum(long rows, String sum) {
    static Checksum of(Session session, Part part) throws DatabaseException {
        var sql = """
            select count(*), coalesce(sum(hashtextextended(one::text collate "C", 0)), 0)::text
            from (%s) one
            """.formatted(part.query());
        return new Query<>(session).one(sql, row -> new Checksum(row.longNumber(1), row.text(2)));
    }
}
