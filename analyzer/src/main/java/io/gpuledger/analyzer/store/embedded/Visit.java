package io.gpuledger.analyzer.store.embedded;

import io.gpuledger.analyzer.store.FolderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/// A way into the database in a folder for who only looks: by the server of the analyzer that keeps it, or by one that
/// runs until this is closed, where no analyzer does.
public final class Visit implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration LOOK_PERIOD = Duration.ofMillis(50);

    private final Access access;
    private final Optional<EmbeddedPostgres> own;

    private Visit(Access access, Optional<EmbeddedPostgres> own) {
        this.access = access;
        this.own = own;
    }

    /// Makes nothing that is not there. Throws [CannotStartPostgresException].
    public static Visit to(Path folder) {
        return to(folder, folder, EmbeddedPostgres.DEFAULT_SHARED_BUFFERS_MEBIBYTES);
    }

    /// @param programs where the server's programs are, or are unpacked to
    static Visit to(Path folder, Path programs, int sharedBuffersMebibytes) {
        if (!Files.isDirectory(folder.resolve(Data.NAME))) {
            throw new CannotStartPostgresException(
                    "there is no database in " + folder,
                    "name the --data-dir of the analyzer that keeps the books, or its --database-url");
        }
        try {
            var home = folder.toRealPath();
            return isInUse(home) ? running(home) : started(folder, programs, sharedBuffersMebibytes);
        } catch (IOException e) {
            throw new CannotStartPostgresException(
                    "%s cannot be used (%s)".formatted(folder, e), Remedy.of(e.toString()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotStartPostgresException("it was interrupted", "start this program again", e);
        }
    }

    private static boolean isInUse(Path home) throws IOException {
        var lock = FolderLock.of(home);
        if (lock.isPresent()) {
            lock.get().close();
        }
        return lock.isEmpty();
    }

    private static Visit started(Path folder, Path programs, int sharedBuffersMebibytes) {
        var own = EmbeddedPostgres.start(folder, programs, sharedBuffersMebibytes);
        return new Visit(own.access(), Optional.of(own));
    }

    /// An analyzer that has just begun lets nobody in yet.
    private static Visit running(Path home) throws IOException, InterruptedException {
        var data = home.resolve(Data.NAME);
        var password = Password.in(home);
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            var file = PidFile.in(data).filter(PidFile::ready);
            if (file.isPresent() && opens(new Access(file.get().port(), password), data)) {
                return new Visit(new Access(file.get().port(), password), Optional.empty());
            }
            Thread.sleep(LOOK_PERIOD);
        }
        throw new CannotStartPostgresException(
                "the analyzer that has %s in use lets nobody into its database".formatted(home),
                "try again when its /readyz says that it writes");
    }

    private static boolean opens(Access access, Path data) {
        try {
            return access.opens(data);
        } catch (SQLException e) {
            if (Access.refused(e)) {
                throw new CannotStartPostgresException(
                        "it refuses " + access.password(), Remedy.PASSWORD.toString(), e);
            }
            return false;
        }
    }

    /// For JDBC, without user and password.
    public String url() {
        return access.url();
    }

    public String user() {
        return Configuration.ROLE;
    }

    public String password() {
        return access.password().text();
    }

    @Override
    public void close() {
        own.ifPresent(EmbeddedPostgres::close);
    }
}
