package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.WholeHours;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import java.time.Duration;

/// Declares `from` and `to` of questions about what was told, which may begin and end at any instant.
final class Moments {
    private static final Duration MOST = Duration.ofDays(31);
    private static final Reading<Long> READING = Reading.of(Schema.Plain.WRITTEN_TIME, WholeHours::parseAny);

    static final One<Long> FROM = new One<>("from", READING, 0L, "24 hours before `to`", "Where the time begins.");
    static final One<Long> TO = new One<>(
            "to",
            READING,
            0L,
            "24 hours after `from`; without either, now",
            "Where the time ends, up to %d days after `from`.".formatted(MOST.toDays()));

    private Moments() {}

    /// @param usual the time that is meant where nothing is said
    static Span of(Asked asked, Span usual) {
        return Hours.span(asked, FROM, TO, usual, MOST);
    }
}
