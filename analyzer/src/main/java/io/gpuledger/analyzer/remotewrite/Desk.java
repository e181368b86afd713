package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.write.WriteLimits;
import io.gpuledger.analyzer.parse.write.WriteReader;
import io.gpuledger.analyzer.remotewrite.Volumes.Volume;
import java.util.Arrays;

/// What one request needs to be read, and the next one again: its buffers grow to the longest that came.
final class Desk {
    private static final int AT_FIRST = 64 << 10;

    private final WriteLimits limits;
    private final int bodyBytesMax;
    private Volume volume;
    private WriteReader reader;
    private byte[] body;

    Desk(Volume volume, WriteLimits limits, int bodyBytesMax) {
        this.limits = limits;
        this.bodyBytesMax = bodyBytesMax;
        this.volume = volume;
        this.reader = reader(volume, limits);
        this.body = new byte[Math.min(AT_FIRST, bodyBytesMax + 1)];
    }

    private static WriteReader reader(Volume volume, WriteLimits limits) {
        return new WriteReader(volume.known(), volume.book().slots(), limits);
    }

    /// From now on.
    void read(Volume by) {
        if (!by.equals(volume)) {
            volume = by;
            reader = reader(by, limits);
        }
    }

    WriteReader reader() {
        return reader;
    }

    /// By which the reader reads.
    Books.Book book() {
        return volume.book();
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
