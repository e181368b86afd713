package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.page.Address;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The time that a page about the books is asked for, by `from` and `to` or by `last`.
///
/// @param window whole hours, nothing where nothing was said
/// @param last the time until now that was asked for
record BookTime(Optional<Span> window, Optional<RecentTime> last) {
    static final One<Optional<RecentTime>> LAST = RecentTime.parameter(RecentTime.OF_BOOKS);
    static final List<Parameter> ALL = List.of(Hours.FROM, Hours.TO, LAST);

    static BookTime of(Asked asked, Instant now) {
        var last = asked.get(LAST);
        var given = Hours.of(asked, now);
        var isGiven = asked.isGiven(Hours.FROM) || asked.isGiven(Hours.TO);
        if (isGiven && last.isPresent()) {
            asked.problem(LAST, "must not be given beside from or to");
        }
        return new BookTime(isGiven ? Optional.of(given) : last.map(one -> hours(one.before(now))), last);
    }

    /// The hour that is not over is the last.
    private static Span hours(Span until) {
        return new Span(
                Math.ceilDiv(until.from(), Hour.MILLIS) * Hour.MILLIS,
                Math.ceilDiv(until.to(), Hour.MILLIS) * Hour.MILLIS);
    }

    /// Returns the time that was asked for, else the last seven days with what there is of today.
    Span orRecent(Instant now) {
        return window.orElseGet(() -> hours(RecentTime.WEEK.before(now)));
    }

    /// Returns an address that says the same time.
    Address in(Address address) {
        return last.map(word -> address.with(LAST.name(), word.word()))
                .or(() -> window.map(hours ->
                        address.with(Hours.FROM.name(), time(hours.from())).with(Hours.TO.name(), time(hours.to()))))
                .orElse(address);
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    /// Returns what people choose another time with.
    ///
    /// @param kept what else stands in the address
    TimeForm form(String path, Span shown, Map<String, String> kept) {
        var chosen = window.isEmpty() ? Optional.of(RecentTime.WEEK) : last;
        return new TimeForm(path, shown, RecentTime.OF_BOOKS, chosen, kept);
    }
}
