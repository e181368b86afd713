package io.gpuledger.analyzer.access.review;

import io.gpuledger.analyzer.access.Reviewer;
import io.gpuledger.service.auth.Token;
import io.gpuledger.service.auth.TokenHash;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Remembers for a moment what was said of a token, so that the API server is not asked at each request, and asks it
/// a few at a time. What is no token of a service account is not asked about. That it was not said is not remembered.
public final class RecentReviews implements Reviewer {
    /// An answer holds for this long, so that a token which was taken back lets in for that long at most.
    private static final Duration YES = Duration.ofMinutes(1);

    private static final Duration NO = Duration.ofSeconds(10);
    /// Yes and no are held apart, so that no number of guesses drives out what is known.
    private static final int HELD_MAX = 1_000;

    private static final int AT_ONCE_MAX = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /// They are signed, in three parts: https://www.rfc-editor.org/rfc/rfc7519
    private static final Pattern FORM = Pattern.compile("[\\w-]+\\.[\\w-]+\\.[\\w-]+");

    private static final int LENGTH_MAX = 16 * 1024;

    private record Remembered(Review review, Instant until) {}

    private final Reviewer asked;
    private final InstantSource clock;
    private final Semaphore free = new Semaphore(AT_ONCE_MAX, true);
    private final Map<TokenHash, Remembered> yes = new Newest();
    private final Map<TokenHash, Remembered> no = new Newest();

    public RecentReviews(Reviewer asked, InstantSource clock) {
        this.asked = asked;
        this.clock = clock;
    }

    @Override
    public Review of(Token token) {
        if (token.word().length() > LENGTH_MAX || !FORM.matcher(token.word()).matches()) {
            return Review.No.NOBODYS;
        }
        return known(token.hash()).orElseGet(() -> inTurn(token));
    }

    private synchronized Optional<Review> known(TokenHash hash) {
        return Optional.ofNullable(yes.get(hash))
                .or(() -> Optional.ofNullable(no.get(hash)))
                .filter(one -> one.until().isAfter(clock.instant()))
                .map(Remembered::review);
    }

    private Review inTurn(Token token) {
        try {
            if (!free.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                return new Review.Unsaid("too many tokens are asked about at the moment");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Review.Unsaid("it ends");
        }
        try {
            // Somebody else may have asked meanwhile.
            return known(token.hash()).orElseGet(() -> remembered(token.hash(), asked.of(token)));
        } finally {
            free.release();
        }
    }

    private synchronized Review remembered(TokenHash hash, Review review) {
        switch (review) {
            case Review.Is _ -> {
                no.remove(hash);
                yes.put(hash, new Remembered(review, clock.instant().plus(YES)));
            }
            case Review.No.NOBODYS -> {
                yes.remove(hash);
                no.put(hash, new Remembered(review, clock.instant().plus(NO)));
            }
            case Review.Unsaid _ -> {}
        }
        return review;
    }

    private static final class Newest extends LinkedHashMap<TokenHash, Remembered> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TokenHash, Remembered> eldest) {
            return size() > HELD_MAX;
        }
    }
}
