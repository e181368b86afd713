package io.gpuledger.analyzer.store.postgres;

import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/// Copies rows into tables, within the transaction that is under way. No other way into a table is as cheap.
public final class Copy {
    @FunctionalInterface
    public interface Encoder<T> {
        void encode(T row, CopyBuffer buffer);
    }

    private final Session session;
    private final CopyBuffer buffer = new CopyBuffer();

    public Copy(Session session) {
        this.session = session;
    }

    /// Copies rows, in their order.
    ///
    /// @param columns those that the encoder puts into each row, in that order
    public <T> void into(String table, List<String> columns, List<T> rows, Encoder<T> encoder)
            throws DatabaseException {
        try {
            var copy = session.connection()
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("copy %s (%s) from stdin (format binary)".formatted(table, String.join(", ", columns)));
            try {
                send(rows, encoder, copy);
            } finally {
                if (copy.isActive()) {
                    copy.cancelCopy();
                }
            }
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    private <T> void send(List<T> rows, Encoder<T> encoder, CopyIn copy) throws SQLException {
        buffer.begin();
        for (var row : rows) {
            encoder.encode(row, buffer);
            buffer.flushWhenFull(copy);
        }
        buffer.finish(copy);
        copy.endCopy();
    }
}
