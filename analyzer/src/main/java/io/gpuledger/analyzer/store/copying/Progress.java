package io.gpuledger.analyzer.store.copying;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Says how far a copy is: how many rows are there, how many each second, and how long the others will take.
final class Progress {
    /// Within a part, somebody who watches hears of it after this time.
    private static final long SILENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private final Consumer<String> out;
    private final LongSupplier nanoTime;
    private final long began;
    private final long expected;
    private final long before;
    private long copied;
    private long lastWord;

    /// @param expected about how many rows there are in all
    /// @param before how many of them an earlier run has copied, which say nothing of how fast this one is
    Progress(Consumer<String> out, LongSupplier nanoTime, long expected, long before) {
        this.out = out;
        this.nanoTime = nanoTime;
        this.expected = expected;
        this.before = before;
        this.began = nanoTime.getAsLong();
        this.lastWord = began;
    }

    void isAt(Part part, long rows) {
        if (nanoTime.getAsLong() - lastWord >= SILENCE_NANOS) {
            say(part, rows, copied + rows);
        }
    }

    void isDone(Part part, long rows) {
        copied += rows;
        if (rows > 0) {
            say(part, rows, copied);
        }
    }

    private void say(Part part, long rows, long now) {
        lastWord = nanoTime.getAsLong();
        out.accept(String.format(
                Locale.ROOT,
                "%s: %,d rows; %,d%s in all, %,d a second%s",
                part.name(),
                rows,
                before + now,
                expected > before + now ? String.format(Locale.ROOT, " of about %,d", expected) : "",
                (long) perSecond(now),
                left(now)));
    }

    private double perSecond(long rows) {
        return rows / Math.max(1e-3, seconds());
    }

    private String left(long now) {
        var left = expected - before - now;
        return left <= 0
                ? ""
                : ", some " + words(Duration.ofSeconds((long) Math.ceil(left / perSecond(now)))) + " left";
    }

    private static String words(Duration time) {
        return time.toMinutes() < 2
                ? time.toSeconds() + " s"
                : time.toHours() < 2 ? time.toMinutes() + " min" : time.toHours() + " h";
    }

    long copied() {
        return copied;
    }

    double seconds() {
        return (nanoTime.getAsLong() - began) / 1e9;
    }
}
