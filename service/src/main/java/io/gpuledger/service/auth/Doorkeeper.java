package io.gpuledger.service.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/// Compares passwords with their hashes: one at a time, so that wrong passwords can take no more than one core, and
/// once, so that a scrape each few seconds costs nothing.
public final class Doorkeeper implements AutoCloseable {
    /// More have no chance within the patience of those who ask.
    private static final int WAITING_MAX = 32;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /// bcrypt is all arithmetic: on the threads that serve, it would hold up everybody else's answers.
    private final ThreadPoolExecutor comparisons = new ThreadPoolExecutor(
            1,
            1,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_MAX),
            task -> Thread.ofPlatform().name("passwords").daemon().unstarted(task));

    private final Verdicts known = new Verdicts();

    public Doorkeeper() {
        comparisons.allowCoreThreadTimeOut(true);
    }

    /// For a user who is not there the hash of another is tried, so that time does not tell who is there.
    public Verdict judge(Map<String, PasswordHash> users, Credentials credentials) throws InterruptedException {
        if (users.isEmpty()) {
            return Verdict.WRONG;
        }
        var user = credentials.user();
        var password = credentials.password().getBytes(UTF_8);
        var hash = users.getOrDefault(user, users.values().iterator().next());
        var isThere = users.containsKey(user);
        var question = known.question(user, isThere ? hash.bytes() : new byte[0], password);
        var verdict = known.find(question);
        if (verdict.isPresent()) {
            return verdict.get();
        }
        return compared(question, () -> hash.isOf(password) && isThere);
    }

    private Verdict compared(Verdicts.Question question, BooleanSupplier comparison) throws InterruptedException {
        try {
            return comparisons
                    .submit(() -> known.findOr(question, comparison))
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException | TimeoutException _) {
            return Verdict.BUSY;
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot compare a password", e);
        }
    }

    @Override
    public void close() {
        comparisons.shutdownNow();
    }
}
