package io.gpuledger.analyzer.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.gate.FreePort;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

/// The packaged analyzer that was told of a simulated fleet's past days by remote write, and scrapes it since. Both
/// programs end with this.
///
/// @param site of the analyzer
/// @param pages where those of the fleet's exporters are
/// @param folder of the analyzer's files
public record PlayedWeek(URI site, Child analyzer, Child simulator, String pages, Path folder)
        implements AutoCloseable {
    /// What books are kept from, and what the page of a GPU draws.
    private static final String METRICS = "up|kube_.*|gpu_(info|holder_info|(sm_active|busy|observed|tensor_active)"
            + "_seconds_total|memory_(used|total)_bytes|power_watts|energy_joules_total|temperature_celsius)";

    private static final Duration PATIENCE = Duration.ofHours(2);
    private static final Duration PATIENCE_FOR_PRESENT = Duration.ofMinutes(5);
    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofSeconds(3);
    /// As many as there are in two intervals of books.
    private static final int LOOKS = 10;
    private static final String SERVING = "serving (http://127\\.0\\.0\\.1:\\d+)";
    private static final String SIMULATOR = "../simulator/target/dist/bin/gpu-simulator";
    private static final String PRICES = "h100 2.49 USD gpu-hour\nh200 3.29 USD gpu-hour\na100 1.59 USD gpu-hour\n";

    /// Returns when all of the past is in the books. A folder that has them from a run of the same day or of the day
    /// before is not filled again.
    public static PlayedWeek start(int nodes, int days, Duration step, Path folder)
            throws IOException, InterruptedException {
        var told = folder.resolve("told");
        var fleet =
                List.of("--nodes=" + nodes, "--seed=1", "--days=" + days, "--today=" + today(told), "--days-ahead=2");
        var simulator = Child.start(command(
                List.of(SIMULATOR, "serve", "--listen=127.0.0.1:" + FreePort.find(), "--web-max-connections=4096"),
                fleet));
        try {
            var pages = simulator.program().await(SERVING);
            var analyzer = analyzer(pages, folder, List.of());
            try {
                var site = URI.create(analyzer.program().await(SERVING));
                if (!Files.exists(told)) {
                    tell(site, fleet, step);
                    awaitBooks(site);
                    Files.createFile(told);
                }
                var week = new PlayedWeek(site, analyzer, simulator, pages, folder);
                week.awaitPresent();
                return week;
            } catch (AssertionError | IOException | InterruptedException e) {
                analyzer.close();
                throw e;
            }
        } catch (AssertionError | IOException | InterruptedException e) {
            simulator.close();
            throw e;
        }
    }

    /// Returns the first day that was not of the past when it was told.
    private static LocalDate today(Path told) throws IOException {
        var now = LocalDate.now(ZoneOffset.UTC);
        if (!Files.exists(told)) {
            return now;
        }
        var day = LocalDate.ofInstant(Files.getLastModifiedTime(told).toInstant(), ZoneOffset.UTC);
        if (day.isBefore(now.minusDays(1))) {
            throw new IOException(
                    "%s was filled on %s, and its fleet has ended: remove it".formatted(told.getParent(), day));
        }
        return day;
    }

    /// Starts the analyzer anew on what it has, and returns when it knows the present.
    ///
    /// @param flags what it is told besides
    public PlayedWeek again(List<String> flags) throws IOException, InterruptedException {
        analyzer.close();
        var other = analyzer(pages, folder, flags);
        try {
            var again = new PlayedWeek(URI.create(other.program().await(SERVING)), other, simulator, pages, folder);
            again.awaitPresent();
            return again;
        } catch (AssertionError | IOException | InterruptedException e) {
            other.close();
            throw e;
        }
    }

    /// Returns when nothing that came late waits to be booked, as it does after a start.
    public void awaitCalm() throws IOException, InterruptedException {
        var end = Instant.now().plus(PATIENCE);
        var same = 0;
        while (same < LOOKS) {
            if (Instant.now().isAfter(end)) {
                throw new IOException("something that came late waits to be booked since " + PATIENCE);
            }
            Thread.sleep(LOOK);
            same = isWritten(site) ? same + 1 : 0;
        }
    }

    private void awaitPresent() throws IOException, InterruptedException {
        var end = Instant.now().plus(PATIENCE_FOR_PRESENT);
        while (!isPresentKnown()) {
            if (Instant.now().isAfter(end)) {
                throw new IOException("the analyzer did not learn the present within " + PATIENCE_FOR_PRESENT + ": "
                        + analyzer.program().output());
            }
            Thread.sleep(LOOK);
        }
    }

    /// An analyzer that wants to know who asks says so whether it knows the present or not, and is not waited for.
    private boolean isPresentKnown() throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request =
                    HttpRequest.newBuilder(site.resolve("/api/v1/now?limit=1")).build();
            var status = client.send(request, BodyHandlers.discarding()).statusCode();
            return status == 200 || status == 401;
        }
    }

    private static Child analyzer(String pages, Path folder, List<String> flags) throws IOException {
        var prices = Files.writeString(folder.resolve("prices"), PRICES);
        var usual = List.of(
                "target/dist/bin/gpu-analyzer",
                "serve",
                "--listen=127.0.0.1:0",
                "--data-dir=" + folder.resolve("data").toAbsolutePath(),
                "--retention-raw=15d",
                "--prices-file=" + prices.toAbsolutePath(),
                "--scrape-http-sd=%1$s/targets,%1$s/kube-state-metrics/targets".formatted(pages),
                "--scrape-interval=" + INTERVAL.toSeconds() + "s");
        return Child.start(command(usual, flags), folder);
    }

    private static List<String> command(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static void tell(URI site, List<String> fleet, Duration step) throws IOException, InterruptedException {
        var command = List.of(
                SIMULATOR,
                "history",
                "--to=" + site.resolve("/api/v1/write"),
                "--step=" + step.toSeconds() + "s",
                "--metrics=" + METRICS,
                "--until=" + Instant.now().truncatedTo(ChronoUnit.SECONDS));
        try (var history = Child.start(command(command, fleet))) {
            var code = history.program().exitCode(PATIENCE);
            if (code != 0) {
                throw new IOException(
                        "the past was not sent: " + history.program().output());
            }
        }
    }

    /// What is told is written and booked while other things come in: the books are whole when they have become no
    /// fuller for a while.
    private static void awaitBooks(URI site) throws IOException, InterruptedException {
        var before = BigDecimal.ZERO;
        var same = 0;
        while (same < LOOKS) {
            Thread.sleep(LOOK);
            var booked = booked(site);
            var isCalm = booked.signum() > 0 && booked.compareTo(before) == 0 && isWritten(site);
            same = isCalm ? same + 1 : 0;
            before = booked;
        }
    }

    private static boolean isWritten(URI site) throws IOException, InterruptedException {
        var counters = Counters.of(site.resolve("/metrics"));
        return counters.sum("gpu_analyzer_spool_oldest_age_seconds") < INTERVAL.toSeconds()
                && counters.sum("gpu_analyzer_books_waiting_gpus") == 0;
    }

    /// Returns how many GPU-seconds of past days the books have.
    private static BigDecimal booked(URI site) throws IOException, InterruptedException {
        var today = LocalDate.now(ZoneOffset.UTC);
        var path = "/api/v1/ledger?by=cluster&from=%s&to=%s".formatted(today.minusDays(14), today);
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(HttpRequest.newBuilder(site.resolve(path)).build(), BodyHandlers.ofString());
            var sum = BigDecimal.ZERO;
            for (var row :
                    new ObjectMapper().readTree(answer.body()).path("data").path("rows")) {
                sum = sum.add(row.path("gpu_seconds").decimalValue());
            }
            return sum;
        }
    }

    @Override
    public void close() {
        analyzer.close();
        simulator.close();
    }
}
