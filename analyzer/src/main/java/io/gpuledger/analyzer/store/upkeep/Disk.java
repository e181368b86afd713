package io.gpuledger.analyzer.store.upkeep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The disk that the database is on.
@FunctionalInterface
interface Disk {
    /// The bytes of the disk.
    ///
    /// @param used by whomever
    record Room(long total, long used) {
        /// Returns how full it is, as a part of 1.
        double part() {
            return (double) used / total;
        }
    }

    Room room() throws IOException;

    static Disk of(Path folder) {
        return () -> {
            var store = Files.getFileStore(folder);
            return new Room(store.getTotalSpace(), store.getTotalSpace() - store.getUsableSpace());
        };
    }
}
