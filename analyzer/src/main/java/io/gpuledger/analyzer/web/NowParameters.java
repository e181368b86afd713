package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Declares what `/api/v1/now` can be asked, and is what it was asked.
///
/// @param isWanted which entries are asked for
record NowParameters(Predicate<BookedEntry> isWanted, Page page) {
    private static final List<Filter<BookedEntry>> FILTERS = List.of(
            new Filter<>(
                    Filter.parameter("cluster"),
                    entry -> Optional.of(entry.entry().unit().cluster())),
            new Filter<>(Filter.parameter("team"), entry -> entry.payer().map(Payer::team)),
            new Filter<>(
                    Filter.parameter("state", States.READING),
                    entry -> Optional.of(entry.entry().account().state().word())),
            new Filter<>(Filter.parameter("node"), BookedEntry::node));

    private static final Paging PAGING = Paging.of(10_000, 1_000, "units");

    static final List<Parameter> ALL = Stream.<Parameter>concat(
                    FILTERS.stream().map(Filter::parameter), PAGING.parameters().stream())
            .toList();

    static NowParameters of(Asked asked) {
        return new NowParameters(Filter.all(FILTERS, asked), PAGING.of(asked, Map.of()));
    }
}
