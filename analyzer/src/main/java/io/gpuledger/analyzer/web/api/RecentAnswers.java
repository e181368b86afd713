package io.gpuledger.analyzer.web.api;

import static java.lang.System.Logger.Level.DEBUG;

import io.gpuledger.analyzer.web.api.Answer.Found;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Keeps the answers of the last seconds. What many people ask at the same time is found once for all of them, so that
/// a page on a screen in every office costs no more than one on a desk:
///
///     new for = 10 times as long as it took to find, up to a minute, and for as long as is said at least
///
/// The time that it took includes that of waiting in line, so that the more is asked, the less often each is found.
/// Whoever asks after that is given what there is, while it is found anew for those who ask next; nobody is given what
/// is twice as old. Only what was found is kept: a refusal is given to those who wait for it, and the next one asks
/// anew.
///
/// As a filter it says to each request that the answers are here.
public final class RecentAnswers implements Filter {
    private static final System.Logger LOG = System.getLogger(RecentAnswers.class.getName());
    private static final RecentAnswers NONE = keptFor(Duration.ZERO);

    private static final Duration MOST = Duration.ofMinutes(1);
    private static final int TIMES = 10;
    /// Whoever asked so long ago is soon cut off without an answer, so the next one finds it for himself.
    private static final Duration HUNG = Duration.ofSeconds(25);

    /// Nobody has so many pages open, but somebody may make up as many names to ask about as he likes.
    private static final int COUNT_MAX = 2_000;

    /// Pages of 9,000 GPUs have up to a quarter of a megabyte, and what their map is drawn of has two.
    private static final long BYTES_MAX = 64 << 20;

    private static final long BYTES_OF_ONE_MAX = BYTES_MAX / 4;

    /// Does something that changes what is told.
    interface Changing {
        void run() throws Exception;
    }

    /// Holds an answer, or the place of one that is being found.
    ///
    /// @param number another for each that is found
    /// @param sinceNanos when it was asked for, so that it is no older
    /// @param newNanos how long it is new
    /// @param isRenewed whether somebody finds it anew already
    private record Kept(
            long number, CompletableFuture<Answer> answer, long sinceNanos, long newNanos, boolean isRenewed) {
        boolean isNew(long now) {
            return !answer.isDone() || now - sinceNanos < newNanos;
        }

        boolean isOver(long now) {
            return now - sinceNanos >= (answer.isDone() ? 2 * newNanos : HUNG.toNanos());
        }

        /// Says whether nobody is at work on it.
        boolean isAtRest() {
            return answer.isDone() && !isRenewed;
        }

        Kept renewed() {
            return new Kept(number, answer, sinceNanos, newNanos, true);
        }

        /// Returns how much memory it holds, which is not known before it is found.
        long bytes() {
            return answer.state() == CompletableFuture.State.SUCCESS && answer.resultNow() instanceof Found found
                    ? found.representation().bytes()
                    : 0;
        }
    }

    /// Says what is given, and whether whoever asked for it has to find it, or to have it found anew.
    private record Given(Kept kept, Part part) {}

    private enum Part {
        TAKES,
        FINDS,
        RENEWS
    }

    private final Duration least;
    private final LongSupplier nanos;
    private final Executor renewing;
    /// They stand in the order in which they were put here, the newest last.
    private final Map<Wording, Kept> kept = new LinkedHashMap<>();

    private int changes;
    private long count;

    /// @param least for how long an answer is new that was found at once
    /// @param renewing finds answers anew for which nobody waits
    RecentAnswers(Duration least, LongSupplier nanos, Executor renewing) {
        this.least = least;
        this.nanos = nanos;
        this.renewing = renewing;
    }

    /// Returns what keeps answers for so long at least.
    ///
    /// @param least where it is zero, an answer is given to those only who ask while it is found
    public static RecentAnswers keptFor(Duration least) {
        return new RecentAnswers(least, System::nanoTime, Thread::startVirtualThread);
    }

    static RecentAnswers of(ServerRequest request) {
        return request.context().get(RecentAnswers.class).orElse(NONE);
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        request.context().register(this);
        chain.proceed();
    }

    Answer find(Wording wording, Supplier<Answer> finding) {
        var given = given(wording);
        switch (given.part()) {
            case TAKES -> {}
            case FINDS -> find(wording, given.kept(), finding);
            case RENEWS -> renewing.execute(() -> renew(wording, given.kept(), finding));
        }
        try {
            return given.kept().answer().join();
        } catch (CompletionException e) {
            throw switch (e.getCause()) {
                case RuntimeException why -> why;
                case Error why -> throw why;
                case null, default -> e;
            };
        }
    }

    /// Nothing that was found before a change, or while it was made, is given to anybody once it is made.
    void during(Changing change) throws Exception {
        changes(1);
        try {
            change.run();
        } finally {
            changes(-1);
        }
    }

    private synchronized void changes(int more) {
        changes += more;
        kept.clear();
    }

    private synchronized Given given(Wording wording) {
        var now = nanos.getAsLong();
        var own = new Kept(count++, new CompletableFuture<>(), now, least.toNanos(), false);
        if (changes > 0) {
            return new Given(own, Part.FINDS);
        }
        var known = Optional.ofNullable(kept.get(wording)).filter(one -> !one.isOver(now));
        if (known.isEmpty()) {
            put(wording, own);
            return new Given(own, Part.FINDS);
        }
        if (known.get().isNew(now) || known.get().isRenewed()) {
            return new Given(known.get(), Part.TAKES);
        }
        kept.put(wording, known.get().renewed());
        return new Given(known.get(), Part.RENEWS);
    }

    private void find(Wording wording, Kept own, Supplier<Answer> finding) {
        try {
            var found = finding.get();
            replace(wording, own, found, own.sinceNanos());
            own.answer().complete(found);
        } catch (RuntimeException | Error e) {
            forget(wording, own);
            own.answer().completeExceptionally(e);
        }
    }

    private void renew(Wording wording, Kept old, Supplier<Answer> finding) {
        var since = nanos.getAsLong();
        try {
            replace(wording, old, finding.get(), since);
        } catch (RuntimeException e) {
            LOG.log(DEBUG, () -> wording.path() + " could not be found anew: whoever asks next is told why", e);
            forget(wording, old);
        }
    }

    /// Keeps what was found in the place of what is there, unless something was changed meanwhile.
    private synchronized void replace(Wording wording, Kept old, Answer found, long since) {
        if (forget(wording, old) && found instanceof Found) {
            var newNanos = newNanos(nanos.getAsLong() - since);
            var one = new Kept(count++, CompletableFuture.completedFuture(found), since, newNanos, false);
            if (one.bytes() <= BYTES_OF_ONE_MAX) {
                put(wording, one);
            }
        }
    }

    private long newNanos(long took) {
        return least.isZero() ? 0 : Math.max(least.toNanos(), Math.min(took * TIMES, MOST.toNanos()));
    }

    private synchronized boolean forget(Wording wording, Kept one) {
        var isThere = Optional.ofNullable(kept.get(wording))
                .filter(known -> known.number() == one.number())
                .isPresent();
        return isThere && kept.remove(wording) != null;
    }

    /// The oldest make room, but for those that somebody is at work on.
    private void put(Wording wording, Kept one) {
        var now = one.answer().isDone() ? nanos.getAsLong() : one.sinceNanos();
        kept.values().removeIf(other -> other.isOver(now));
        kept.remove(wording);
        kept.put(wording, one);
        var bytes = kept.values().stream().mapToLong(Kept::bytes).sum();
        var oldest = kept.values().iterator();
        while ((bytes > BYTES_MAX || kept.size() > COUNT_MAX) && oldest.hasNext()) {
            var other = oldest.next();
            if (other.isAtRest()) {
                bytes -= other.bytes();
                oldest.remove();
            }
        }
    }
}
