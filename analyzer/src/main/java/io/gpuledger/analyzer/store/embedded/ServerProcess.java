package io.gpuledger.analyzer.store.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// A process of PostgreSQL that works in our data: the server itself, or one of its children. It need not be a child
/// of this process.
record ServerProcess(ProcessHandle handle, Path data) {
    private static final long FIRST_LOOK_NANOS = Duration.ofMillis(50).toNanos();
    private static final long LAST_LOOK_NANOS = Duration.ofSeconds(1).toNanos();

    /// Nothing where the number is of no process, or of one that has nothing to do with our data.
    static Optional<ServerProcess> of(long pid, Path data) {
        return ProcessHandle.of(pid)
                .map(handle -> new ServerProcess(handle, data))
                .filter(ServerProcess::worksHere);
    }

    static Stream<ServerProcess> all(Path data) {
        return ProcessHandle.allProcesses()
                .map(handle -> new ServerProcess(handle, data))
                .filter(ServerProcess::worksHere);
    }

    long pid() {
        return handle.pid();
    }

    /// A process that has ended and was not collected by its parent does not run any more.
    boolean runs() {
        return handle.isAlive() && program().isPresent();
    }

    boolean runs(Path wanted) {
        return program().filter(wanted.toString()::equals).isPresent();
    }

    /// Nothing is said of the processes of other users, which are not ours then.
    private boolean worksHere() {
        return program().filter(ServerProcess::isPostgres).isPresent()
                && link("cwd").filter(data.toString()::equals).isPresent();
    }

    /// The system adds a word to the name of a file that has been deleted.
    private static boolean isPostgres(String program) {
        return program.endsWith("/postgres") || program.endsWith("/postgres (deleted)");
    }

    private Optional<String> program() {
        return link("exe");
    }

    private Optional<String> link(String name) {
        try {
            return Optional.of(Files.readSymbolicLink(Path.of("/proc", String.valueOf(pid()), name))
                    .toString());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// The end of a child is heard of at once; that of another process is looked for, the more seldom the longer it
    /// runs.
    boolean endsWithin(Duration time) throws InterruptedException {
        var deadline = System.nanoTime() + time.toNanos();
        var left = time.toNanos();
        for (var look = FIRST_LOOK_NANOS; runs() && left > 0; look = Math.min(2 * look, LAST_LOOK_NANOS)) {
            try {
                handle.onExit().get(Math.min(left, look), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException _) {
                // Asked again.
            }
            left = deadline - System.nanoTime();
        }
        return !runs();
    }
}
