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
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
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
/// than that and an interval, and where whole hours were played, the books are what is true.
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
    /// @param wholeHours whether to go on until the last hour is over, and to hold its books against the truth
    record Plan(int nodes, Duration interval, Duration rest, boolean wholeHours) {}

    private static final int ANALYZERS = 3;
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
    private final StoppableServer server;
    private final List<CutLine> lines;
    private final List<Analyzer> analyzers;
    private final Map<Fault, List<Double>> seconds = new EnumMap<>(Fault.class);

    private SharedTargets(
            Plan plan,
            Random random,
            PlayedFleet fleet,
            StoppableServer server,
            List<CutLine> lines,
            List<Analyzer> analyzers) {
        this.plan = plan;
        this.random = random;
        this.fleet = fleet;
        this.server = server;
        this.lines = lines;
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
        var begun = Instant.now();
        var lines = new ArrayList<CutLine>();
        var analyzers = new ArrayList<Analyzer>();
        try (var fleet = new PlayedFleet(story(plan, seed), begun, InstantSource.system());
                var server = new StoppableServer(folder.resolve("server"))) {
            for (var number = 0; number < ANALYZERS; number++) {
                var line = new CutLine(server.port());
                lines.add(line);
                analyzers.add(new Analyzer(folder.resolve("analyzer-" + number), flags(plan, fleet, server, line)));
            }
            var all = new SharedTargets(plan, new Random(seed), fleet, server, lines, analyzers);
            return all.result(count, begun, new Postgres(folder.resolve("server")), longest);
        } catch (AssertionError e) {
            throw new AssertionError(
                    analyzers.stream()
                            .flatMap(one -> one.complaints().stream())
                            .collect(Collectors.joining(System.lineSeparator())),
                    e);
        } finally {
            for (var analyzer : analyzers) {
                analyzer.close();
            }
            for (var line : lines) {
                line.close();
            }
        }
    }

    private static PlayedFleet.Plan story(Plan plan, long seed) {
        var today = LocalDate.now(ZoneOffset.UTC);
        return new PlayedFleet.Plan(plan.nodes(), seed, 1, today, Exporter.GPU_EXPORTER, 0, (int)
                plan.interval().toSeconds());
    }

    private static List<String> flags(Plan plan, PlayedFleet fleet, StoppableServer server, CutLine line) {
        var pages = "http://127.0.0.1:" + fleet.port();
        return List.of(
                "--share-targets=fleet",
                "--scrape-http-sd=" + pages + "/targets," + pages + "/kube-state-metrics/targets",
                "--scrape-interval=" + plan.interval().toSeconds() + "s",
                "--booking-interval=5s",
                "--database-url=" + server.urlBy(line.port()),
                "--database-user=" + server.user(),
                "--database-password-file=" + server.passwordFile());
    }

    private int targets() {
        return plan.nodes() + 1;
    }

    private Result result(int count, Instant begun, Postgres postgres, Duration budget)
            throws IOException, InterruptedException {
        analyzers.getFirst().start();
        if (plan.wholeHours()) {
            fleet.tellHistory(analyzers.getFirst().at("/api/v1/write").toString(), begun);
        }
        analyzers.stream().skip(1).forEach(Analyzer::start);
        awaitShared(analyzers);
        var shared = Instant.now();
        for (var fault : faults(count)) {
            Thread.sleep(random.nextLong(plan.rest().toMillis()));
            var took = commit(fault);
            seconds.computeIfAbsent(fault, _ -> new ArrayList<>()).add(took);
            System.out.printf(Locale.ROOT, "%s: all targets are scraped again after %.1f s%n", fault, took);
        }
        var ended = Instant.now();
        Thread.sleep(plan.interval().multipliedBy(2));
        var truth = plan.wholeHours() ? heldAgainstTruth(begun, ended) : new Result(true, "");
        for (var analyzer : analyzers) {
            Patience.until("all is in the database", () -> analyzer.spoolRows() == 0);
        }
        return result(truth, longestGap(postgres, shared), budget);
    }

    private Result result(Result truth, double longestGap, Duration budget) {
        var longest = seconds.entrySet().stream()
                .filter(one -> one.getKey().takesOneAway())
                .flatMap(one -> one.getValue().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        var gapMax = budget.plus(plan.interval().multipliedBy(2)).toSeconds();
        return new Result(
                truth.good() && longest <= budget.toSeconds() && longestGap <= gapMax,
                String.format(
                        Locale.ROOT,
                        "%s%nthe longest %.1f s; between two readings of a GPU at most %.1f s, at one each %d s%n%s",
                        seconds.entrySet().stream()
                                .map(SharedTargets::text)
                                .collect(Collectors.joining(System.lineSeparator())),
                        longest,
                        longestGap,
                        plan.interval().toSeconds(),
                        truth.text()));
    }

    private static String text(Map.Entry<Fault, List<Double>> one) {
        var sorted = one.getValue().stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%s: %d, all are scraped again after %.1f s in the middle, %.1f s at most",
                one.getKey(),
                sorted.size(),
                sorted.get(sorted.size() / 2),
                sorted.getLast());
    }

    private List<Fault> faults(int count) {
        var faults = new ArrayList<Fault>();
        while (faults.size() < count) {
            faults.add(Fault.values()[faults.size() % Fault.values().length]);
        }
        Collections.shuffle(faults, random);
        return faults;
    }

    /// Returns after how many seconds those who are left scraped all targets.
    private double commit(Fault fault) throws IOException, InterruptedException {
        var one = analyzers.get(random.nextInt(ANALYZERS));
        var others = analyzers.stream().filter(other -> other != one).toList();
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
                var line = lines.get(analyzers.indexOf(one));
                line.cut();
                var seconds = awaitShared(others);
                Thread.sleep(random.nextLong(plan.rest().toMillis()));
                line.mend();
                yield seconds;
            }
            case RESTART -> {
                server.stop();
                Thread.sleep(random.nextLong(plan.rest().toMillis()));
                server.startAgain();
                yield awaitShared(analyzers);
            }
        };
        awaitShared(analyzers);
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

    /// Holds the hours in which anything was scraped against what is true of them, once the last of them is over.
    private Result heldAgainstTruth(Instant begun, Instant ended) throws IOException, InterruptedException {
        var from = begun.truncatedTo(ChronoUnit.HOURS);
        var to = ended.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
        Thread.sleep(Duration.between(Instant.now(), to.plus(AFTER_AN_HOUR)));
        var window = "&from=%s&to=%s".formatted(from, to);
        var ours = sums(get(analyzers.getFirst().at("/api/v1/ledger?by=state" + window))
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
