package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.store.spool.PendingBatch.Refusal;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.life.Lifelong;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Group commit: batches are written and made safe together, by one thread, which does all the writing. It is a
/// platform thread, because a file is not waited for as a socket is: a virtual one would hold its carrier.
final class Committer implements Intake, AutoCloseable {
    private static final String NAME = "spool";
    /// A commit that takes longer does not come back.
    private static final Duration SILENCE_MAX = Duration.ofMinutes(2);
    private static final System.Logger LOG = System.getLogger(Committer.class.getName());

    /// @param bytesMax how much may wait, in memory
    /// @param patience how long a batch waits, before its sender is told that it was not taken
    /// @param gathering how long the first of a commit waits for others: an fsync takes about 0.2 ms of processor
    /// time, whether it is for one batch or a hundred, and so all of them a hundredth of a core at most
    record Limits(long bytesMax, Duration patience, Duration gathering) {
        static final Limits USUAL = new Limits(64 << 20, Duration.ofSeconds(30), Duration.ofMillis(20));
    }

    private final Path folder;
    private final Limits limits;
    private final CommitQueue queue;
    private final Appender appender;
    private final Runnable whenCommitted;
    private final SpoolMetrics metrics;
    private final Heartbeat heartbeat = new Heartbeat(NAME, SILENCE_MAX);
    private final Thread thread = Lifelong.platform(NAME, this::work);
    private boolean inTrouble;

    /// @param whenCommitted what is to happen after each commit, on the same thread
    Committer(Path folder, Limits limits, Appender appender, Runnable whenCommitted, SpoolMetrics metrics) {
        this.folder = folder;
        this.limits = limits;
        this.queue = new CommitQueue(limits.bytesMax());
        this.appender = appender;
        this.whenCommitted = whenCommitted;
        this.metrics = metrics;
        thread.start();
    }

    Heartbeat heartbeat() {
        return heartbeat;
    }

    long waitingBytes() {
        return queue.bytes();
    }

    @Override
    public void take(Batch batch) throws NotTakenException {
        if (batch.isEmpty()) {
            return;
        }
        var deadline = System.nanoTime() + limits.patience().toNanos();
        var waiting = PendingBatch.of(batch);
        try {
            queue.enter(waiting, deadline, this::tooSlow);
            var left = Math.max(0, deadline - System.nanoTime());
            var outcome = waiting.outcome().get(left, TimeUnit.NANOSECONDS);
            if (outcome.isPresent()) {
                throw new NotTakenException(
                        outcome.get().sentence(), outcome.get().cause());
            }
        } catch (TimeoutException _) {
            throw tooSlow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotTakenException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private NotTakenException tooSlow() {
        return new NotTakenException(
                "the disk under %s is too slow: %,d bytes wait for it, and this for %ds; see what else writes to it"
                        .formatted(folder, queue.bytes(), limits.patience().toSeconds()));
    }

    private void work() {
        for (var batches = next(); !batches.isEmpty(); batches = next()) {
            heartbeat.beat();
            var outcome = commit(batches);
            queue.leave(batches);
            for (var waiting : batches) {
                waiting.outcome().complete(outcome);
            }
        }
    }

    private List<PendingBatch> next() {
        return queue.next(limits.gathering().toNanos(), heartbeat::beat);
    }

    private Optional<Refusal> commit(List<PendingBatch> batches) {
        try {
            for (var waiting : batches) {
                appender.append(waiting.batch());
            }
            appender.commit();
            batches.forEach(waiting -> metrics.appended(waiting.batch()));
            whenCommitted.run();
            outOfTrouble();
            return Optional.empty();
        } catch (IOException e) {
            return failed(DiskFailure.sentence(folder, e), e);
        } catch (RuntimeException e) {
            // A defect of ours: the thread lives on, and who waits is told.
            LOG.log(Level.ERROR, "batches could not be written under " + folder, e);
            return failed("it could not be written under " + folder, e);
        }
    }

    private Optional<Refusal> failed(String sentence, Exception cause) {
        appender.abandon();
        if (!inTrouble) {
            LOG.log(Level.WARNING, "nothing is taken in: {0}", sentence);
            LOG.log(Level.DEBUG, sentence, cause);
        }
        inTrouble = true;
        return Optional.of(new Refusal(sentence, cause));
    }

    private void outOfTrouble() {
        if (inTrouble) {
            LOG.log(Level.INFO, () -> "what comes is taken in again, under " + folder);
        }
        inTrouble = false;
    }

    /// Returns when those who wait were seen to.
    @Override
    public void close() {
        queue.close();
        var interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        try {
            appender.seal();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
