package io.gpuledger.analyzer.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;

/// The days of UTC, by which facts are kept, and dropped.
sealed interface Days permits PartitionDays, ChunkDays {
    /// Of the advisory lock that whoever changes tables takes. Any number would do; this one is "gpu-ledg".
    long LOCK = 0x6770752d6c656467L;

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
