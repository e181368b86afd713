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
public final class DatabaseAccess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration LOOK_PERIOD = Duration.ofMillis(50);

    private final ServerLogin access;
    private final Optional<EmbeddedPostgres> own;

    private DatabaseAccess(ServerLogin access, Optional<EmbeddedPostgres> own) {
        this.access = access;
        this.own = own;
    }

    /// Whether there is a database in a folder.
    public static boolean isThere(Path folder) {
        return Files.isDirectory(folder.resolve(DataFolder.NAME));
    }

    /// Whether an analyzer has the database in a folder in use. Throws [CannotStartPostgresException] where that cannot
    /// be found out.
    public static boolean isInUse(Path folder) {
        try {
            return isThere(folder) && isLocked(folder.toRealPath());
        } catch (IOException e) {
            throw CannotStartPostgresException.unusable(folder, e);
        }
    }

    /// Makes nothing that is not there. Throws [CannotStartPostgresException].
    public static DatabaseAccess to(Path folder) {
        return to(folder, folder, EmbeddedPostgres.DEFAULT_SHARED_BUFFERS_MEBIBYTES);
    }

    /// For who has to be alone with it: where an analyzer has it in use this throws [CannotStartPostgresException], as
    /// where there is none.
    public static DatabaseAccess alone(Path folder) {
        return alone(folder, folder, EmbeddedPostgres.DEFAULT_SHARED_BUFFERS_MEBIBYTES);
    }

    static DatabaseAccess alone(Path folder, Path programs, int sharedBuffersMebibytes) {
        refuseNone(folder);
        return started(folder, programs, sharedBuffersMebibytes);
    }

    private static void refuseNone(Path folder) {
        if (!isThere(folder)) {
            throw new CannotStartPostgresException(
                    "there is no database in " + folder,
                    "name the --data-dir of the analyzer that keeps the books, or its --database-url");
        }
    }

    /// @param programs where the server's programs are, or are unpacked to
    static DatabaseAccess to(Path folder, Path programs, int sharedBuffersMebibytes) {
        refuseNone(folder);
        try {
            var home = folder.toRealPath();
            return isLocked(home) ? running(home) : started(folder, programs, sharedBuffersMebibytes);
        } catch (IOException e) {
            throw CannotStartPostgresException.unusable(folder, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotStartPostgresException("it was interrupted", "start this program again", e);
        }
    }

    private static boolean isLocked(Path home) throws IOException {
        var lock = FolderLock.of(home);
        if (lock.isPresent()) {
            lock.get().close();
        }
        return lock.isEmpty();
    }

    private static DatabaseAccess started(Path folder, Path programs, int sharedBuffersMebibytes) {
        var own = EmbeddedPostgres.start(folder, programs, sharedBuffersMebibytes);
        return new DatabaseAccess(own.access(), Optional.of(own));
    }

    /// An analyzer that has just begun lets nobody in yet.
    private static DatabaseAccess running(Path home) throws IOException, InterruptedException {
        var data = home.resolve(DataFolder.NAME);
        var password = Password.in(home);
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            var file = PidFile.in(data).filter(PidFile::ready);
            if (file.isPresent() && opens(new ServerLogin(file.get().port(), password), data)) {
                return new DatabaseAccess(new ServerLogin(file.get().port(), password), Optional.empty());
            }
            Thread.sleep(LOOK_PERIOD);
        }
        throw new CannotStartPostgresException(
                "the analyzer that has %s in use lets nobody into its database".formatted(home),
                "try again when its /readyz says that it writes");
    }

    private static boolean opens(ServerLogin access, Path data) {
        try {
            return access.opens(data);
        } catch (SQLException e) {
            if (ServerLogin.refused(e)) {
                throw new CannotStartPostgresException(
                        "it refuses " + access.password(), Remedy.PASSWORD.toString(), e);
            }
            return false;
        }
    }

    /// Returns the address for JDBC, without user and password.
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
