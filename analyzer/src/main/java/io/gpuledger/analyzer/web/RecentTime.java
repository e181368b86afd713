package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The parameter `last`, by which a page is about the time that goes on to now, whenever it is loaded.
enum RecentTime {
    HOUR("1h", "hour", Duration.ofHours(1)),
    SIX_HOURS("6h", "6 hours", Duration.ofHours(6)),
    DAY("24h", "24 hours", Duration.ofHours(24)),
    WEEK("7d", "7 days", Duration.ofDays(7)),
    MONTH("30d", "30 days", Duration.ofDays(30)),
    QUARTER("90d", "90 days", Duration.ofDays(90));

    /// These are offered by pages that are about whole hours of the books.
    static final List<RecentTime> OF_BOOKS = List.of(DAY, WEEK, MONTH, QUARTER);
    /// These are offered by pages that are about what was told from scrape to scrape.
    static final List<RecentTime> OF_READINGS = List.of(HOUR, SIX_HOURS, DAY, WEEK);

    private final String word;
    private final String words;
    private final Duration duration;

    RecentTime(String word, String words, Duration duration) {
        this.word = word;
        this.words = words;
        this.duration = duration;
    }

    /// Declares the parameter.
    static One<Optional<RecentTime>> parameter(List<RecentTime> some) {
        return new One<>(
                "last",
                Reading.oneOf("time", some.stream().map(one -> one.word).toList())
                        .then(word -> Stream.of(values())
                                .filter(one -> one.word.equals(word))
                                .findFirst()),
                Optional.empty(),
                "what `from` and `to` say",
                "The time until now.");
    }

    /// Returns its name in addresses.
    String word() {
        return word;
    }

    /// Returns its name on pages.
    String words() {
        return words;
    }

    Span before(Instant now) {
        return new Span(now.minus(duration).toEpochMilli(), now.toEpochMilli());
    }
}
