package io.gpuledger.analyzer.store.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DiskFailureTest {
    private static final Path FOLDER = Path.of("/data/spool");

    @Test
    void a_full_disk_wants_room() {
        var sentence =
                "there is no room left under /data/spool: make some, or give the spool less with --spool-max-size";

        assertThat(DiskFailure.sentence(FOLDER, new IOException("No space left on device")))
                .isEqualTo(sentence);
        assertThat(DiskFailure.sentence(FOLDER, new FileSystemException("f", null, "Disk quota exceeded")))
                .isEqualTo(sentence);
    }

    @Test
    void a_folder_that_cannot_be_written_is_told() {
        assertThat(DiskFailure.sentence(FOLDER, new FileSystemException("f", null, "Read-only file system")))
                .isEqualTo("nothing can be written under /data/spool (Read-only file system):"
                        + " it has to be a folder that this program may write to");
        assertThat(DiskFailure.sentence(FOLDER, new AccessDeniedException("f")))
                .isEqualTo("nothing can be written under /data/spool (this process may not):"
                        + " it has to be a folder that this program may write to");
    }

    @Test
    void a_disk_that_fails_is_told() {
        assertThat(DiskFailure.sentence(FOLDER, new IOException("Input/output error")))
                .isEqualTo("the disk under /data/spool fails (Input/output error): the kernel's log may say why");
        assertThat(DiskFailure.reason(new NotDirectoryException("f"))).isEqualTo("it is not a folder");
        assertThat(DiskFailure.reason(new FileAlreadyExistsException("f")))
                .isEqualTo("something of this name is there already");
        assertThat(DiskFailure.reason(new FileSystemLoopException("f"))).isEqualTo("FileSystemLoopException");
    }
}
