package io.gpuledger.analyzer.store;

import io.gpuledger.service.doctor.Examination;
import io.gpuledger.service.doctor.FolderLook;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// Looks whether the folder of data can be written, and whether its disk has room for what may come.
///
/// @param spoolMax how many bytes the spool may take
/// @param watermark how full the disk may be, as a fraction of it, before samples are dropped; absent where they are
///     not kept there
public record DataFolderCheck(Path folder, long spoolMax, OptionalDouble watermark) {
    private static final String FOLDER = "data folder";
    private static final String DISK = "disk";
    private static final double GIBIBYTE = 1 << 30;

    public Examination examination() {
        return new Examination(
                FOLDER,
                "look whether the disk of %s answers: a network's disk that is away hangs".formatted(folder),
                () -> Stream.concat(Stream.of(look().line()), disk().stream()).toList());
    }

    private FolderLook look() {
        return new FolderLook(FOLDER, folder, "--data-dir");
    }

    private Optional<Line> disk() {
        try {
            return Optional.of(disk(Files.getFileStore(look().nearest())));
        } catch (IOException _) {
            // The other line says already that the folder is of no use.
            return Optional.empty();
        }
    }

    private Line disk(FileStore disk) throws IOException {
        var free = disk.getUsableSpace();
        var used = 1 - free / (double) Math.max(1, disk.getTotalSpace());
        var words = String.format(Locale.ROOT, "%.1f GiB are free, and %.0f %% are used", free / GIBIBYTE, 100 * used);
        if (watermark.isPresent() && used >= watermark.getAsDouble()) {
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
}
