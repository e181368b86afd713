package io.gpuledger.analyzer.durability;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.analyzer.PlayedFleet;
import io.gpuledger.analyzer.benchmark.Counters;
import io.gpuledger.gate.Machine;
import io.gpuledger.simulator.page.Exporter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Three analyzers on one database share out the targets of a fleet that is played as the clock goes. One of them is
/// killed, ended, stands still or is cut off from the database, or the database is started anew. Each time the others
/// have to scrape all targets within half a minute; and in the end nothing is missing between two readings for longer
/// than that and two intervals, and where whole hours were played, the books are what is true.
public final class SharedTargets {
    private enum Fault {
        KILL,
        /// It is asked to end, as for an upgrade.
        END,
        PAUSE,
        /// It does not reach the database, and scrapes on.
        CUT,
        /// All of them lose the database for some seconds, and nobody takes another for dead.
        RESTART;

        boolean takesOneAway() {
            return this != RESTART;
        }
    }

    /// @param interval from scrape to scrape
    /// @param rest between two faults, at most
    /// @param wholeHours whether the faults begin with an hour and the books of all hours in which any was are held
    ///     against the truth
    record Plan(int nodes, Duration interval, Duration rest, boolean wholeHours) {}

    private static final Duration BUDGET = Duration.ofSeconds(30);
    /// Until what an hour has in its last seconds is read, written and booked.
    private static final Duration AFTER_AN_HOUR = Duration.ofMinutes(3);

    private static final double OFF_MAX = 0.001;
    private static final String GAPS = """
        select coalesce(max(extract(epoch from gap)), 0)::text
        from (
            select ts - lag(ts) over (partition by unit_id order by ts) as gap, ts
            from gpu_ledger.sample
            where ts >= ?::timestamptz - interval '5 minutes'
        ) s
        where ts >= ?::timestamptz
        """;

    private final Plan plan;
    private final Random random;
    private final PlayedFleet fleet;
    private final SeveralAnalyzers analyzers;
    private final FaultTimes<Fault> times = new FaultTimes<>(Fault.class);

    private SharedTargets(Plan plan, Random random, PlayedFleet fleet, SeveralAnalyzers analyzers) {
        this.plan = plan;
        this.random = random;
        this.fleet = fleet;
        this.analyzers = analyzers;
    }

    /// Exits with 1 where it took too long, or the books are off.
    ///
    /// @param args how many faults, and the seed; 60 and any, if it is not said
    public static void main(String[] args) throws IOException, InterruptedException {
        var asked = Asked.by(args, 60);
        System.out.println(Machine.here().text());
        var plan = new Plan(16, Duration.ofSeconds(15), Duration.ofSeconds(20), true);
        var result = InFolder.work(folder -> run(folder, asked.count(), asked.seed(), plan, BUDGET));
        System.out.print(result.text());
        System.exit(result.good() ? 0 : 1);
    }

    /// @param longest how long it may take until the others scrape all targets
    static Result run(Path folder, int count, long seed, Plan plan, Duration longest)
            throws IOException, InterruptedException {
        System.out.printf("faults of three analyzers that share targets: %d, seed %d, %s%n", count, seed, plan);
        try (var fleet = new PlayedFleet(story(plan, seed), Instant.now(), InstantSource.system());
                var analyzers = new SeveralAnalyzers(folder, flags(plan, fleet))) {
            return new SharedTargets(plan, new Random(seed), fleet, analyzers).result(count, longest);
        }
    }

    private static PlayedFleet.Plan story(Plan plan, long seed) {
        // It may begin on one day and end on the next.
        var today = LocalDate.ofInstant(Instant.now().plus(Duration.ofHours(3)), ZoneOffset.UTC);
        return new PlayedFleet.Plan(plan.nodes(), seed, 1, today, Exporter.GPU_EXPORTER, 0, (int)
                plan.interval().toSeconds());
    }

    private static List<String> flags(Plan plan, PlayedFleet fleet) {
        var pages = "http://127.0.0.1:" + fleet.port();
        return List.of(
                "--share-targets=fleet",
                "--scrape-http-sd=" + pages + "/targets," + pages + "/kube-state-metrics/targets",
                "--scrape-interval=" + plan.interval().toSeconds() + "s",
                "--booking-interval=5s");
    }

    private int targets() {
        return plan.nodes() + 1;
    }

    private Result result(int count, Duration budget) throws IOException, InterruptedException {
        try {
            return attempt(count, budget);
        } catch (AssertionError e) {
            throw new AssertionError(analyzers.complaints().collect(Collectors.joining(System.lineSeparator())), e);
        }
    }

    private Result attempt(int count, Duration budget) throws IOException, InterruptedException {
        analyzers.all().forEach(Analyzer::start);
        awaitShared(analyzers.all());
        var shared = Instant.now();
        var hour = nextHour(shared);
        if (plan.wholeHours()) {
            System.out.println("the faults begin with the next hour, at " + hour);
            Thread.sleep(Duration.between(shared, hour));
        }
        for (var fault : FaultTimes.drawn(Fault.values(), count, random)) {
            Thread.sleep(random.nextLong(plan.rest().toMillis()));
            var took = commit(fault);
            times.add(fault, took);
            System.out.printf(Locale.ROOT, "%s: all targets are scraped again after %.1f s%n", fault, took);
        }
        var ended = Instant.now();
        Thread.sleep(plan.interval().multipliedBy(2));
        var truth = plan.wholeHours() ? heldAgainstTruth(hour, ended) : new Result(true, "");
        for (var analyzer : analyzers.all()) {
            Patience.until("all is in the database", () -> analyzer.spoolRows() == 0);
        }
        return result(truth, longestGap(analyzers.postgres(), shared), budget);
    }

    private Result result(Result truth, double longestGap, Duration budget) {
        var longest = times.longest(Fault::takesOneAway);
        var gapMax = budget.plus(plan.interval().multipliedBy(2)).toSeconds();
        return new Result(
                truth.good() && longest <= budget.toSeconds() && longestGap <= gapMax,
                String.format(
                        Locale.ROOT,
                        "%s%nthe longest %.1f s; between two readings of a GPU at most %.1f s, at one each %d s%n%s",
                        times.text("all are scraped again"),
                        longest,
                        longestGap,
                        plan.interval().toSeconds(),
                        truth.text()));
    }

    /// Returns after how many seconds those who are left scraped all targets.
    private double commit(Fault fault) throws IOException, InterruptedException {
        var all = analyzers.all();
        var one = all.get(random.nextInt(all.size()));
        var others = analyzers.besides(one);
        var took = switch (fault) {
            case KILL -> {
                one.kill();
                var seconds = awaitShared(others);
                one.start();
                yield seconds;
            }
            case END -> {
                one.end();
                var seconds = awaitShared(others);
                one.start();
                yield seconds;
            }
            case PAUSE -> {
                one.pause();
                var seconds = awaitShared(others);
                Thread.sleep(random.nextLong(plan.rest().toMillis()));
                one.resume();
                yield seconds;
            }
            case CUT -> {
                var line = analyzers.lineOf(one);
                line.cut();
                var seconds = awaitShared(others);
                Thread.sleep(random.nextLong(plan.rest().toMillis()));
                line.mend();
                yield seconds;
            }
            case RESTART -> {
                analyzers.server().stop();
                Thread.sleep(random.nextLong(plan.rest().toMillis()));
                analyzers.server().startAgain();
                yield awaitShared(all);
            }
        };
        awaitShared(all);
        return took;
    }

    /// Returns after how many seconds each target is scraped by one of these, and all of them know of all targets.
    private double awaitShared(List<Analyzer> some) throws InterruptedException {
        var begun = System.nanoTime();
        Patience.until("targets are shared out", () -> {
            var all = 0.0;
            for (var analyzer : some) {
                var counters = Counters.of(analyzer.at("/metrics"));
                var its = counters.sum("gpu_analyzer_targets");
                if (its + counters.sum("gpu_analyzer_targets_elsewhere") != targets()) {
                    return false;
                }
                all += its;
            }
            return all == targets();
        });
        return (System.nanoTime() - begun) / 1e9;
    }

    private static double longestGap(Postgres postgres, Instant from) throws IOException {
        try (var connection = postgres.connect();
                var statement = connection.prepareStatement(GAPS)) {
            statement.setString(1, from.toString());
            statement.setString(2, from.toString());
            try (var results = statement.executeQuery()) {
                results.next();
                return Double.parseDouble(results.getString(1));
            }
        } catch (SQLException | IndexOutOfBoundsException e) {
            throw new IOException(e);
        }
    }

    private static Instant nextHour(Instant instant) {
        return instant.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
    }

    /// Holds the hours of the faults against what is true of them, once the last of them is over.
    private Result heldAgainstTruth(Instant from, Instant ended) throws IOException, InterruptedException {
        var to = nextHour(ended);
        Thread.sleep(Duration.between(Instant.now(), to.plus(AFTER_AN_HOUR)));
        var window = "&from=%s&to=%s".formatted(from, to);
        var ours = sums(get(analyzers.all().getFirst().at("/api/v1/ledger?by=state" + window))
                .path("data")
                .path("rows"));
        var truth = sums(
                get(URI.create("http://127.0.0.1:%d/truth?by=state&basis=sm_active%s".formatted(fleet.port(), window)))
                        .path("rows"));
        var all = truth.values().stream().mapToDouble(Double::doubleValue).sum();
        var states = new TreeSet<>(truth.keySet());
        states.addAll(ours.keySet());
        var text = new StringBuilder("of %.0f GPU-seconds from %s to %s the books are off by".formatted(all, from, to));
        var worst = 0.0;
        for (var state : states) {
            var off = ours.getOrDefault(state, 0.0) - truth.getOrDefault(state, 0.0);
            worst = Math.max(worst, Math.abs(off) / all);
            text.append(String.format(Locale.ROOT, ", %s %+.0f", state, off));
        }
        text.append(String.format(Locale.ROOT, "; at most %.4f %%%n", 100 * worst));
        return new Result(all > 0 && worst <= OFF_MAX, text.toString());
    }

    private static JsonNode get(URI address) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("%s answers %d: %s".formatted(address, answer.statusCode(), answer.body()));
            }
            return new ObjectMapper().readTree(answer.body());
        }
    }

    /// What is free in truth may be of no use to anybody, and stand in the books as stranded.
    private static Map<String, Double> sums(JsonNode rows) {
        var sums = new TreeMap<String, Double>();
        for (var row : rows) {
            var state = row.path("state").asText();
            sums.merge(
                    state.equals("stranded") ? "free" : state,
                    row.path("gpu_seconds").asDouble(),
                    Double::sum);
        }
        return sums;
    }
}
