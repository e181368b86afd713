package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.prometheus.Lack;
import io.gpuledger.analyzer.prometheus.ReadState;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/// Says how far it is with a Prometheus that is read, and what is wrong where it is not.
record PrometheusSection(ReadState reading, Instant now) {
    private static final double SECONDS_OF_DAY = 86_400;
    private static final long MINUTE_MILLIS = 60_000;

    Node node() {
        return Node.of(
                Sections.heading("The Prometheus that is read"),
                Element.of("p", course()),
                reading.rest()
                        .<Node>map(why -> Element.of("p", "Nothing is asked for at this moment, as %s.".formatted(why)))
                        .orElse(Node.NONE),
                Element.of("p", samples()),
                gaps(),
                lacks());
    }

    private Node gaps() {
        if (reading.gaps().isEmpty()) {
            return Node.NONE;
        }
        var columns = List.of(
                Column.<Span>words("From", gap -> Node.text(minute(gap.from()))),
                Column.<Span>words("To", gap -> Node.text(minute(gap.to()))),
                Column.<Span>words("Minutes", gap -> Node.text(String.valueOf(gap.millis() / MINUTE_MILLIS))));
        return new Grid<>(
                        "stack",
                        "In these times it has no samples at all, so that what GPUs did stands as unobserved.",
                        columns,
                        reading.gaps(),
                        List.of())
                .node();
    }

    private static String minute(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.MINUTES).toString();
    }

    private Node lacks() {
        if (reading.lacks().isEmpty()) {
            return Node.NONE;
        }
        var columns = List.of(
                Column.<Lack>words("It lacks", lack -> Node.text(lack.what())),
                Column.<Lack>words("What that costs", lack -> Node.text(lack.cost())),
                Column.<Lack>words("How to get it", lack -> Node.text(lack.remedy())));
        return new Grid<>(
                        "wide stack",
                        "Where it lacks something, reports say less, or say it less well.",
                        columns,
                        reading.lacks(),
                        List.of())
                .node();
    }

    private String course() {
        if (reading.trouble().isPresent()) {
            return "%s cannot be read now, which is tried again: %s."
                    .formatted(reading.source(), reading.trouble().orElseThrow());
        }
        if (reading.isToBegin()) {
            return "%s is asked now for what it has.".formatted(reading.source());
        }
        if (!reading.isFilled()) {
            return String.format(
                    Locale.ROOT,
                    "%.1f days of the past of %s are still to be read, which takes about %d min. The newest week that"
                            + " is over comes first, then what is new, then the weeks before.",
                    reading.left().toSeconds() / SECONDS_OF_DAY,
                    reading.source(),
                    reading.toGo().plusSeconds(59).toMinutes());
        }
        return "All of the past of %s was read, and what is new is read each half minute.".formatted(reading.source());
    }

    private String samples() {
        var age = reading.reached()
                .map(reached -> ", up to %d s ago"
                        .formatted(Duration.between(reached, now).toSeconds()))
                .orElse("");
        var rate = reading.isFilled() || reading.perSecond() == 0
                ? ""
                : String.format(Locale.ROOT, ", %,.0f a second", reading.perSecond());
        return "Since the start of this analyzer, %,d samples were read%s%s.".formatted(reading.samples(), age, rate);
    }
}
