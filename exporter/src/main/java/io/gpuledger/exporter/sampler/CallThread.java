package io.gpuledger.exporter.sampler;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A thread of its own for calls that may never come back: a driver's, which no interrupt reaches.
///
/// One call at a time: while one is out no other is begun, so a hung driver costs one thread and no more. A call is
/// waited for in one cycle only. Whoever was late is not waited for in the next ones either, until it has been quick
/// again: what it brings in between is picked up as a straggler.
///
/// A platform thread, because native frames would pin a virtual one's carrier. All methods are for one caller.
final class CallThread<T> implements AutoCloseable {
    /// What became of a call.
    sealed interface Answer<T> {
        record Done<T>(T value) implements Answer<T> {}

        record Failed<T>(Throwable cause) implements Answer<T> {}

        record Late<T>() implements Answer<T> {}
    }

    /// An answer that came after nobody waited for it any more.
    ///
    /// @param overdue whether another call was due in the meantime: then nobody knows of what instant it speaks
    record Straggler<T>(Answer<T> answer, boolean overdue) {}

    /// What a call brought, if only an exception, and how long it took.
    private record Timed<T>(Answer<T> answer, Duration took) {}

    private final ExecutorService thread;
    private final Duration patience;
    private Optional<Future<Timed<T>>> out = Optional.empty();
    private boolean overdue;
    private boolean slow;

    /// The patience is real time: a driver knows no other.
    CallThread(String name, Duration patience) {
        this.thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
        this.patience = patience;
    }

    /// The answer of a call that was late, if it has come back since. To be asked before the next [#begin].
    Optional<Straggler<T>> straggler() throws InterruptedException {
        if (out.filter(Future::isDone).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Straggler<>(take(Duration.ZERO), overdue));
    }

    /// Begins the call, unless an earlier one is still out.
    void begin(Callable<T> call) {
        overdue = out.isPresent();
        if (!overdue) {
            out = Optional.of(thread.submit(() -> timed(call)));
        }
    }

    /// A call would be due now, but there is nobody to be called.
    void missed() {
        overdue |= out.isPresent();
    }

    private static <T> Timed<T> timed(Callable<T> call) {
        var begun = System.nanoTime();
        var answer = answer(call);
        return new Timed<>(answer, Duration.ofNanos(System.nanoTime() - begun));
    }

    private static <T> Answer<T> answer(Callable<T> call) {
        try {
            return new Answer.Done<>(call.call());
        } catch (Exception | LinkageError e) {
            return new Answer.Failed<>(e);
        }
    }

    /// Waits for the call that was begun until this instant of the system's monotonic clock.
    Answer<T> await(long deadlineNanos) throws InterruptedException {
        if (overdue) {
            return new Answer.Late<>();
        }
        return take(Duration.ofNanos(slow ? 0 : Math.max(0, deadlineNanos - System.nanoTime())));
    }

    private Answer<T> take(Duration wait) throws InterruptedException {
        var call = out.orElseThrow(() -> new IllegalStateException("no call was begun"));
        try {
            var timed = call.get(wait.toNanos(), TimeUnit.NANOSECONDS);
            slow = timed.took().compareTo(patience) > 0;
            out = Optional.empty();
            return timed.answer();
        } catch (ExecutionException e) {
            // No exception of the call's own: those are answers. Of an error, nobody knows what it left behind.
            out = Optional.empty();
            return new Answer.Failed<>(Optional.ofNullable(e.getCause()).orElse(e));
        } catch (TimeoutException _) {
            return new Answer.Late<>();
        }
    }

    /// Does not wait: a call that never comes back ends with the process.
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
