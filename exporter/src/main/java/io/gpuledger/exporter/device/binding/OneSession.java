package io.gpuledger.exporter.device.binding;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The session that a backend has with its library: at most one at a time, opened and ended under one lock, let go of
/// for a while on request, and given back when the backend is closed.
///
/// A call into the library may hang. So whoever wants the session ended waits for a second and no longer, and what is
/// to be given back at the close is given back by a thread of its own, which may wait for as long as the call does.
public final class OneSession<S extends LibrarySession> {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final String name;
    private final Binder binder;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Optional<S> session = Optional.empty();
    private volatile Optional<Long> releasedUntilNanos = Optional.empty();

    /// @param name of the backend
    /// @param nanos a clock that only goes forward
    public OneSession(String name, Binder binder, LongSupplier nanos) {
        this.name = name;
        this.binder = binder;
        this.nanos = nanos;
    }

    /// Does this while nobody else opens or ends the session.
    public <T> T locked(Supplier<T> work) {
        lock.lock();
        return unlocking(work);
    }

    /// Does the same, unless somebody else holds the lock for all of this time; then the answer is empty.
    public <T> Optional<T> lockedWithin(Duration patience, Supplier<T> work) throws InterruptedException {
        return lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS) ? Optional.of(unlocking(work)) : Optional.empty();
    }

    private <T> T unlocking(Supplier<T> work) {
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /// The session that is open at the moment.
    public Optional<S> open() {
        return session;
    }

    /// The session that is open, or a new one. To be called with the lock.
    public S orOpen(Supplier<S> opening) {
        var open = session.orElseGet(opening);
        session = Optional.of(open);
        return open;
    }

    /// Ends the session if there is one; false where a call does not come back. To be called with the lock.
    public boolean end() {
        var ended = session.map(open -> open.end(PATIENCE)).orElse(true);
        if (ended) {
            session = Optional.empty();
        }
        return ended;
    }

    /// Ends the session, and opens none for so long; false where a call does not come back.
    ///
    /// @param released what is to be done about it, with the lock
    public boolean release(Duration time, Runnable released) {
        try {
            return lockedWithin(PATIENCE, () -> releaseLocked(time, released)).orElse(false);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean releaseLocked(Duration time, Runnable released) {
        var ended = end();
        if (ended) {
            releasedUntilNanos = Optional.of(nanos.getAsLong() + time.toNanos());
            released.run();
        }
        return ended;
    }

    /// Whether no session may be opened, because it was released.
    public boolean isReleased() {
        return releasedUntilNanos.filter(until -> nanos.getAsLong() - until < 0).isPresent();
    }

    /// Ends a release before its time.
    public void resume() {
        releasedUntilNanos = Optional.empty();
    }

    public boolean isClosed() {
        return closed.getCount() == 0;
    }

    /// Waits for the close for so long at most, and says whether it came.
    public boolean awaitClose(Duration time) throws InterruptedException {
        return closed.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Gives back the session and the library, unless a call does not come back: then they are left as they are until
    /// it does, and not waited for.
    public void close() {
        closed.countDown();
        var last = Thread.ofPlatform().daemon().name(name + " close").start(() -> locked(this::giveBack));
        try {
            last.join(PATIENCE.toMillis());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean giveBack() {
        while (!end()) {
            Thread.onSpinWait();
        }
        binder.unbind();
        return true;
    }
}
