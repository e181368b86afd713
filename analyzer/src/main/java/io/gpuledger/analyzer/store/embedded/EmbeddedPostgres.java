package io.gpuledger.analyzer.store.embedded;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.analyzer.store.FolderLock;
import io.gpuledger.analyzer.store.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/// A PostgreSQL of the analyzer's own: its programs, data, password and log are in one folder, and it listens on
/// 127.0.0.1 only.
///
/// It outlives an analyzer that is killed; the next one takes it over. When it dies itself, it is started again on the
/// same port, so that a connection pool finds it again.
public final class EmbeddedPostgres implements AutoCloseable {
    public static final int DEFAULT_SHARED_BUFFERS_MEBIBYTES = 256;

    private static final int PORTS_TRIED = 3;
    private static final System.Logger LOG = System.getLogger(EmbeddedPostgres.class.getName());

    private final FolderLock lock;
    private final Supervisor supervisor;

    private EmbeddedPostgres(FolderLock lock, Supervisor supervisor) {
        this.lock = lock;
        this.supervisor = supervisor;
    }

    /// Starts it with the default memory.
    public static EmbeddedPostgres start(Path folder) {
        return start(folder, DEFAULT_SHARED_BUFFERS_MEBIBYTES);
    }

    /// Returns when it lets clients in: after seconds the first time, when its programs are unpacked and its data made;
    /// after parts of a second later. Throws [CannotStartPostgresException].
    ///
    /// @param folder everything of its own; made if it is not there
    /// @param sharedBuffersMebibytes its own cache; the system's comes on top
    public static EmbeddedPostgres start(Path folder, int sharedBuffersMebibytes) {
        return start(folder, folder, sharedBuffersMebibytes);
    }

    /// @param programs where its programs are, or are unpacked to: several can share them
    static EmbeddedPostgres start(Path folder, Path programs, int sharedBuffersMebibytes) {
        try {
            Files.createDirectories(folder, OwnerOnly.NEW_FOLDER);
            var home = folder.toRealPath();
            var lock = FolderLock.of(home).orElseThrow(() -> inUse(home));
            try {
                return new EmbeddedPostgres(lock, begin(home, programs, sharedBuffersMebibytes));
            } catch (IOException | InterruptedException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw CannotStartPostgresException.unusable(folder, e);
        } catch (UncheckedIOException e) {
            throw CannotStartPostgresException.unusable(folder, Objects.requireNonNull(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotStartPostgresException("it was interrupted", "start this program again", e);
        }
    }

    private static CannotStartPostgresException inUse(Path home) {
        return new CannotStartPostgresException(
                "another gpu-analyzer has %s in use".formatted(home),
                "end it, or give this one a --data-dir of its own");
    }

    private static Supervisor begin(Path home, Path parent, int sharedBuffersMebibytes)
            throws IOException, InterruptedException {
        var launcher = Launcher.forThisUser();
        Files.createDirectories(parent, OwnerOnly.NEW_FOLDER);
        var programs = Programs.in(parent.toRealPath(), launcher);
        var password = Password.in(home);
        var data = DataFolder.in(home, programs, launcher, password);
        var log = ServerLog.in(home);
        var port = Configuration.portIn(data).orElseGet(Port::anyFree);
        var configuration = new Configuration(port, sharedBuffersMebibytes, log.folder());
        var server = new Server(programs, launcher, data, log, password, configuration);
        var adopted = adopt(server);
        return adopted.isPresent() ? adopted.get() : launch(server);
    }

    /// The server that a killed analyzer left behind goes on, unless its programs or settings are not today's.
    private static Optional<Supervisor> adopt(Server server) throws IOException, InterruptedException {
        var leftBehind = server.leftBehind();
        if (leftBehind.isEmpty()) {
            return Optional.empty();
        }
        var process = leftBehind.get();
        if (server.isLike(process)) {
            try {
                server.awaitReady(process);
                LOG.log(INFO, "PostgreSQL (process %d) was still running, and goes on".formatted(process.pid()));
                return Optional.of(Supervisor.of(server, process));
            } catch (CannotStartPostgresException e) {
                LOG.log(WARNING, "the PostgreSQL that was still running is of no use", e);
            }
        }
        if (process.runs()) {
            LOG.log(INFO, "PostgreSQL (process %d) was still running; it begins anew".formatted(process.pid()));
            server.stop(process);
        }
        return Optional.empty();
    }

    /// Between the look whether a port is free and its use, another program can take it.
    private static Supervisor launch(Server server) throws IOException, InterruptedException {
        server.clear();
        for (var attempt = 1; ; attempt++) {
            var here = server.on(Port.forData(server.data()));
            try {
                var process = here.launch();
                here.awaitReady(process);
                LOG.log(
                        INFO,
                        () -> "PostgreSQL %s runs in %s, as process %d, for %s"
                                .formatted(
                                        Programs.VERSION,
                                        here.data(),
                                        process.pid(),
                                        here.access().url()));
                return Supervisor.of(here, process);
            } catch (CannotStartPostgresException e) {
                if (attempt == PORTS_TRIED || Port.isFree(here.configuration().port())) {
                    throw e;
                }
            }
        }
    }

    /// For JDBC, without user and password. Stays the same until this is closed.
    public String url() {
        return supervisor.server().access().url();
    }

    public String user() {
        return Configuration.ROLE;
    }

    public String password() {
        return supervisor.server().password().text();
    }

    ServerLogin access() {
        return supervisor.server().access();
    }

    /// Returns how often the server was started again because it had ended by itself.
    public long restarts() {
        return supervisor.restarts();
    }

    /// The process that lets clients in.
    long pid() {
        return supervisor.process().pid();
    }

    /// Throws out who is connected, and returns when no process is left.
    @Override
    public void close() {
        try {
            supervisor.close();
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL did not stop cleanly", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the embedded PostgreSQL was stopping", e);
        }
    }
}
