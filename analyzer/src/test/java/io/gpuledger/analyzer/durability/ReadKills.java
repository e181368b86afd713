package io.gpuledger.analyzer.durability;

import io.gpuledger.analyzer.benchmark.Counters;
import io.gpuledger.gate.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/// Kills the analyzer, its PostgreSQL and a real Prometheus while the past of a fleet is read from that Prometheus, of
/// which one of three answers is none: too much, too slow, half of it, twice, or not as it was sent. In the end, the
/// books have to be those of an analyzer to which the same samples were written, row by row.
public final class ReadKills {
    private enum Victim {
        ANALYZER,
        PROMETHEUS,
        POSTGRES
    }

    /// The analyzer has the most to lose.
    private static final List<Victim> BY_TURNS =
            List.of(Victim.ANALYZER, Victim.PROMETHEUS, Victim.ANALYZER, Victim.POSTGRES, Victim.ANALYZER);

    private static final long CALM_MILLIS = 4_000;
    private static final double RECENT_SECONDS = 120;
    private static final int DIFFERENCES_SHOWN = 40;

    private final Random random;
    private final KeptPast kept;
    private final Analyzer analyzer;
    private final Postgres postgres;
    private final Map<Victim, Integer> kills = new EnumMap<>(Victim.class);

    private ReadKills(Random random, KeptPast kept, Analyzer analyzer, Postgres postgres) {
        this.random = random;
        this.kept = kept;
        this.analyzer = analyzer;
        this.postgres = postgres;
    }

    /// Exits with 1 if the books differ.
    ///
    /// @param args how often to kill, 25 times if it is not said; the seed; and nodes, days, seconds of a step
    public static void main(String[] args) throws IOException, InterruptedException {
        var asked = Asked.by(args, 25);
        System.out.println(Machine.here().text());
        var plan = args.length > 4
                ? new SentPast.Plan(
                        Integer.parseInt(args[2]),
                        Integer.parseInt(args[3]),
                        Duration.ofSeconds(Integer.parseInt(args[4])),
                        asked.seed())
                : new SentPast.Plan(6, 9, Duration.ofSeconds(30), asked.seed());
        var result = InFolder.work(folder -> run(folder, asked.count(), asked.seed(), plan));
        System.out.print(result.text());
        System.exit(result.good() ? 0 : 1);
    }

    static Result run(Path folder, int count, long seed, SentPast.Plan plan) throws IOException, InterruptedException {
        System.out.printf("kills while a Prometheus is read: %d, seed %d, %s%n", count, seed, plan);
        var past = SentPast.of(plan);
        var written = written(folder.resolve("written"), past);
        try (var kept = KeptPast.of(folder.resolve("prometheus"), past)) {
            var began = System.nanoTime();
            var read = read(folder.resolve("read"), past, kept, plan, new Random(seed), count);
            var seconds = (System.nanoTime() - began) / 1e9;
            var differences = read.booked().differences(written);
            return new Result(
                    read.good() && !written.entries().isEmpty() && differences.isEmpty(),
                    String.format(
                            Locale.ROOT,
                            """
                            seed %d, %s
                            %s; all was read and booked after %.0f s
                            settled entries %,d, sums %,d, of what was written %,d and %,d; that differ: %d%s
                            """,
                            seed,
                            plan,
                            read.text(),
                            seconds,
                            read.booked().entries().size(),
                            read.booked().sums().size(),
                            written.entries().size(),
                            written.sums().size(),
                            differences.size(),
                            differences.isEmpty()
                                    ? ""
                                    : differences.stream()
                                            .limit(DIFFERENCES_SHOWN)
                                            .collect(Collectors.joining("\n  ", "\n  ", "\n"))));
        }
    }

    /// The books that were kept of what was read, and whether they are consistent.
    private record Attempt(boolean good, Booked booked, String text) {}

    private static Booked written(Path folder, SentPast past) throws IOException, InterruptedException {
        try (var analyzer = new Analyzer(folder, List.of("--booking-interval=1s", "--retention-raw=90d"));
                var retelling = new Retelling(past, analyzer.at("/api/v1/write"))) {
            analyzer.start();
            retelling.goOnToTheEnd();
            Patience.until("all is acknowledged", retelling::isDone);
            var postgres = new Postgres(folder.resolve("postgres"));
            awaitBooks(analyzer, postgres);
            return booked(past, postgres);
        }
    }

    private static Attempt read(Path folder, SentPast past, KeptPast kept, SentPast.Plan plan, Random random, int count)
            throws IOException, InterruptedException {
        try (var proxy = new FaultyProxy(kept.url(), new Random(random.nextLong()));
                var analyzer = new Analyzer(folder, flags(proxy, plan))) {
            analyzer.start();
            var postgres = new Postgres(folder.resolve("postgres"));
            var kills = new ReadKills(random, kept, analyzer, postgres);
            kills.all(count);
            Patience.until("all is read", () -> isRead(analyzer));
            awaitBooks(analyzer, postgres);
            var off = Booked.off(postgres);
            return new Attempt(
                    off.isEmpty(), booked(past, postgres), "kills %s, %s".formatted(kills.kills, proxy.text()));
        }
    }

    private static List<String> flags(FaultyProxy proxy, SentPast.Plan plan) {
        return List.of(
                "--booking-interval=1s",
                "--from-prometheus=" + proxy.url(),
                "--prometheus-way=remote-read",
                "--prometheus-timeout=%ds".formatted(FaultyProxy.TIMEOUT.toSeconds()),
                "--prometheus-days=" + (plan.days() + 1));
    }

    private static Booked booked(SentPast past, Postgres postgres) throws IOException {
        return Booked.before(past.until().truncatedTo(ChronoUnit.HOURS).minus(2, ChronoUnit.HOURS), postgres);
    }

    private static boolean isRead(Analyzer analyzer) throws IOException, InterruptedException {
        var counters = Counters.of(analyzer.at("/metrics"));
        return counters.sum("gpu_analyzer_read_left_seconds") == 0
                && counters.sum("gpu_analyzer_read_lag_seconds") < RECENT_SECONDS;
    }

    private void all(int count) throws IOException, InterruptedException {
        for (var victim : victims(count)) {
            Thread.sleep(random.nextLong(CALM_MILLIS));
            Patience.until("PostgreSQL answers", postgres::answers);
            System.out.printf("kill of %s; all is read: %s%n", victim, isReadAlready());
            switch (victim) {
                case ANALYZER -> {
                    analyzer.kill();
                    analyzer.start();
                }
                case PROMETHEUS -> kept.kill();
                case POSTGRES -> postgres.kill();
            }
            kills.merge(victim, 1, Integer::sum);
        }
    }

    private boolean isReadAlready() throws InterruptedException {
        try {
            return isRead(analyzer);
        } catch (IOException _) {
            return false;
        }
    }

    private List<Victim> victims(int count) {
        var victims = new ArrayList<Victim>();
        while (victims.size() < count) {
            victims.add(BY_TURNS.get(victims.size() % BY_TURNS.size()));
        }
        Collections.shuffle(victims, random);
        return victims;
    }

    /// Waits until all that came in is in the database and in the books.
    private static void awaitBooks(Analyzer analyzer, Postgres postgres) throws IOException, InterruptedException {
        Patience.until("all is in the database", () -> analyzer.spoolRows() == 0);
        var passes = analyzer.passes();
        Patience.until("all is booked", () -> Booked.isCaughtUp(postgres) && analyzer.passes() >= passes + 2);
    }
}
