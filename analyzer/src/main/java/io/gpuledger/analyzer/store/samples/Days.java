package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.Flavour;
import java.sql.Connection;
import java.sql.SQLException;
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
    void prepare(Connection connection) throws SQLException;

    /// Rows of these days have a place when this returns. Commits.
    void ensure(Connection connection, Collection<LocalDate> days) throws SQLException;

    /// Those that have a place, oldest first.
    List<LocalDate> present(Connection connection) throws SQLException;

    /// All facts of a day go. Commits.
    void drop(Connection connection, LocalDate day) throws SQLException;

    /// What is believed to be there may be gone.
    void forget();

    /// Bytes on disk, and about how many rows they are.
    TableSize size(Connection connection, String table) throws SQLException;
}
