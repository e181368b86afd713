package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.prometheus.Lack;
import io.gpuledger.analyzer.prometheus.ReadState;
import io.gpuledger.analyzer.prometheus.Way;
import io.gpuledger.analyzer.scrape.FixedTargets;
import io.gpuledger.analyzer.scrape.ScrapeOutcome;
import io.gpuledger.analyzer.scrape.TargetList;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.gate.Golden;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The targets are not in the database, so that all is said of them while it is away.
class TargetsRouteTest {
    private static final Site SITE = Site.away();

    @AfterAll
    static void close() {
        SITE.close();
    }

    private static String page(String path) throws IOException, InterruptedException {
        SITE.targets = FixedTargets.at(FixedBooks.NOW);
        return SITE.page(path);
    }

    @BeforeEach
    void read_no_prometheus() {
        SITE.reading = Optional.empty();
    }

    @Test
    void the_page_is_as_it_was() throws IOException, InterruptedException {
        Golden.file("golden/web/targets.html").matches(page("/targets"));
    }

    @Test
    void those_that_fail_stand_first_with_what_to_do() throws IOException, InterruptedException {
        var page = page("/targets");

        assertThat(page).contains("2 of 4 targets fail; not scraped yet: 1.");
        assertThat(page)
                .containsSubsequence(
                        "Those that fail",
                        "http://n2:9400/metrics",
                        TargetRemedy.of(ScrapeOutcome.NOT_STORED),
                        "http://n3:9400/metrics",
                        "does an exporter listen there?",
                        TargetRemedy.of(ScrapeOutcome.CONNECT),
                        "Not scraped yet",
                        "Those that answer",
                        "http://n1:9400/metrics",
                        "Found and not scraped");
    }

    @Test
    void what_an_exporter_answers_never_becomes_markup() throws IOException, InterruptedException {
        assertThat(page("/targets"))
                .doesNotContain("<b>")
                .doesNotContain("<i>")
                .contains("&lt;b&gt;refused", "&lt;i&gt;nowhere");
    }

    @Test
    void more_than_fit_a_page_are_a_link_away() throws IOException, InterruptedException {
        assertThat(page("/targets?limit=1"))
                .contains("http://n2:9400", "1 more are left out.", "targets?limit=2")
                .doesNotContain("http://n3:9400");
    }

    @Test
    void how_many_others_scrape_is_said_where_targets_are_shared_out() throws IOException, InterruptedException {
        var found = FixedTargets.at(FixedBooks.NOW);
        SITE.targets = new TargetList(found.active(), found.dropped(), 1_234);

        assertThat(SITE.page("/targets")).contains("targets are shared out: 1,234 more.");
        assertThat(SITE.get("/api/v1/targets").body()).contains("\"elsewhere\":1234");

        SITE.targets = new TargetList(List.of(), List.of(), 1_234);
        assertThat(SITE.page("/targets"))
                .contains("None of the targets is scraped by this analyzer.", "targets are shared out: 1,234 more.");
    }

    @Test
    void where_no_target_is_named_it_is_said_how_to_name_one() throws IOException, InterruptedException {
        SITE.targets = new TargetList(List.of(), List.of(), 0);

        assertThat(SITE.get("/targets").body())
                .contains("Nothing is scraped: no target is named.", "--scrape-targets", "/api/v1/write");
    }

    private static ReadState reading(Duration left, Optional<String> trouble) {
        return new ReadState(
                "http://prometheus:9090",
                Optional.of(Way.REMOTE_READ),
                12_345_678,
                250_000,
                left,
                Duration.ofSeconds(250),
                Optional.of(FixedBooks.NOW.minusSeconds(40)),
                trouble,
                Optional.empty(),
                List.of(),
                List.of(new Lack("SM_ACTIVE", "jobs that hang look busy", "add it to the list")));
    }

    @Test
    void how_far_it_is_with_a_prometheus_that_is_read_stands_where_targets_do()
            throws IOException, InterruptedException {
        SITE.targets = new TargetList(List.of(), List.of(), 0);
        SITE.reading = Optional.of(reading(Duration.ofHours(300), Optional.empty()));

        assertThat(page("/targets"))
                .contains(
                        "12.5 days of the past of http://prometheus:9090 are still to be read, which takes about 5 min",
                        "jobs that hang look busy",
                        "12,345,678 samples were read, up to 40 s ago, 250,000 a second")
                .doesNotContain("Nothing is scraped");
    }

    @Test
    void a_prometheus_that_cannot_be_read_is_named_with_the_reason() throws IOException, InterruptedException {
        SITE.reading = Optional.of(reading(Duration.ZERO, Optional.of("it answers 401 <b>")));

        assertThat(page("/targets"))
                .contains("http://prometheus:9090 cannot be read now, which is tried again: it answers 401 &lt;b&gt;.");
    }

    @Test
    void one_that_was_not_asked_yet_is_not_told_to_be_away() throws IOException, InterruptedException {
        SITE.reading = Optional.of(new ReadState(
                "http://prometheus:9090",
                Optional.empty(),
                0,
                0,
                Duration.ZERO,
                Duration.ZERO,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of()));

        assertThat(page("/targets"))
                .contains("http://prometheus:9090 is asked now for what it has.")
                .doesNotContain("cannot be read");
    }

    @Test
    void why_nothing_is_asked_for_and_of_what_time_there_is_nothing_is_named()
            throws IOException, InterruptedException {
        var reading = reading(Duration.ofHours(300), Optional.empty());
        SITE.reading = Optional.of(new ReadState(
                reading.source(),
                reading.way(),
                reading.samples(),
                reading.perSecond(),
                reading.left(),
                reading.toGo(),
                reading.reached(),
                Optional.empty(),
                Optional.of("the database is behind with what was read"),
                List.of(new Span(1_790_000_000_000L, 1_790_003_600_000L)),
                reading.lacks()));

        assertThat(page("/targets"))
                .contains(
                        "Nothing is asked for at this moment, as the database is behind with what was read.",
                        "no samples at all",
                        "2026-09-21T14:13:00Z",
                        "2026-09-21T15:13:00Z");
    }

    @Test
    void one_whose_past_was_read_is_followed() throws IOException, InterruptedException {
        SITE.reading = Optional.of(reading(Duration.ZERO, Optional.empty()));

        assertThat(page("/targets")).contains("All of the past of http://prometheus:9090 was read");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OK")
    void there_is_something_to_do_about_each_way_to_fail(ScrapeOutcome outcome) {
        assertThat(TargetRemedy.of(outcome)).endsWith(".");
    }
}
