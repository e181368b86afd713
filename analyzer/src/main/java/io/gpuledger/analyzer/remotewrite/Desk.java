package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.write.WriteReader;
import java.util.Arrays;

/// What one request needs to be read, and the next one again: its buffers grow to the longest that came.
final class Desk {
    private static final int AT_FIRST = 64 << 10;

    private final WriteReader reader;
    private final int bodyBytesMax;
    private byte[] body;

    Desk(WriteReader reader, int bodyBytesMax) {
        this.reader = reader;
        this.bodyBytesMax = bodyBytesMax;
        this.body = new byte[Math.min(AT_FIRST, bodyBytesMax + 1)];
    }

    WriteReader reader() {
        return reader;
    }

    /// What was read last.
    byte[] body() {
        return body;
    }

    /// With room for so many bytes, and what was there before.
    byte[] body(int length) {
        if (body.length < length) {
            body = Arrays.copyOf(body, (int) Math.min(Math.max(2L * body.length, length), bodyBytesMax + 1L));
        }
        return body;
    }
}
