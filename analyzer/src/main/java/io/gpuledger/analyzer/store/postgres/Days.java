package io.gpuledger.analyzer.store.postgres;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;

/// The days of UTC, by which samples are kept, and dropped.
public sealed interface Days permits PartitionDays, ChunkDays {
    List<String> TABLES = List.of("sample", "holding", "xid_count");

    static Days of(Flavour flavour) {
        return switch (flavour) {
            case PLAIN -> new PartitionDays();
            case TIMESCALE -> new ChunkDays();
        };
    }

    /// Prepares a connection, so that rows of any day can be merged over it, and commits.
    void prepare(Session session) throws DatabaseException;

    /// Makes room for rows of these days where there is none, and commits.
    void ensure(Session session, Collection<LocalDate> days) throws DatabaseException;

    /// Returns the days that rows can be of, the oldest first.
    List<LocalDate> present(Session session) throws DatabaseException;

    /// Drops all samples of a day, and commits.
    void drop(Session session, LocalDate day) throws DatabaseException;

    /// Forgets which days were there: somebody may have dropped one.
    void forget();

    /// Returns the bytes that a table takes on disk, and about how many rows they are.
    TableSize size(Session session, String table) throws DatabaseException;
}
