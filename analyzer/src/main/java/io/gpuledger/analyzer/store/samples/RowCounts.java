package io.gpuledger.analyzer.store.samples;

/// Is told what became of the rows that are written, to be counted.
public interface RowCounts {
    /// Which way rows went into a table: straight into it, or by way of a merge with what is there.
    enum Path {
        COPY,
        MERGE
    }

    /// So many rows were joined with another row of the same unit and instant.
    void joined(int count);

    /// So many values were left out, as no device can have them.
    void defects(int count);

    /// So many rows are in a table now.
    void written(String table, Path path, int count);
}
