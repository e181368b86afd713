package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;

/// The days of UTC, by which facts are kept, and dropped.
public sealed interface Days permits PartitionDays, ChunkDays {
    List<String> FACTS = List.of("sample", "holding", "xid_count");

    static Days of(Flavour flavour) {
        return switch (flavour) {
            case PLAIN -> new PartitionDays();
            case TIMESCALE -> new ChunkDays();
        };
    }

    /// What a connection needs before rows of any day are merged over it. Commits.
    void prepare(Session session) throws DatabaseException;

    /// Rows of these days have a place when this returns. Commits.
    void ensure(Session session, Collection<LocalDate> days) throws DatabaseException;

    /// Those that have a place, oldest first.
    List<LocalDate> present(Session session) throws DatabaseException;

    /// All facts of a day go. Commits.
    void drop(Session session, LocalDate day) throws DatabaseException;

    /// What is believed to be there may be gone.
    void forget();

    /// Bytes on disk, and about how many rows they are.
    TableSize size(Session session, String table) throws DatabaseException;
}
