package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Reading;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Declares what `/api/v1/now` can be asked, and is what it was asked.
///
/// @param isWanted which entries are asked for
/// @param page from 1
record NowParameters(Predicate<BookedEntry> isWanted, int limit, int page) {
    private static final int PAGE_MAX = 10_000;

    private static final List<Filter<BookedEntry>> FILTERS = List.of(
            new Filter<>(
                    Filter.parameter("cluster"),
                    entry -> Optional.of(entry.entry().unit().cluster())),
            new Filter<>(Filter.parameter("team"), entry -> entry.payer().map(Payer::team)),
            new Filter<>(
                    Filter.parameter("state", States.READING),
                    entry -> Optional.of(entry.entry().account().state().word())),
            new Filter<>(Filter.parameter("node"), BookedEntry::node));

    private static final One<Integer> LIMIT =
            new One<>("limit", Reading.upTo(10_000), 1_000, "1,000", "How many units there may be on a page.");
    private static final One<Integer> PAGE = new One<>("page", Reading.upTo(PAGE_MAX), 1, "Which page of the units.");

    static final List<Parameter> ALL = Stream.<Parameter>concat(
                    FILTERS.stream().map(Filter::parameter), Stream.of(LIMIT, PAGE))
            .toList();

    static NowParameters of(Asked asked) {
        return new NowParameters(Filter.all(FILTERS, asked), asked.get(LIMIT), asked.get(PAGE));
    }

    /// There is none where the units end on this page, and none where it could not be asked for.
    Optional<Integer> nextPage(int count) {
        return (long) page * limit < count && page < PAGE_MAX ? Optional.of(page + 1) : Optional.empty();
    }

    /// Those of all units that are on this page.
    <U> List<U> part(List<U> units) {
        return units.stream().skip((long) (page - 1) * limit).limit(limit).toList();
    }
}
