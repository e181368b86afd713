package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.Collection;
import java.util.function.BiConsumer;

/// The table `cluster`. Its rows are written in an order that two writers share.
public final class ClusterNames {
    private static final String SELECT = "select id, name from gpu_ledger.cluster";
    private static final String INSERT = """
        insert into gpu_ledger.cluster as old (name)
        select name from unnest(?::text[]) as told (name) order by name
        on conflict (name) do update set name = old.name
        returning id, name
        """;

    private final Session session;

    public ClusterNames(Session session) {
        this.session = session;
    }

    void read(BiConsumer<String, Integer> each) throws DatabaseException {
        new Query<>(session).query(SELECT, row -> each.accept(row.text(2), row.number(1)));
    }

    /// Inserts the names that are not there yet, and hands over the numbers of all of them.
    public void insert(Collection<String> names, BiConsumer<String, Integer> each) throws DatabaseException {
        new Query<>(session, names).texts(name -> name).query(INSERT, row -> each.accept(row.text(2), row.number(1)));
    }
}
