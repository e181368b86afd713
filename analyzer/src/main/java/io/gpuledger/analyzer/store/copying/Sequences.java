package io.gpuledger.analyzer.store.copying;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.Map;
import java.util.TreeMap;

/// The last number that each sequence of a database gave out, from which the numbers of new rows follow. Those
/// that gave out none yet are not in it.
record Sequences(Map<String, Long> last) {
    private static final String LAST = """
        select sequencename, last_value
        from pg_sequences
        where schemaname = 'gpu_ledger' and last_value is not null
        """;
    private static final String SET = "select setval(format('gpu_ledger.%I', ?)::regclass, ?)";

    static Sequences of(Session session) throws DatabaseException {
        var last = new TreeMap<String, Long>();
        new Query<>(session).query(LAST, row -> last.put(row.text(1), row.longNumber(2)));
        return new Sequences(last);
    }

    /// Lets those of another database go on from here, so that no number is given out a second time, not even one of a
    /// row that is gone.
    void handOn(Session into) throws DatabaseException {
        for (var sequence : last.entrySet()) {
            new Query<>(into)
                    .text(sequence.getKey())
                    .number(sequence.getValue())
                    .query(SET, _ -> {});
        }
    }
}
