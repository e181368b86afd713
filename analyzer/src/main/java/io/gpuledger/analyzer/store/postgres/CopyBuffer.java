package io.gpuledger.analyzer.store.postgres;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.sql.SQLException;
import java.util.Arrays;
import org.postgresql.copy.CopyIn;

/// Encodes rows in the binary form of COPY (https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"). A
/// buffer serves one COPY after the other, and one thread only.
public final class CopyBuffer {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] HEADER = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
    private static final int ABSENT = -1;
    private static final int FLUSHED_AT = 64 << 10;
    /// PostgreSQL counts instants from the begin of 2000.
    private static final long EPOCH_MILLIS = 946_684_800_000L;

    private byte[] bytes = new byte[FLUSHED_AT + (8 << 10)];
    private int end;

    /// Forgets whatever came before, and begins a COPY.
    void begin() {
        System.arraycopy(HEADER, 0, bytes, 0, HEADER.length);
        end = HEADER.length;
        INT.set(bytes, end, 0);
        INT.set(bytes, end + 4, 0);
        end += 8;
    }

    /// Begins a row, which may take up to 12 bytes for each number in it.
    public void row(int fields) {
        reserve(2 + 12 * fields);
        SHORT.set(bytes, end, (short) fields);
        end += 2;
    }

    public void putAbsent() {
        INT.set(bytes, end, ABSENT);
        end += 4;
    }

    public void putLong(long value) {
        INT.set(bytes, end, 8);
        LONG.set(bytes, end + 4, value);
        end += 12;
    }

    public void putInt(int value) {
        INT.set(bytes, end, 4);
        INT.set(bytes, end + 4, value);
        end += 8;
    }

    public void putSmall(short value) {
        INT.set(bytes, end, 2);
        SHORT.set(bytes, end + 4, value);
        end += 6;
    }

    public void putReal(float value) {
        putInt(Float.floatToIntBits(value));
    }

    /// Puts an instant down as PostgreSQL counts it.
    ///
    /// @param millis since 1970
    public void putInstant(long millis) {
        putLong((millis - EPOCH_MILLIS) * 1_000);
    }

    public void putText(byte[] utf8) {
        reserve(4 + utf8.length);
        INT.set(bytes, end, utf8.length);
        System.arraycopy(utf8, 0, bytes, end + 4, utf8.length);
        end += 4 + utf8.length;
    }

    /// Hands over what there is, once it is worth the call. It may be called between two rows only.
    void flushWhenFull(CopyIn copy) throws SQLException {
        if (end >= FLUSHED_AT) {
            flush(copy);
        }
    }

    /// Hands over the rest, with the mark that ends the rows.
    void finish(CopyIn copy) throws SQLException {
        reserve(2);
        SHORT.set(bytes, end, (short) -1);
        end += 2;
        flush(copy);
    }

    private void flush(CopyIn copy) throws SQLException {
        copy.writeToCopy(bytes, 0, end);
        end = 0;
    }

    private void reserve(int more) {
        if (bytes.length - end < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, end + more));
        }
    }
}
