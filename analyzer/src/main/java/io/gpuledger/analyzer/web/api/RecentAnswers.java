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
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Keeps the answers of the last seconds. What many people ask at the same time is found once for all of them, so that
/// a page on a screen in every office costs no more than one on a desk.
///
/// How long an answer is new goes by how long it took to find ([Age]). That includes the time of waiting in line, so
/// that the more is asked, the less often each is found. Whoever asks after that is given what there is, while it is
/// found anew for those who ask next; nobody is given what is over. Only what was found is kept: a refusal is given to
/// those who wait for it, and the next one asks anew.
///
/// A dear answer is found anew by itself for half an hour after somebody asked for it last, so that whoever comes back
/// to a page does not wait for it.
///
/// As a filter it says to each request that the answers are here.
public final class RecentAnswers implements Filter {
    private static final System.Logger LOG = System.getLogger(RecentAnswers.class.getName());
    private static final RecentAnswers NONE = keptFor(Duration.ZERO);

    private static final long REMEMBERED = Duration.ofMinutes(30).toNanos();
    /// More than these are not found anew by themselves, which costs a hundredth of the time of a core each.
    private static final int DEAR_MAX = 16;

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

    /// Does something when so many nanoseconds have passed.
    interface Later {
        void run(long nanos, Runnable task);
    }

    /// Holds an answer, or the place of one that is being found.
    ///
    /// @param number another for each that is found
    /// @param asked when somebody asked for it last
    /// @param isRenewed whether somebody finds it anew already
    private record Kept(long number, CompletableFuture<Answer> answer, Age age, long asked, boolean isRenewed) {
        boolean isNew(long now) {
            return !answer.isDone() || age.isNew(now);
        }

        boolean isOver(long now) {
            return answer.isDone() ? age.isOver(now) : now - age.since() >= HUNG.toNanos();
        }

        /// Says whether nobody is at work on it.
        boolean isAtRest() {
            return answer.isDone() && !isRenewed;
        }

        Kept renewed() {
            return new Kept(number, answer, age, asked, true);
        }

        Kept askedFor(long now) {
            return new Kept(number, answer, age, now, isRenewed);
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
    private final Later later;
    /// They stand in the order in which they were put here, the newest last.
    private final Map<Wording, Kept> kept = new LinkedHashMap<>();

    private int changes;
    private long count;

    /// @param least for how long an answer is new that was found at once
    /// @param renewing finds answers anew for which nobody waits
    RecentAnswers(Duration least, LongSupplier nanos, Executor renewing, Later later) {
        this.least = least;
        this.nanos = nanos;
        this.renewing = renewing;
        this.later = later;
    }

    /// Returns what keeps answers for so long at least.
    ///
    /// @param least where it is zero, an answer is given to those only who ask while it is found
    public static RecentAnswers keptFor(Duration least) {
        return new RecentAnswers(least, System::nanoTime, Thread::startVirtualThread, RecentAnswers::later);
    }

    private static void later(long nanos, Runnable task) {
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Thread::startVirtualThread)
                .execute(task);
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
        var own = new Kept(count++, new CompletableFuture<>(), Age.unknown(now, least), now, false);
        if (changes > 0) {
            return new Given(own, Part.FINDS);
        }
        var known = Optional.ofNullable(kept.get(wording)).filter(one -> !one.isOver(now));
        if (known.isEmpty()) {
            put(wording, own);
            return new Given(own, Part.FINDS);
        }
        var one = known.get().askedFor(now);
        var isTaken = one.isNew(now) || one.isRenewed();
        kept.put(wording, isTaken ? one : one.renewed());
        return new Given(one, isTaken ? Part.TAKES : Part.RENEWS);
    }

    private void find(Wording wording, Kept own, Supplier<Answer> finding) {
        try {
            var found = finding.get();
            replace(wording, own, found, own.age().since(), finding);
            own.answer().complete(found);
        } catch (RuntimeException | Error e) {
            forget(wording, own);
            own.answer().completeExceptionally(e);
        }
    }

    private void renew(Wording wording, Kept old, Supplier<Answer> finding) {
        var since = nanos.getAsLong();
        try {
            replace(wording, old, finding.get(), since, finding);
        } catch (RuntimeException e) {
            LOG.log(DEBUG, () -> wording.path() + " could not be found anew: whoever asks next is told why", e);
            forget(wording, old);
        }
    }

    /// Keeps what was found in the place of what is there, unless something was changed meanwhile.
    private synchronized void replace(Wording wording, Kept old, Answer found, long since, Supplier<Answer> finding) {
        var asked = Optional.ofNullable(kept.get(wording)).map(Kept::asked).orElse(old.asked());
        if (forget(wording, old) && found instanceof Found) {
            var age = Age.of(since, nanos.getAsLong() - since, least);
            var one = new Kept(count++, CompletableFuture.completedFuture(found), age, asked, false);
            if (one.bytes() <= BYTES_OF_ONE_MAX) {
                put(wording, one);
                if (age.isDear()) {
                    later.run(age.rests(), () -> renewDear(wording, one.number(), finding));
                }
            }
        }
    }

    /// Finds a dear answer anew for which nobody waits, as long as it is remembered that somebody asked.
    private void renewDear(Wording wording, long number, Supplier<Answer> finding) {
        remembered(wording, number).ifPresent(one -> renew(wording, one, finding));
    }

    private synchronized Optional<Kept> remembered(Wording wording, long number) {
        var now = nanos.getAsLong();
        var one = Optional.ofNullable(kept.get(wording))
                .filter(known -> known.number() == number && known.isAtRest())
                .filter(known -> now - known.asked() < REMEMBERED && isOfTheLast(known, now));
        one.ifPresent(known -> kept.put(wording, known.renewed()));
        return one;
    }

    private boolean isOfTheLast(Kept one, long now) {
        return kept.values().stream()
                        .filter(other -> other.age().isDear() && now - other.asked() < now - one.asked())
                        .count()
                < DEAR_MAX;
    }

    private synchronized boolean forget(Wording wording, Kept one) {
        var isThere = Optional.ofNullable(kept.get(wording))
                .filter(known -> known.number() == one.number())
                .isPresent();
        return isThere && kept.remove(wording) != null;
    }

    /// The oldest make room, but for those that somebody is at work on.
    private void put(Wording wording, Kept one) {
        var now = nanos.getAsLong();
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
