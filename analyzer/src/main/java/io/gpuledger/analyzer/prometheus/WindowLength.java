package io.gpuledger.analyzer.prometheus;

import java.time.Duration;

/// How much time is asked for at once. It grows while answers are small, and halves when one was too much for the
/// server or for us, so that neither needs to be told how large the fleet is.
final class WindowLength {
    private static final long LEAST = Duration.ofSeconds(15).toMillis();
    private static final long FIRST = Duration.ofMinutes(10).toMillis();
    private static final long MOST = Duration.ofHours(12).toMillis();
    private static final int FEW = 400_000;
    private static final int MANY = 1_600_000;

    private long millis = FIRST;
    /// After it was too much, it grows slowly again, so that a server is not asked for too much each second time.
    private int calm;

    long millis() {
        return millis;
    }

    /// An answer came, of so many samples in a window of this length.
    void answered(long asked, int samples) {
        if (samples > MANY) {
            millis = Math.max(LEAST, Math.min(millis, asked / 2));
        } else if (samples < FEW && asked >= millis) {
            if (calm > 0) {
                calm--;
            } else {
                millis = Math.min(MOST, 2 * millis);
            }
        }
    }

    /// The window was too much. Returns whether less can be asked for.
    boolean wasTooMuch(long asked) {
        calm = 20;
        var isLess = millis > LEAST;
        millis = Math.max(LEAST, Math.min(millis, asked) / 2);
        return isLess;
    }
}
