package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.analyzer.store.embedded.TestPostgres;
import io.gpuledger.simulator.page.Exporter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A day of a fleet that comes the way that samples come, its first hours by remote write and its last by scrapes,
/// through the spool and PostgreSQL into the books: what these answer, held against what is true.
///
/// `-Dtruth.days=7` plays a week, which has the same bounds.
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 1_800, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LedgerTruthIT {
    private static final int INTERVAL = 30;
    private static final LocalDate TODAY = LocalDate.parse("2026-11-21");
    private static final int DAYS = Integer.getInteger("truth.days", 1);
    private static final Duration REMOTE_WRITTEN = Duration.ofDays(DAYS).minusHours(15);
    private static final int BUSY = 503;
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private record Window(Instant from, Instant to) {}

    /// Seconds of GPUs.
    private record Sums(TreeMap<String, TreeMap<String, Double>> byTeam) {
        static Sums of(JsonNode rows) {
            var sums = new Sums(new TreeMap<>());
            rows.forEach(row -> sums.byTeam
                    .computeIfAbsent(row.path("team").asText(""), _ -> new TreeMap<>())
                    .merge(
                            state(row.path("state").asText()),
                            row.path("gpu_seconds").asDouble(),
                            Double::sum));
            return sums;
        }

        /// What is free in truth may be of no use to anybody, and stand in the books as stranded.
        private static String state(String word) {
            return word.equals("stranded") ? "free" : word;
        }

        Map<String, Double> of(String team) {
            return byTeam.getOrDefault(team, new TreeMap<>());
        }

        double all(String team) {
            return of(team).values().stream().mapToDouble(seconds -> seconds).sum();
        }

        double all() {
            return byTeam.keySet().stream().mapToDouble(this::all).sum();
        }
    }

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "6, GPU_EXPORTER, 3, sm_active, 0.001",
        "3, DCGM_EXPORTER, 0, engine_active, 0.02",
    })
    void no_state_of_a_team_is_off_by_more_than_its_part_of_the_team_s_time(
            int nodes, Exporter exporter, int oneScrapeFailsOf, String basis, double most) throws Exception {
        var plan = new PlayedFleet.Plan(nodes, 1, DAYS, TODAY, exporter, oneScrapeFailsOf, INTERVAL);
        // What is known at the edges of a story is less than what is true there.
        var begin = plan.begin().plus(Duration.ofHours(1));
        var told = new Window(begin, begin.plus(Duration.ofDays(DAYS)));
        var scraped = plan.begin().plus(REMOTE_WRITTEN);
        var clock = new HandClock(scraped);
        try (var database = TestPostgres.freshDatabase();
                var fleet = new PlayedFleet(plan, scraped, clock);
                var analyzer = new SteppedAnalyzer(clock, folder, flags(database, fleet))) {
            fleet.tellHistory(analyzer.address() + "/api/v1/write", scraped);
            assertThat(analyzer.scrapes().targets()).isEqualTo(nodes + 1);
            scrape(analyzer, clock, new Window(scraped, told.to().plus(Duration.ofHours(3))));

            var ours = settled(analyzer, clock, told);
            var query = "/truth?by=team,state&basis=%s&from=%s&to=%s".formatted(basis, told.from(), told.to());
            var truth = Sums.of(get("http://127.0.0.1:" + fleet.port() + query).path("rows"));

            System.out.printf("%s, one of %d scrapes fails:%n", exporter, oneScrapeFailsOf);
            assertThat(worst(ours, truth)).isLessThanOrEqualTo(most);
            assertThat(Math.round(1000 * ours.all())).isEqualTo(1000 * Math.round(truth.all()));
        }
    }

    private String[] flags(TestPostgres.Database database, PlayedFleet fleet) throws IOException {
        var password = Files.writeString(folder.resolve("password"), database.password());
        var pages = "http://127.0.0.1:" + fleet.port();
        return new String[] {
            "--database-url=" + database.url(),
            "--database-user=" + database.user(),
            "--database-password-file=" + password,
            "--scrape-http-sd=" + pages + "/targets," + pages + "/kube-state-metrics/targets",
            "--retention-raw=30d",
            "--booking-interval=2s",
        };
    }

    private static void scrape(SteppedAnalyzer analyzer, HandClock clock, Window window)
            throws InterruptedException, ExecutionException {
        var well = 0L;
        for (var at = window.from(); at.isBefore(window.to()); at = at.plusSeconds(INTERVAL)) {
            clock.set(at);
            well += analyzer.scrapes().scrapeAll();
        }
        assertThat(well).isPositive();
    }

    /// Once nothing of it is expected to change. What comes in after an hour of this hurried clock is taken for the
    /// past, of which no more comes when nothing has for another hour.
    private Sums settled(SteppedAnalyzer analyzer, HandClock clock, Window told) throws Exception {
        var query = "/api/v1/ledger?by=team,state&from=%s&to=%s".formatted(told.from(), told.to());
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            var data = get(analyzer.address() + query).path("data");
            if (data.path("total").path("settled").asBoolean()) {
                return Sums.of(data.path("rows"));
            }
            assertThat(System.nanoTime()).as(data::toString).isLessThan(deadline);
            Thread.sleep(200);
            clock.set(clock.instant().plusSeconds(INTERVAL));
        }
    }

    /// Asked again where all are busy.
    private JsonNode get(String url) throws IOException, InterruptedException {
        var answer = client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
        while (answer.statusCode() == BUSY) {
            answer = client.send(answer.request(), BodyHandlers.ofString());
        }
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json.readTree(answer.body());
    }

    private static double worst(Sums ours, Sums truth) {
        var worst = new HashMap<String, Double>();
        for (var team : truth.byTeam().keySet()) {
            var states = new TreeSet<>(truth.of(team).keySet());
            states.addAll(ours.of(team).keySet());
            var text = new StringBuilder();
            for (var state : states) {
                var difference =
                        ours.of(team).getOrDefault(state, 0.0) - truth.of(team).getOrDefault(state, 0.0);
                worst.merge(team, Math.abs(difference) / truth.all(team), Math::max);
                text.append(" %s %+.0f s".formatted(state, difference));
            }
            System.out.printf(
                    "%-9s %6.0f GPU-hours, off by at most %.4f %%:%s%n",
                    team, truth.all(team) / 3600, 100 * worst.getOrDefault(team, 0.0), text);
        }
        worst.remove("");
        return worst.values().stream().mapToDouble(part -> part).max().orElse(1);
    }
}
