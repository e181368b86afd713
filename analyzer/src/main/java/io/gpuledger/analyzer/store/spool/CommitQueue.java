package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.NotTakenException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The batches that are not safe yet, of so many bytes at most: who comes with more waits outside.
final class CommitQueue {
    private static final long ROUND_NANOS = 10_000_000_000L;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition somebody = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final long bytesMax;
    private List<PendingBatch> waiting = new ArrayList<>();
    private long bytes;
    private boolean closed;

    CommitQueue(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /// One that is larger than the room comes in when it is empty.
    ///
    /// @param tooLate what to say when there was no room until then
    void enter(PendingBatch one, long deadlineNanos, Supplier<NotTakenException> tooLate)
            throws NotTakenException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && bytes > 0 && bytes + one.weight() > bytesMax) {
                var left = deadlineNanos - System.nanoTime();
                if (left <= 0 || !room.await(left, TimeUnit.NANOSECONDS)) {
                    throw tooLate.get();
                }
            }
            if (closed) {
                throw new NotTakenException("this program is about to end: what it is sent again, it takes then");
            }
            waiting.add(one);
            bytes += one.weight();
            somebody.signal();
        } finally {
            lock.unlock();
        }
    }

    /// The first, and all who come within so many nanoseconds after; empty when nobody will come any more. They take up
    /// room until they [#leave].
    ///
    /// @param round called each few seconds for as long as nobody comes
    List<PendingBatch> next(long gatheringNanos, Runnable round) {
        awaitSomebody(round);
        pause(gatheringNanos);
        lock.lock();
        try {
            var all = waiting;
            waiting = new ArrayList<>();
            return all;
        } finally {
            lock.unlock();
        }
    }

    private void awaitSomebody(Runnable round) {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                round.run();
                try {
                    var _ = somebody.await(ROUND_NANOS, TimeUnit.NANOSECONDS);
                } catch (InterruptedException _) {
                    // Whoever wants it to end closes the room.
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private static void pause(long nanos) {
        var end = System.nanoTime() + nanos;
        for (var left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    void leave(List<PendingBatch> those) {
        lock.lock();
        try {
            for (var one : those) {
                bytes -= one.weight();
            }
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /// Those who are in it are seen to, nobody else comes in.
    void close() {
        lock.lock();
        try {
            closed = true;
            somebody.signalAll();
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
