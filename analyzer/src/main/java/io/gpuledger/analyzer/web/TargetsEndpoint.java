package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.prometheus.ReadState;
import io.gpuledger.analyzer.scrape.TargetList;
import io.gpuledger.analyzer.scrape.TargetState;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets.Dropped;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import io.gpuledger.analyzer.web.api.Unknown;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Declares `/api/v1/targets`. The answer is that of Prometheus, with some fields more.
final class TargetsEndpoint {
    static final String PATH = "/api/v1/targets";

    private static final Type<Map<String, String>> LABELS = Type.map("label", Type.TEXT);
    private static final Type<Duration> SECONDS = Type.NUMBER.from(time -> time.toMillis() / 1000.0);
    private static final Type<Duration> DURATION = Type.TEXT.from(TargetsEndpoint::duration);

    private static final List<String> HEALTH = List.of(TargetState.Health.values()).stream()
            .map(TargetsEndpoint::word)
            .toList();

    private static final Shape<TargetState> ACTIVE = Shape.of(
            "target",
            Field.of("discoveredLabels", LABELS, state -> state.target().found().labels(), "As they were found."),
            Field.of("labels", LABELS, state -> state.target().labels(), "As they are stored."),
            Field.of("scrapePool", Type.TEXT, state -> state.target().pool(), "By which setting it was found."),
            Field.of("scrapeUrl", Type.TEXT, TargetsEndpoint::url, "What is asked for its page."),
            Field.of("globalUrl", Type.TEXT, TargetsEndpoint::url, "The same."),
            Field.of(
                    "lastError",
                    Type.TEXT,
                    state -> state.lastError().orElse(""),
                    "Why there is no page, or why it was not stored; empty where all is well."),
            Field.of(
                    "lastScrape",
                    Type.TIME,
                    state -> state.lastScrape().orElse(Instant.EPOCH),
                    "When it was last scraped; 1970 where it was not yet."),
            Field.of("lastScrapeDuration", SECONDS, TargetState::lastDuration, "How many seconds that took."),
            Field.of("health", Type.oneOf(HEALTH), state -> word(state.health()), "Whether its page was to be had."),
            Field.of("scrapeInterval", DURATION, state -> state.target().interval(), "How often it is scraped."),
            Field.of("scrapeTimeout", DURATION, state -> state.target().timeout(), "How long that may take."),
            Field.of("samples", Type.WHOLE_NUMBER, TargetState::samples, "How many samples its page had."),
            Field.of(
                    "ignoredSamples",
                    Type.WHOLE_NUMBER,
                    TargetState::ignored,
                    "How many of these say nothing that is stored."),
            Field.of("problems", Type.WHOLE_NUMBER, TargetState::problems, "How many lines could not be read."),
            Field.of(
                    "firstProblem",
                    Type.TEXT,
                    state -> state.firstProblem().orElse(""),
                    "The first of these, with its place; empty where there is none."),
            Field.of("bytes", Type.WHOLE_NUMBER, TargetState::bytes, "How long its page was."),
            Field.of("duplicates", Type.WHOLE_NUMBER, TargetState::duplicates, "How often it was found besides."),
            Field.orLeftOut(
                    "clockSkewSeconds",
                    SECONDS,
                    TargetState::skew,
                    "How far its clock is ahead of ours, where it says its time."),
            Field.orLeftOut(
                    "clockSkewed",
                    Type.YES_OR_NO,
                    state -> state.skew().map(_ -> state.isSkewed()),
                    "Whether that is too far."));

    private static final Shape<Dropped> DROPPED = Shape.of(
            "dropped target",
            Field.of("discoveredLabels", LABELS, target -> target.found().labels(), "As they were found."),
            Field.of("scrapePool", Type.TEXT, Dropped::pool, "By which setting it was found."),
            Field.of("reason", Type.TEXT, Dropped::reason, "Why it is not scraped."));

    private static final Shape<TargetList> SHAPE = Shape.of(
            "data",
            Field.of("activeTargets", Type.list(Type.object(ACTIVE)), TargetList::active, "What is scraped."),
            Field.of(
                    "droppedTargets",
                    Type.list(Type.object(DROPPED)),
                    TargetList::dropped,
                    "What was found and is not scraped."),
            Field.of(
                    "elsewhere",
                    Type.WHOLE_NUMBER,
                    TargetList::elsewhere,
                    "How many more were found that another analyzer scrapes, with which they are shared out."));

    private TargetsEndpoint() {}

    /// Who asks Prometheus for its targets may say `state` or `scrapePool`, so those are passed over and not refused. A
    /// fleet has thousands of targets, so the answer is not kept whole.
    static Endpoint<?, ?> of(Supplier<TargetList> targets) {
        return new Endpoint<>(
                PATH,
                "what is scraped, and how it goes",
                Question.none(Unknown.IGNORED),
                Document.streamed(SHAPE),
                _ -> new Answered<>(targets.get()));
    }

    /// @param reading how far it is with the Prometheus that is read, if one is
    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> page(
            Supplier<TargetList> targets,
            Supplier<Optional<ReadState>> reading,
            List<Link> links,
            InstantSource clock) {
        return new Endpoint<>(
                TargetsPage.PATH,
                "what is scraped, how that goes, and what to do where it fails, for people",
                Question.of(List.of(TargetsPage.SHOWN), asked -> asked.get(TargetsPage.SHOWN)),
                new Html<TargetsPage>((page, viewer) ->
                        Frame.of(TargetsPage.PATH, links, viewer).around(page.node())),
                shown -> new Answered<>(new TargetsPage(targets.get(), reading.get(), shown, clock.instant())));
    }

    private static String url(TargetState state) {
        return state.target().url().toString();
    }

    private static String word(TargetState.Health health) {
        return health.name().toLowerCase(Locale.ROOT);
    }

    /// Prometheus writes and reads durations so.
    private static String duration(Duration time) {
        var millis = time.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
