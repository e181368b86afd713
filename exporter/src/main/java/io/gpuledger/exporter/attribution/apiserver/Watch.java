package io.gpuledger.exporter.attribution.apiserver;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.gpuledger.service.life.Lifelong;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/// Keeps a view of what the API server has of a kind, on a thread of its own. While it is away the last view stands.
///
/// @param <T> the objects
/// @param <V> the view
final class Watch<T, V> implements AutoCloseable {
    private final Inquiry inquiry;
    private final KnownObjects<T, V> known;
    private final Reflection<T> reflection;
    private final Backoff backoff;
    private final String tooMany;
    private final Thread thread;
    private volatile Contact contact = Contact.NONE;
    private volatile boolean closed;

    Watch(Inquiry inquiry, WatchedKind<T> kind, Function<Collection<T>, V> view, V nothing) {
        this.inquiry = inquiry;
        this.known = new KnownObjects<>(kind.most(), view, nothing);
        this.reflection = new Reflection<>(kind, inquiry, known, this::heard);
        this.backoff = new Backoff(inquiry.pace(), ThreadLocalRandom::current);
        this.tooMany = "there are more than %,d %s for this node: the others are not known"
                .formatted(kind.most(), kind.resource());
        this.thread = Lifelong.virtual("api-server", this::keepWatching);
    }

    void start() {
        thread.start();
    }

    V latest() {
        return known.latest();
    }

    Contact contact() {
        return contact;
    }

    private void keepWatching() {
        try {
            while (!closed) {
                var wait = watched();
                if (!closed) {
                    NANOSECONDS.sleep(wait.toNanos());
                }
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    /// Watches until there is trouble, and returns for how long the API server is to be left alone.
    private Duration watched() {
        var begun = System.nanoTime();
        try {
            var connection =
                    new ApiServerClient(inquiry.server(), inquiry.pace().answer());
            while (!closed) {
                reflection.follow(connection);
            }
            return Duration.ZERO;
        } catch (IOException e) {
            troubled(Troubles.of(e, inquiry.server()));
            if (e instanceof ApiServerException refusal && refusal.isRefused()) {
                return backoff.afterRefusal();
            }
        } catch (RuntimeException | Error e) {
            // The edge: a defect in one answer must not end the watching.
            troubled(e.toString());
        }
        return backoff.afterFailure(Duration.ofNanos(System.nanoTime() - begun));
    }

    private void heard() {
        var now = Optional.of(inquiry.clock().instant());
        contact = new Contact(now, known.isOverfull() ? Optional.of(tooMany) : Optional.empty());
    }

    private void troubled(String reason) {
        contact = new Contact(contact.lastGood(), Optional.of(reason));
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
