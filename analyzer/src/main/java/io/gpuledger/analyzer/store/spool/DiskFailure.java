package io.gpuledger.analyzer.store.spool;

import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;

/// Knows what a failure of a folder means, and what mends it.
final class DiskFailure {
    private DiskFailure() {}

    static String sentence(Path folder, IOException failure) {
        var reason = reason(failure);
        if (reason.contains("no space left") || reason.contains("quota exceeded")) {
            return "there is no room left under %s: make some, or give the spool less with --%s"
                    .formatted(folder, SpoolSettings.MAX_SIZE.key());
        }
        if (failure instanceof AccessDeniedException || reason.contains("Read-only file system")) {
            return "nothing can be written under %s (%s): it has to be a folder that this program may write to"
                    .formatted(folder, reason);
        }
        return "the disk under %s fails (%s): the kernel's log may say why".formatted(folder, reason);
    }

    static String reason(Exception failure) {
        return failure instanceof IOException ofSystem ? SmallFile.why(ofSystem) : String.valueOf(failure.getMessage());
    }
}
