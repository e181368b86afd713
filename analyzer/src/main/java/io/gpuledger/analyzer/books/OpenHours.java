package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.ledger.Reach;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Says which of the hours that are open a pass has to book: those about which anything was told since the last one,
/// and those since then, which mostly is the current hour alone. The others stand as the last pass left them.
///
/// Which rows another analyzer was told of earlier times is not known here, and now and then what is told changes what
/// was long before it. So all open hours are booked each half hour, and whenever some are to be settled.
final class OpenHours {
    private static final long ALL_AGAIN = Duration.ofMinutes(30).toMillis();
    /// What is told of an instant may change what was for so long before it, such as how an hour ended.
    private static final long REACH = Reach.AFTER_RUN.toMillis();

    /// The oldest instant of which anything was told since the last pass.
    private final AtomicLong told = new AtomicLong(Long.MAX_VALUE);

    private long passedAt;
    private long allAt;
    private long settled;
    private boolean isKnown;

    /// Notes what has been written.
    void written(List<Row> rows, List<Statement> statements) {
        rows.forEach(row -> told.accumulateAndGet(row.millis(), Math::min));
        statements.forEach(statement -> told.accumulateAndGet(statement.millis(), Math::min));
    }

    /// Notes that something is another from an instant on than it was known to be.
    void changed(long millis) {
        told.accumulateAndGet(Math.max(0, millis), Math::min);
    }

    /// Returns from when on something may be new to the pass that begins now: the least number where that may be so of
    /// all open hours. It has to be asked before the pass reads any rows.
    ///
    /// @param settledBefore until when hours are settled
    /// @param settling until when they will be after this pass
    long begin(long now, long settledBefore, long settling) {
        var since = Math.min(told.getAndSet(Long.MAX_VALUE), Math.min(passedAt, now));
        passedAt = now;
        var isAll = !isKnown
                || now < allAt
                || now >= allAt + ALL_AGAIN
                || settledBefore != settled
                || settling != settledBefore;
        if (isAll) {
            allAt = now;
            isKnown = true;
        }
        settled = settling;
        return isAll ? Long.MIN_VALUE : since - REACH;
    }

    /// Has the next pass book all of them, as one has not come to its end, or another analyzer may have kept the books
    /// meanwhile.
    void forget() {
        isKnown = false;
    }
}
