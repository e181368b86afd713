package io.gpuledger.analyzer.store.postgres;

import java.sql.SQLException;
import java.util.function.LongConsumer;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;

/// Hands rows of one database on to another as they are, in the binary form of COPY, which no value is rounded in. That
/// form is the same from PostgreSQL 15 on for all types that this program uses.
public final class Relay {
    private static final int FLUSHED_AT = 64 << 10;

    /// The server sends each row by itself. After so many somebody is told how far it is.
    private static final int ROWS_A_WORD = 20_000;

    private final LongConsumer progress;
    private final byte[] buffer = new byte[FLUSHED_AT];
    private int end;

    /// @param progress is told now and then how many rows of a relay have been handed on so far
    public Relay(LongConsumer progress) {
        this.progress = progress;
    }

    /// Hands on what a query answers, within the transactions that are under way, and returns how many rows it was.
    ///
    /// @param into the table with its columns, as in `team (id, name)`
    public long rows(Session from, String query, Session to, String into) throws DatabaseException {
        try {
            var out = copyManager(from).copyOut("copy (%s) to stdout (format binary)".formatted(query));
            try {
                var in = copyManager(to).copyIn("copy %s from stdin (format binary)".formatted(into));
                try {
                    return handOn(out, in);
                } finally {
                    if (in.isActive()) {
                        in.cancelCopy();
                    }
                }
            } finally {
                if (out.isActive()) {
                    out.cancelCopy();
                }
            }
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    private static CopyManager copyManager(Session session) throws SQLException {
        return session.connection().unwrap(PGConnection.class).getCopyAPI();
    }

    private long handOn(CopyOut out, CopyIn in) throws SQLException {
        end = 0;
        var messages = 0L;
        for (var bytes = out.readFromCopy(); bytes != null; bytes = out.readFromCopy()) {
            put(bytes, in);
            messages++;
            if (messages % ROWS_A_WORD == 0) {
                progress.accept(messages);
            }
        }
        flush(in);
        return in.endCopy();
    }

    private void put(byte[] bytes, CopyIn in) throws SQLException {
        if (bytes.length > buffer.length - end) {
            flush(in);
        }
        if (bytes.length > buffer.length) {
            in.writeToCopy(bytes, 0, bytes.length);
            return;
        }
        System.arraycopy(bytes, 0, buffer, end, bytes.length);
        end += bytes.length;
    }

    private void flush(CopyIn in) throws SQLException {
        in.writeToCopy(buffer, 0, end);
        end = 0;
    }
}
