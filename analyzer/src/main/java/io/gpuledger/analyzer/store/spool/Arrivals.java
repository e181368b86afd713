package io.gpuledger.analyzer.store.spool;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Tells who waits for rows that there are some.
final class Arrivals {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private long count;

    void tell() {
        lock.lock();
        try {
            count++;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Returns how often there were some.
    long count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there were some more often than this; false when it became too late.
    boolean awaitMoreThan(long seen, long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (count == seen) {
                var left = deadlineNanos - System.nanoTime();
                if (left <= 0 || !more.await(left, TimeUnit.NANOSECONDS)) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
