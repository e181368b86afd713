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

    /// So many answers that are good come before a length is tried again that was too much; twice as many each time.
    private static final int PATIENCE = 3;

    private static final int PATIENCE_MAX = 96;

    private long millis = FIRST;
    private long tooMuch;
    private int patience = PATIENCE;
    private int calm;

    long millis() {
        return millis;
    }

    /// An answer came, of so many samples in a window of this length.
    void answered(long asked, int samples) {
        if (samples > MANY) {
            halve(asked);
        } else if (samples < FEW && asked >= millis) {
            calm = Math.max(0, calm - 1);
            if (calm == 0 || 2 * millis < tooMuch) {
                millis = Math.min(MOST, 2 * millis);
            }
        }
    }

    /// The window was too much. Returns whether less can be asked for.
    boolean wasTooMuch(long asked) {
        patience = asked == tooMuch ? Math.min(PATIENCE_MAX, 2 * patience) : PATIENCE;
        tooMuch = asked;
        calm = patience;
        return halve(asked);
    }

    /// The server has much to do, or its answer broke off: it is asked for less the next time, and for more again once
    /// that went well. Returns whether less can be asked for.
    boolean wentWrong(long asked) {
        return halve(asked);
    }

    private boolean halve(long asked) {
        var isLess = millis > LEAST;
        millis = Math.max(LEAST, Math.min(millis, asked) / 2);
        return isLess;
    }
}
