package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Filling;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// How far the books are with the time that somebody asks about. An hour that is not in the books yet has no entries
/// that could say that they may change; nor do the sums of an hour whose entries were replaced a moment ago. All of it
/// is one statement, as whoever asks for a week's sums would wait for several as long as for these.
///
/// @param waiting which settled hours wait to be booked again
/// @param until when the last hour ends that the books have come to the end of, in milliseconds since 1970
/// @param unsummed when those hours begin whose entries are not summed up yet
/// @param filling what is coming in of the past
/// @param summed the days and quarters of days within that time that are summed up
record BooksState(
        UnbookedHours waiting, long until, List<Long> unsummed, Optional<Filling> filling, List<Span> summed) {
    private static final String SQL = """
        select waits.*, booked.until, unsummed.hours, filling.*, summed.*
        from (
            select count(*), coalesce((extract(epoch from min(since)) * 1000)::bigint, 0),
                coalesce((extract(epoch from max(until)) * 1000)::bigint, 0)
            from gpu_ledger.unbooked
        ) waits
        cross join (
            select coalesce((extract(epoch from max(until)) * 1000)::bigint, 0) as until from gpu_ledger.booked
        ) booked
        cross join (
            select array_agg((extract(epoch from hour) * 1000)::bigint) as hours
            from gpu_ledger.unsummed
            where hour >= to_timestamp(? / 1000.0) and hour < to_timestamp(? / 1000.0)
        ) unsummed
        cross join (
            select count(*), coalesce((extract(epoch from min(since)) * 1000)::bigint, 0),
                coalesce((extract(epoch from max(told)) * 1000)::bigint, 0)
            from gpu_ledger.filling
            where since < to_timestamp(? / 1000.0)
        ) filling
        cross join (
            select array_agg((extract(epoch from hour) * 1000)::bigint order by hour, hours),
                array_agg(hours::bigint * 3600000 order by hour, hours)
            from gpu_ledger.summed_span
            where hour >= to_timestamp(? / 1000.0) and hour < to_timestamp(? / 1000.0)
        ) summed
        """;

    static BooksState of(ReadSession reading, Span window) throws DatabaseException {
        return new Query<>(reading.session())
                .number(window.from())
                .number(window.to())
                .number(window.to())
                .number(window.from())
                .number(window.to())
                .one(SQL, BooksState::of);
    }

    private static BooksState of(ResultRow row) throws DatabaseException {
        return new BooksState(
                UnbookedHours.of(row.longNumber(1), new Span(row.longNumber(2), row.longNumber(3))),
                row.longNumber(4),
                row.longNumbers(5),
                Optional.of(new Filling(row.longNumber(6), row.longNumber(7), row.longNumber(8)))
                        .filter(filling -> filling.gpus() > 0),
                spans(row.longNumbers(9), row.longNumbers(10)));
    }

    private static List<Span> spans(List<Long> begins, List<Long> millis) {
        return IntStream.range(0, begins.size())
                .mapToObj(at -> new Span(begins.get(at), begins.get(at) + millis.get(at)))
                .toList();
    }

    /// Returns where the sums are found that answer a question. Longer sums do not know their hours, so that hours are
    /// read where it asks by the hour, and where some of them wait or may still be open and others do not.
    SummedTime sums(LedgerQuestion question) {
        var isByHour = question.by().contains(Dimension.HOUR);
        return SummedTime.of(
                question.window(),
                summed.stream()
                        .filter(span -> !isByHour && span.to() <= until && !waiting.cuts(span))
                        .toList());
    }

    /// Whether the books have come to the end of all hours of that time.
    boolean cover(Span window) {
        return window.to() <= until && unsummed.stream().noneMatch(window::contains);
    }
}
