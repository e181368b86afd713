package io.gpuledger.analyzer.scrape;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.scrape.PageMapper.Read;
import io.gpuledger.analyzer.scrape.TargetState.Health;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets.Dropped;
import io.gpuledger.analyzer.scrape.discovery.FoundTarget;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.scrape.http.Buffers;
import io.gpuledger.analyzer.scrape.http.Client;
import io.gpuledger.analyzer.scrape.http.ClientOptions;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.RawServer;
import io.gpuledger.analyzer.scrape.http.RawServer.Answer;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import io.gpuledger.analyzer.scrape.http.Until;
import io.gpuledger.analyzer.scrape.http.Url;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class ScraperTest {
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final List<Batch> stored = new CopyOnWriteArrayList<>();
    private final AtomicInteger readers = new AtomicInteger();
    private final ArrayList<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (var one : open.reversed()) {
            one.close();
        }
    }

    /// Each page is a row whose node is the page.
    private PageMapper mapper() {
        readers.incrementAndGet();
        return (page, length, contentType, started) -> {
            var text = new String(page, 0, length, ISO_8859_1);
            if (text.equals("bad")) {
                throw new BadPageException("it is bad, and of type " + contentType);
            }
            if (text.equals("defect")) {
                throw new IllegalStateException("oops");
            }
            var unit = Unit.of(new UnitId("", "GPU-1", Optional.empty()), text);
            var row = new Row(unit, started, Values.NONE, List.of(), List.of());
            return new Read(new Batch("test", List.of(row)), 5, 4, 3, 2, Optional.empty());
        };
    }

    private Scraper scraper(Intake intake) throws Exception {
        var options = new ClientOptions("text/plain", false, Credentials.NONE, TlsFiles.NONE);
        var client = new Client(options, new Buffers(8, 100_000));
        var scraper = new Scraper(client, _ -> mapper(), intake, Timekeeper.trusting(() -> NOW), registry).start();
        open.add(client);
        open.add(scraper);
        return scraper;
    }

    private Scraper scraper() throws Exception {
        return scraper(stored::add);
    }

    private RawServer serve(Answer answer) throws Exception {
        var server = new RawServer(answer);
        open.add(server);
        return server;
    }

    private static Answer page(String body) {
        return (_, out) -> RawServer.say(out, RawServer.page(body));
    }

    private static Target target(Url url) {
        return target(url, Map.of(), PATIENCE);
    }

    private static Target target(Url url, Map<String, String> labels, Duration timeout) {
        return new Target("static", url, labels, FoundTarget.of("", labels), OFTEN, timeout);
    }

    private static DiscoveredTargets found(Target... targets) {
        return new DiscoveredTargets(List.of(targets), List.of(), true);
    }

    private double count(String name, String... tags) {
        return registry.get(name).tags(tags).counter().count();
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    private static TargetState only(Scraper scraper) {
        return scraper.targets().active().getFirst();
    }

    @Test
    void of_targets_that_are_shared_out_those_of_others_are_left_alone() throws Exception {
        var server = serve(page("node-1"));
        var targets = IntStream.range(0, 20)
                .mapToObj(number -> target(server.url("/" + number)))
                .toArray(Target[]::new);
        var scraper = scraper();
        scraper.share(new Sharing(1, new TreeSet<>()));
        scraper.aim(found(targets));
        assertThat(scraper.targets().active()).isEmpty();
        assertThat(gauge("gpu.analyzer.targets.elsewhere")).isEqualTo(20);

        var both = new Sharing(1, new TreeSet<>(List.of(1, 2)));
        scraper.share(both);
        assertThat(scraper.targets().active())
                .hasSizeBetween(1, 19)
                .allMatch(state -> both.has(state.target().url().toString()))
                .hasSize(20 - scraper.targets().elsewhere());
        Until.holds(() -> gauge("gpu.analyzer.targets", "state", "up")
                == scraper.targets().active().size());

        scraper.share(new Sharing(1, new TreeSet<>(List.of(1))));
        assertThat(scraper.targets().active()).hasSize(20);
        Until.holds(() -> gauge("gpu.analyzer.targets", "state", "up") == 20);
    }

    @Test
    void what_is_taken_over_from_others_is_scraped_at_once_and_not_an_interval_later() throws Exception {
        var server = serve(page("node-1"));
        var targets = IntStream.range(0, 20)
                .mapToObj(number -> new Target(
                        "static",
                        server.url("/" + number),
                        Map.of(),
                        FoundTarget.of("", Map.of()),
                        Duration.ofDays(1),
                        PATIENCE))
                .toArray(Target[]::new);
        var scraper = scraper();
        scraper.share(new Sharing(1, new TreeSet<>(List.of(1, 2))));
        scraper.aim(found(targets));
        var own = scraper.targets().active().size();
        assertThat(gauge("gpu.analyzer.targets", "state", "unknown"))
                .as("in its slot")
                .isEqualTo(own);

        scraper.share(new Sharing(1, new TreeSet<>(List.of(1))));

        Until.holds(() -> gauge("gpu.analyzer.targets", "state", "up") == 20 - own);
    }

    @Test
    void a_page_is_fetched_read_and_stored_again_and_again() throws Exception {
        var server = serve(page("node-1"));
        var scraper = scraper();
        scraper.aim(found(target(server.url("/metrics"))));

        Until.holds(() -> stored.size() >= 3);

        var row = stored.getFirst().rows().getFirst();
        assertThat(row.unit().node()).isEqualTo("node-1");
        assertThat(row.millis()).isEqualTo(NOW.toEpochMilli());
        var state = only(scraper);
        assertThat(state.health()).isEqualTo(Health.UP);
        assertThat(state.lastScrape()).contains(NOW);
        assertThat(List.of(state.samples(), state.ignored(), state.problems(), (long) state.series(), state.bytes()))
                .containsExactly(5L, 4L, 3L, 2L, 6L);
        assertThat(server.connections()).isEqualTo(1);
        assertThat(server.heads().getFirst()).contains("X-Prometheus-Scrape-Timeout-Seconds: 300.0\n");
        assertThat(readers).hasValue(1);
        assertThat(gauge("gpu.analyzer.target.up", "url", server.url("/metrics").toString()))
                .isEqualTo(1);
        assertThat(gauge("gpu.analyzer.targets", "state", "up")).isEqualTo(1);
        Until.holds(() -> count("gpu.analyzer.scrapes", "result", "ok") >= 3);
        assertThat(count("gpu.analyzer.scrape.bytes")).isGreaterThanOrEqualTo(18);
    }

    @Test
    void what_goes_wrong_is_told_and_counted_and_ends() throws Exception {
        var bad = new AtomicInteger();
        var server = serve((_, out) -> switch (bad.get()) {
            case 0 -> RawServer.say(out, "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n");
            case 1 -> RawServer.say(out, RawServer.page("bad"));
            case 2 -> RawServer.say(out, RawServer.page("defect"));
            default -> RawServer.say(out, RawServer.page("good"));
        });
        var scraper = scraper();
        scraper.aim(found(target(server.url("/metrics"))));
        var words = List.of("answers 503", "it is bad, and of type text/plain; version=0.0.4", "oops");
        var results = List.of("http_status", "bad_page", "defect");
        for (int i = 0; i < words.size(); i++) {
            bad.set(i);
            var word = words.get(i);
            Until.holds(() -> only(scraper).lastError().orElse("").contains(word));
            assertThat(only(scraper).health()).isEqualTo(Health.DOWN);
            var result = results.get(i);
            Until.holds(() -> count("gpu.analyzer.scrapes", "result", result) >= 1);
        }
        bad.set(3);
        Until.holds(() -> only(scraper).health() == Health.UP);
        assertThat(only(scraper).lastError()).isEmpty();
    }

    @Test
    void nobody_listens_and_nobody_answers_are_two_things() throws Exception {
        var silent = serve((request, _) -> request.hang());
        var gone = serve(page(""));
        gone.close();
        var scraper = scraper();
        scraper.aim(found(
                target(silent.url("/"), Map.of(), Duration.ofMillis(50)),
                target(gone.url("/"), Map.of(), Duration.ofMillis(50))));

        Until.holds(() -> count("gpu.analyzer.scrapes", "result", "timeout") >= 1
                && count("gpu.analyzer.scrapes", "result", "connect") >= 1);
        assertThat(gauge("gpu.analyzer.targets", "state", "down")).isEqualTo(2);
    }

    @Test
    void a_page_that_is_not_stored_is_up_and_counted() throws Exception {
        var server = serve(page("node-1"));
        var scraper = scraper(_ -> {
            throw new NotTakenException("the disk is full: make room");
        });
        scraper.aim(found(target(server.url("/"))));

        Until.holds(() -> count("gpu.analyzer.scrapes", "result", "not_stored") >= 2);
        Until.holds(() -> only(scraper).lastError().isPresent());
        assertThat(only(scraper).lastError()).contains("not stored: the disk is full: make room");
        assertThat(only(scraper).health()).isEqualTo(Health.UP);
    }

    @Test
    void a_scrape_that_still_runs_is_not_begun_twice() throws Exception {
        var server = serve((request, _) -> request.hang());
        var scraper = scraper();
        scraper.aim(found(target(server.url("/"))));

        Until.holds(() -> count("gpu.analyzer.scrapes.skipped") >= 2);
        assertThat(server.heads()).hasSize(1);
        assertThat(gauge("gpu.analyzer.scrapes.running")).isEqualTo(1);
    }

    @Test
    void no_buffer_is_held_while_something_is_being_stored() throws Exception {
        var server = serve(page("node-1"));
        var go = new CountDownLatch(1);
        var waiting = new AtomicInteger();
        var scraper = scraper(_ -> {
            waiting.incrementAndGet();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new NotTakenException("it ends", e);
            }
        });
        // There are eight buffers.
        scraper.aim(found(IntStream.range(0, 40)
                .mapToObj(i -> target(server.url("/" + i)))
                .toArray(Target[]::new)));

        Until.holds(() -> waiting.get() == 40);
        go.countDown();
    }

    @Test
    void targets_come_and_go_and_the_others_are_not_touched() throws Exception {
        var server = serve((request, out) -> RawServer.say(
                out, RawServer.page(request.head().lines().findFirst().orElse(""))));
        var scraper = scraper();
        var stays = target(server.url("/stays"));
        var goes = target(server.url("/goes"));
        var comes = target(server.url("/comes"));
        scraper.aim(found(stays, goes));
        Until.holds(() -> gauge("gpu.analyzer.targets", "state", "up") == 2);

        scraper.aim(found(stays, comes));

        assertThat(scraper.targets().active())
                .extracting(TargetState::target, TargetState::health)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(stays, Health.UP),
                        org.assertj.core.groups.Tuple.tuple(comes, Health.UNKNOWN));
        Until.holds(() -> gauge("gpu.analyzer.targets", "state", "up") == 2);
        Until.holds(() -> server.openConnections() == 2);
        assertThat(server.connections()).isEqualTo(3);
        assertThat(readers).hasValue(3);
        assertThat(registry.find("gpu.analyzer.target.up")
                        .tag("url", goes.url().toString())
                        .gauge())
                .isNull();
    }

    @Test
    void a_target_that_goes_has_its_running_scrape_stored() throws Exception {
        var go = new CountDownLatch(1);
        var server = serve((_, out) -> {
            try {
                go.await();
            } catch (InterruptedException _) {
                return false;
            }
            return RawServer.say(out, RawServer.page("node-1"));
        });
        var scraper = scraper();
        scraper.aim(found(target(server.url("/"))));
        Until.holds(() -> server.heads().size() == 1);

        scraper.aim(found());
        go.countDown();

        Until.holds(() -> stored.size() == 1);
        Until.holds(() -> server.openConnections() == 0);
        assertThat(scraper.targets().active()).isEmpty();
    }

    @Test
    void a_target_that_is_described_anew_has_a_new_reader() throws Exception {
        var server = serve(page("node-1"));
        var scraper = scraper();
        scraper.aim(found(target(server.url("/"), Map.of("cluster", "a"), PATIENCE)));
        scraper.aim(found(target(server.url("/"), Map.of("cluster", "b"), PATIENCE)));

        assertThat(readers).hasValue(2);
        assertThat(only(scraper).target().labels()).containsEntry("cluster", "b");
        Until.holds(() -> gauge("gpu.analyzer.target.up") == 1);
    }

    @Test
    void a_clock_that_is_off_is_seen() throws Exception {
        var dates = Map.of(
                "/on", "Sun, 22 Nov 2026 09:59:59 GMT",
                "/late", "Sun, 22 Nov 2026 09:59:00 GMT",
                "/early", "Sun, 22 Nov 2026 10:02:00 GMT");
        var server = serve((request, out) -> RawServer.say(
                out,
                "HTTP/1.1 200 OK\r\nDate: " + dates.get(request.head().split(" ", -1)[1])
                        + "\r\nContent-Length: 1\r\n\r\nx"));
        var scraper = scraper();
        scraper.aim(found(target(server.url("/on")), target(server.url("/late")), target(server.url("/early"))));
        Until.holds(() -> gauge("gpu.analyzer.targets", "state", "up") == 3);

        var states = scraper.targets().active();
        assertThat(states.get(0).skew()).contains(Duration.ZERO);
        assertThat(states.get(1).skew()).contains(Duration.ofSeconds(-59));
        assertThat(states.get(2).skew().orElseThrow()).isBetween(Duration.ofSeconds(100), Duration.ofSeconds(120));
        assertThat(states).extracting(TargetState::isSkewed).containsExactly(false, true, true);
        assertThat(gauge("gpu.analyzer.targets.skewed")).isEqualTo(2);
    }

    @Test
    void duplicates_and_what_is_no_target_are_listed() throws Exception {
        var server = serve(page("node-1"));
        var scraper = scraper();
        var target = target(server.url("/"));
        var again = new Dropped("file", target.found(), Optional.of(target.url()), "twice");
        var none = new Dropped("file", target.found(), Optional.empty(), "no target");
        scraper.aim(new DiscoveredTargets(List.of(target), List.of(again, again, none), true));

        assertThat(only(scraper).duplicates()).isEqualTo(2);
        assertThat(scraper.targets().dropped()).containsExactly(again, again, none);
        assertThat(gauge("gpu.analyzer.targets.duplicate")).isEqualTo(2);
        assertThat(gauge("gpu.analyzer.targets.invalid")).isEqualTo(1);
        Until.holds(() -> only(scraper).health() == Health.UP);
        assertThat(only(scraper).duplicates()).isEqualTo(2);
    }

    @Test
    void two_thousand_targets_are_each_scraped_in_their_slot() throws Exception {
        var server = serve(page("x".repeat(10_000)));
        var scraper = scraper();
        scraper.aim(new DiscoveredTargets(
                IntStream.range(0, 2000)
                        .mapToObj(i -> new Target(
                                "static",
                                server.url("/" + i),
                                Map.of(),
                                FoundTarget.of("", Map.of()),
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(3)))
                        .toList(),
                List.of(),
                true));

        Until.holds(() -> gauge("gpu.analyzer.targets", "state", "up") == 2000);
        assertThat(server.connections()).isEqualTo(2000);
    }
}
