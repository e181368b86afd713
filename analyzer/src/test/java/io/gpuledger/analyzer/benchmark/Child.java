package io.gpuledger.analyzer.benchmark;

import io.gpuledger.gate.RunningProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/// A process of this run, which ends with it, when the run is interrupted too: it is asked first, and then made to,
/// with all that it has begotten.
public final class Child implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration PATIENCE_WITH_WHAT_IS_LEFT = Duration.ofSeconds(5);

    private final RunningProgram program;
    private final ProcessTree tree;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Child(RunningProgram program, Optional<Path> folder) {
        this.program = program;
        this.tree = new ProcessTree(program.pid(), folder);
        try {
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::close));
        } catch (IllegalStateException e) {
            // The run is being interrupted at this moment.
            close();
            throw e;
        }
    }

    public static Child start(List<String> command) {
        return new Child(RunningProgram.start(command), Optional.empty());
    }

    /// Starts a program that may have a PostgreSQL. The processes of that one are known by the folder, so that
    /// they end with the program.
    ///
    /// @param folder of its data
    public static Child start(List<String> command, Path folder) {
        return new Child(RunningProgram.start(command), Optional.of(folder));
    }

    public RunningProgram program() {
        return program;
    }

    ProcessTree tree() {
        return tree;
    }

    @Override
    public void close() {
        if (ended.compareAndSet(false, true)) {
            var all = tree.handles();
            program.terminate();
            awaitEnd();
            all.forEach(ProcessHandle::destroy);
            all.forEach(process -> awaitEnd(process, PATIENCE_WITH_WHAT_IS_LEFT));
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /// It must not be waited for by its handle: Java would then see to its output on a thread that is there for all,
    /// and that thread waits for as long as anything it has begotten may still write.
    private void awaitEnd() {
        try {
            var _ = program.endsWithin(PATIENCE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitEnd(ProcessHandle process, Duration patience) {
        try {
            process.onExit().get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException _) {
            // It is made to end.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
