package io.gpuledger.analyzer.store.embedded;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Launches the server of our data, finds out when it is ready, and stops it.
record Server(
        Programs programs,
        Launcher launcher,
        Path data,
        ServerLog log,
        Password password,
        Configuration configuration) {
    /// PostgreSQL reads gigabytes of its log again after a crash.
    private static final Duration READY_PATIENCE = Duration.ofMinutes(10);

    private static final Duration UNUSUALLY_LONG = Duration.ofSeconds(5);
    private static final Duration LOOK_PERIOD = Duration.ofMillis(20);
    private static final Duration FAST_PATIENCE = Duration.ofSeconds(20);
    private static final Duration ORPHAN_PATIENCE = Duration.ofSeconds(3);
    private static final Duration IMMEDIATE_PATIENCE = Duration.ofSeconds(10);
    private static final System.Logger LOG = System.getLogger(Server.class.getName());

    ServerLogin access() {
        return new ServerLogin(configuration.port(), password);
    }

    Server on(int port) {
        var moved = new Configuration(port, configuration.sharedBuffersMebibytes(), configuration.log());
        return new Server(programs, launcher, data, log, password, moved);
    }

    /// The server that an analyzer left behind when it was killed.
    Optional<ServerProcess> leftBehind() throws IOException {
        var file = PidFile.in(data);
        return file.flatMap(known -> ServerProcess.of(known.pid(), data));
    }

    /// Returns whether it is what [#launch] would give.
    boolean isLike(ServerProcess process) throws IOException {
        return process.runs(Path.of(programs.path("postgres"))) && configuration.isIn(data);
    }

    ServerProcess launch() throws IOException {
        configuration.writeInto(data);
        log.begin();
        var process = launcher.start(log.firstWords(), programs.path("postgres"), "-D", data.toString());
        return new ServerProcess(process.toHandle(), data);
    }

    /// Returns when clients are let in; a server that does not come so far is stopped.
    void awaitReady(ServerProcess process) throws IOException, InterruptedException {
        var begun = System.nanoTime();
        var told = false;
        while (!ready(process)) {
            var waited = Duration.ofNanos(System.nanoTime() - begun);
            if (process.endsWithin(LOOK_PERIOD)) {
                throw failure("it has ended");
            }
            if (waited.compareTo(READY_PATIENCE) > 0) {
                stop(process);
                throw failure("it has not let anybody in for " + READY_PATIENCE);
            }
            if (!told && waited.compareTo(UNUSUALLY_LONG) > 0) {
                told = true;
                LOG.log(INFO, "PostgreSQL is not ready yet: after a crash it reads its log again, for minutes perhaps");
            }
        }
    }

    private boolean ready(ServerProcess process) throws IOException, InterruptedException {
        var file = PidFile.in(data);
        if (file.filter(known -> known.pid() == process.pid() && known.ready()).isEmpty()) {
            return false;
        }
        try {
            return access().opens(data);
        } catch (SQLException e) {
            if (ServerLogin.refused(e)) {
                stop(process);
                throw new CannotStartPostgresException("it refuses " + password, Remedy.PASSWORD.toString(), e);
            }
            return false;
        }
    }

    private CannotStartPostgresException failure(String what) throws IOException {
        var tail = log.tail();
        return new CannotStartPostgresException(
                "%s; its last words in %s:%n%s%n".formatted(what, log.folder(), tail), Remedy.of(tail));
    }

    /// Ends what is left of servers before: processes that did not see yet that theirs has gone, and its pid file,
    /// whose number may be another program's by now. PostgreSQL does not start over either.
    void clear() throws IOException, InterruptedException {
        if (!noneLeftWithin(ORPHAN_PATIENCE)) {
            all(process -> signal("QUIT", process));
            if (!noneLeftWithin(IMMEDIATE_PATIENCE)) {
                all(process -> process.handle().destroyForcibly());
            }
        }
        if (!noneLeftWithin(IMMEDIATE_PATIENCE)) {
            throw new CannotStartPostgresException(
                    "processes of an earlier one still work in " + data, Remedy.SHARED_MEMORY.toString());
        }
        Files.deleteIfExists(PidFile.of(data));
    }

    private boolean noneLeftWithin(Duration time) throws InterruptedException {
        var deadline = System.nanoTime() + time.toNanos();
        var left = ServerProcess.all(data).findFirst();
        while (left.isPresent() && System.nanoTime() < deadline) {
            left.get().endsWithin(Duration.ofNanos(deadline - System.nanoTime()));
            left = ServerProcess.all(data).findFirst();
        }
        return left.isEmpty();
    }

    private void all(Consumer<ServerProcess> action) {
        ServerProcess.all(data).forEach(action);
    }

    /// Clients are thrown out, all is written, it ends; if that takes too long, it ends anyway and loses nothing that
    /// was committed.
    void stop(ServerProcess process) throws IOException, InterruptedException {
        signal("INT", process);
        if (process.endsWithin(FAST_PATIENCE)) {
            // The one that writes its log ends after it.
            noneLeftWithin(ORPHAN_PATIENCE);
            return;
        }
        LOG.log(WARNING, "PostgreSQL takes too long to stop; it is stopped at once, and has to recover next time");
        signal("QUIT", process);
        if (!process.endsWithin(IMMEDIATE_PATIENCE)) {
            process.handle().destroyForcibly();
            clear();
        }
    }

    /// By PostgreSQL's own program: Java has no way to send these, and small images have no kill.
    private void signal(String name, ServerProcess process) {
        try {
            var sent = launcher.run(programs.path("pg_ctl"), "kill", name, String.valueOf(process.pid()));
            if (!sent.well() && process.runs()) {
                LOG.log(WARNING, "SIG%s does not reach PostgreSQL: %s".formatted(name, sent.output()));
            }
        } catch (IOException e) {
            LOG.log(WARNING, "SIG%s cannot be sent to PostgreSQL".formatted(name), e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
