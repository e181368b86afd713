package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.time.Hour;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Says which of the hours that are open a pass has to book: those about which anything was told since the last one,
/// and those since then, which mostly is the current hour alone. The others stand as the last pass left them.
///
/// What another analyzer was told of earlier hours is not known here, and what is told of an hour may end a quiet
/// run or a silence that began in an earlier one. So all open hours are booked every ten minutes, and whenever some
/// are to be settled.
final class OpenHours {
    private static final long ALL_AGAIN = Duration.ofMinutes(10).toMillis();
    /// The first readings of an hour say how the one before ended.
    private static final long REACH = Duration.ofMinutes(5).toMillis();

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

    /// Returns from when on hours have to be booked in the pass that begins now. It has to be asked before the pass
    /// reads any rows.
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
        return isAll ? Long.MIN_VALUE : Hour.of(since - REACH);
    }

    /// Has the next pass book all of them, as one has not come to its end, or another analyzer may have kept the books
    /// meanwhile.
    void forget() {
        isKnown = false;
    }
}
