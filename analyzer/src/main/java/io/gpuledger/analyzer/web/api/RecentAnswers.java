package io.gpuledger.analyzer.web.api;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Answers of the last seconds. What many people ask at the same time is found once for all of them, so that a page on
/// a screen in every office costs no more than one on a desk:
///
///     kept for = 10 times as long as it took to find, at least 5 s and at most a minute
///
/// so that no question takes more than a tenth of a processor, however many ask it, and what is found fast is as new as
/// the last scrape. Only what was found is kept: a refusal is given to those who wait for it, and the next one asks
/// anew.
public final class RecentAnswers {
    /// GPUs are scraped and booked less often than this.
    private static final Duration LEAST = Duration.ofSeconds(5);

    private static final Duration MOST = Duration.ofMinutes(1);
    private static final int TIMES = 10;

    /// A page of a large fleet has half a megabyte.
    private static final long BYTES_MAX = 32 << 20;

    /// @param sinceNanos when it was asked for, so that it is no older
    private record Kept(CompletableFuture<Answer> answer, long sinceNanos, long forNanos) {
        boolean isOver(long now) {
            return answer.isDone() && now - sinceNanos >= forNanos;
        }

        /// Returns how much memory it holds, which is not known before it is found.
        long bytes() {
            return answer.state() == CompletableFuture.State.SUCCESS && answer.resultNow() instanceof Answer.Found found
                    ? found.representation().bytes()
                    : 0;
        }
    }

    private final Duration least;
    private final LongSupplier nanos;
    /// Those that were asked for first stand first.
    private final Map<Wording, Kept> kept = new LinkedHashMap<>();

    private int changes;

    /// @param least for how long an answer is kept that was found at once
    RecentAnswers(Duration least, LongSupplier nanos) {
        this.least = least;
        this.nanos = nanos;
    }

    public static RecentAnswers usual() {
        return new RecentAnswers(LEAST, System::nanoTime);
    }

    /// Returns what keeps no answer once it is found.
    public static RecentAnswers none() {
        return new RecentAnswers(Duration.ZERO, System::nanoTime);
    }

    Answer of(Wording wording, Supplier<Answer> finding) {
        var own = new CompletableFuture<Answer>();
        var shared = shared(wording, own);
        if (shared == own) {
            find(wording, own, finding);
        }
        try {
            return shared.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException why ? why : e;
        }
    }

    /// Nothing that was found before a change, or while it was made, is given to anybody once it is made.
    public void during(Runnable change) {
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

    /// Returns the answer that somebody else has asked for, or else one's own, which is to be found then.
    private synchronized CompletableFuture<Answer> shared(Wording wording, CompletableFuture<Answer> own) {
        var now = nanos.getAsLong();
        kept.values().removeIf(one -> one.isOver(now));
        if (changes > 0) {
            return own;
        }
        return kept.computeIfAbsent(wording, _ -> new Kept(own, now, least.toNanos())).answer();
    }

    private void find(Wording wording, CompletableFuture<Answer> own, Supplier<Answer> finding) {
        try {
            var found = finding.get();
            if (found instanceof Answer.Found) {
                keep(wording, own);
            } else {
                forget(wording, own);
            }
            own.complete(found);
            makeRoom();
        } catch (RuntimeException | Error e) {
            forget(wording, own);
            own.completeExceptionally(e);
        }
    }

    /// It is known now how long it took to find.
    private synchronized void keep(Wording wording, CompletableFuture<Answer> own) {
        kept.computeIfPresent(wording, (_, one) -> one.answer() == own ? lasting(one) : one);
    }

    private Kept lasting(Kept found) {
        if (least.isZero()) {
            return found;
        }
        var nanosMost = Math.max(MOST.toNanos(), found.forNanos());
        var took = nanos.getAsLong() - found.sinceNanos();
        return new Kept(found.answer(), found.sinceNanos(), Math.clamp(took * TIMES, found.forNanos(), nanosMost));
    }

    private synchronized void forget(Wording wording, CompletableFuture<Answer> own) {
        kept.computeIfPresent(wording, (_, one) -> one.answer() == own ? null : one);
    }

    private synchronized void makeRoom() {
        var bytes = kept.values().stream().mapToLong(Kept::bytes).sum();
        var oldest = kept.values().iterator();
        while (bytes > BYTES_MAX && oldest.hasNext()) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
    }
}
