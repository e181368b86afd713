package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.CopyBuffer;

/// How a field lies in the database.
enum ColumnType {
    /// The column holds whole thousandths, such as milliseconds and millijoules.
    THOUSANDTHS("bigint"),
    /// The column holds whole bytes, hertz or counts.
    WHOLE("bigint"),
    /// The column holds a measurement, as exactly as any device measures.
    REAL("real"),
    SMALL("smallint");

    private final String sql;

    ColumnType(String sql) {
        this.sql = sql;
    }

    String sql() {
        return sql;
    }

    /// The value goes into the buffer as PostgreSQL has it.
    void encode(double value, CopyBuffer buffer) {
        switch (this) {
            case THOUSANDTHS -> buffer.putLong(Math.round(value * 1_000));
            case WHOLE -> buffer.putLong(Math.round(value));
            case REAL -> buffer.putReal((float) value);
            case SMALL -> buffer.putSmall((short) Math.round(value));
        }
    }

    /// Converts what stands in the column back to base units.
    double decode(double stored) {
        return this == THOUSANDTHS ? stored / 1_000 : stored;
    }
}
