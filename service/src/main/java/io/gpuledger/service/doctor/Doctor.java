package io.gpuledger.service.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Looks at all things at the same time, and waits for none of them for ever: what hangs is what somebody wants to
/// know.
public final class Doctor {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Duration patience;
    private volatile List<? extends Future<?>> looks = List.of();

    public Doctor() {
        this(PATIENCE);
    }

    /// @param patience with each of them
    Doctor(Duration patience) {
        this.patience = patience;
    }

    /// Returns what is so with each, in the order in which they were named.
    public Examined examine(List<Examination> examinations) throws InterruptedException {
        // Each has a thread of its own, also where there is one processor: a call into a library that hangs holds
        // it. The program ends without those that hang.
        var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().name("look-", 0).daemon().factory());
        try {
            var begun = examinations.stream()
                    .map(one -> threads.submit(() -> one.look().lines()))
                    .toList();
            looks = begun;
            var end = System.nanoTime() + patience.toNanos();
            var lines = new ArrayList<Line>();
            for (var i = 0; i < begun.size(); i++) {
                lines.addAll(lines(examinations.get(i), begun.get(i), end - System.nanoTime()));
            }
            return new Examined(lines);
        } finally {
            threads.shutdownNow();
        }
    }

    /// Whether a look goes on that was begun: it hangs.
    boolean isStillLooking() {
        return !looks.stream().allMatch(Future::isDone);
    }

    private List<Line> lines(Examination examination, Future<List<Line>> look, long nanos) throws InterruptedException {
        try {
            return look.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return List.of(new Line.Fault(
                    examination.subject(),
                    "there is no answer within %d s".formatted(patience.toSeconds()),
                    examination.fix()));
        } catch (ExecutionException e) {
            return List.of(new Line.Fault(
                    examination.subject(),
                    "it could not be looked at: " + e.getCause(),
                    "this is a mistake of the program: tell its developers of it"));
        }
    }
}
