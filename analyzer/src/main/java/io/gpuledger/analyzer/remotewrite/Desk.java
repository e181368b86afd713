package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.write.WriteLimits;
import io.gpuledger.analyzer.parse.write.WriteReader;
import io.gpuledger.analyzer.remotewrite.Volumes.Volume;

/// Holds what is needed to read a request. It is kept from one request to the next, as making it anew costs more than
/// reading.
final class Desk {
    private final WriteLimits limits;
    private Volume volume;
    private WriteReader reader;

    Desk(Volume volume, WriteLimits limits) {
        this.limits = limits;
        this.volume = volume;
        this.reader = reader(volume, limits);
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
}
