package io.gpuledger.analyzer.store;

import io.gpuledger.service.doctor.Examination;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Looks whether the folder of data can be written, and whether its disk has room for what may come.
///
/// @param spoolMax how many bytes the spool may take
/// @param watermark how full the disk may be, as a fraction of it
public record DataFolderCheck(Path folder, long spoolMax, double watermark) {
    private static final String FOLDER = "data folder";
    private static final String DISK = "disk";
    private static final double GIBIBYTE = 1 << 30;

    public Examination examination() {
        return new Examination(
                FOLDER,
                "look whether the disk of %s answers: a network's disk that is away hangs".formatted(folder),
                () -> Stream.of(writable(), disk()).flatMap(Optional::stream).toList());
    }

    private Optional<Line> writable() {
        try {
            var there = nearest();
            var probe = Files.createTempFile(there, "doctor", ".tmp");
            Files.delete(probe);
            return Optional.of(new Ok(
                    FOLDER,
                    Files.isDirectory(folder)
                            ? folder + " can be written"
                            : folder + " can be made, and is not there yet"));
        } catch (IOException e) {
            return Optional.of(new Fault(
                    FOLDER,
                    "%s cannot be written: %s".formatted(folder, SmallFile.why(e)),
                    "let the user %s own it, or name another by --data-dir"
                            .formatted(System.getProperty("user.name"))));
        }
    }

    private Optional<Line> disk() {
        try {
            return Optional.of(disk(Files.getFileStore(nearest())));
        } catch (IOException _) {
            // That the folder is of no use is said above.
            return Optional.empty();
        }
    }

    private Line disk(FileStore disk) throws IOException {
        var free = disk.getUsableSpace();
        var used = 1 - free / (double) Math.max(1, disk.getTotalSpace());
        var words = String.format(Locale.ROOT, "%.1f GiB are free, and %.0f %% are used", free / GIBIBYTE, 100 * used);
        if (used >= watermark) {
            return new Fault(
                    DISK,
                    words + ", which is as much as --disk-watermark allows: the oldest samples are dropped",
                    "make room, or give the volume more");
        }
        if (free < spoolMax) {
            return new Warning(
                    DISK,
                    String.format(
                            Locale.ROOT,
                            "%s; while a database is away the spool alone may take %.1f GiB",
                            words,
                            spoolMax / GIBIBYTE),
                    "give the volume more, or lower --spool-max-size");
        }
        return new Ok(DISK, words);
    }

    /// Returns the folder, or the nearest above it that is there.
    private Path nearest() throws IOException {
        return Stream.iterate(Optional.of(folder.toAbsolutePath()), Optional::isPresent, at -> at.map(Path::getParent))
                .flatMap(Optional::stream)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IOException("no folder above it is there"));
    }
}
