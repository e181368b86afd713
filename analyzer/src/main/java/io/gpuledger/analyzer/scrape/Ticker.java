package io.gpuledger.analyzer.scrape;

import static java.lang.System.Logger.Level.ERROR;

import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.life.Lifelong;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ObjLongConsumer;

/// The thread that waits for what is due.
final class Ticker<T> implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Ticker.class.getName());
    /// All that is due within this time is due at once: thousands of targets do not wake it thousands of times.
    private static final long GRAIN_NANOS = 2_000_000;

    /// It comes round at least so often, with nothing to do if need be.
    private static final long ROUND_NANOS = 10_000_000_000L;

    private static final Duration SILENCE_MAX = Duration.ofMinutes(1);
    private static final String NAME = "scrape-ticker";

    private final ObjLongConsumer<T> due;
    private final Schedule<T> schedule = new Schedule<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Heartbeat heartbeat = new Heartbeat(NAME, SILENCE_MAX);
    private final Thread thread = Lifelong.platform(NAME, this::tick);

    /// @param due is told what is due, and for how many nanoseconds it has been; has to return at once
    Ticker(ObjLongConsumer<T> due) {
        this.due = due;
    }

    Heartbeat heartbeat() {
        return heartbeat;
    }

    void start() {
        thread.start();
    }

    void add(T item, Duration wait, Duration interval) {
        lock.lock();
        try {
            schedule.add(item, System.nanoTime() + wait.toNanos(), interval.toNanos());
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void remove(Set<T> items) {
        lock.lock();
        try {
            schedule.removeAll(items);
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the edge: the thread goes on
    private void tick() {
        try {
            while (true) {
                for (var one : await()) {
                    try {
                        due.accept(one.item(), one.lateNanos());
                    } catch (RuntimeException e) {
                        LOG.log(ERROR, "cannot begin a scrape", e);
                    }
                }
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    private List<Schedule.Due<T>> await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                heartbeat.beat();
                var wait = schedule.nanosToNext(System.nanoTime());
                if (wait.isPresent() && wait.getAsLong() == 0) {
                    return schedule.due(System.nanoTime());
                }
                var nanos = Math.min(ROUND_NANOS, wait.orElse(ROUND_NANOS)) + GRAIN_NANOS;
                var _ = changed.await(nanos, TimeUnit.NANOSECONDS);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
