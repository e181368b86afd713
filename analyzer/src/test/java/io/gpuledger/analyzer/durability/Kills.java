package io.gpuledger.analyzer.durability;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/// Kills the analyzer and its PostgreSQL at random moments while it takes in by both ways; in the end, all that it
/// acknowledged has to be stored.
public final class Kills {
    /// One of each five is while the backlog drains.
    enum Kind {
        WHILE_DRAINING,
        OF_ANALYZER,
        OF_POSTGRES,
        OF_BOTH,
        WHILE_STARTING
    }

    private static final Duration CALM = Duration.ofSeconds(4);
    private static final int SECONDS_OF_BACKLOG = 3;

    private final Random random;
    private final Analyzer analyzer;
    private final Postgres postgres;
    private final Sender sender;
    private final Map<Kind, Integer> kills = new EnumMap<>(Kind.class);
    private final List<Double> recoveries = new ArrayList<>();
    private final List<Double> postgresRecoveries = new ArrayList<>();

    private Kills(Random random, Analyzer analyzer, Postgres postgres, Sender sender) {
        this.random = random;
        this.analyzer = analyzer;
        this.postgres = postgres;
        this.sender = sender;
    }

    /// Exits with 1 if something is lost.
    ///
    /// @param args how often to kill, and the seed; 20 times and any, if it is not said
    public static void main(String[] args) throws IOException, InterruptedException {
        var asked = Asked.by(args, 20);
        var result = InFolder.work(folder -> run(folder, asked.count(), asked.seed(), Traffic.full()));
        System.out.print(result.text());
        System.exit(result.good() ? 0 : 1);
    }

    static Result run(Path folder, int count, long seed, Traffic traffic) throws IOException, InterruptedException {
        System.out.printf("kills: %d, seed %d, %,d samples/s%n", count, seed, traffic.samplesPerSecond());
        try (var page = new ScrapedPage();
                var analyzer = new Analyzer(folder, Analyzer.flags(page))) {
            analyzer.start();
            try (var sender = new Sender(traffic.beginningNow(), analyzer.at("/api/v1/write"))) {
                var postgres = new Postgres(folder.resolve("postgres"));
                var kills = new Kills(new Random(seed), analyzer, postgres, sender);
                kills.all(count);
                var reckoning = Reckoning.of(analyzer, sender, page, postgres);
                return new Result(reckoning.good(), kills.text(seed) + reckoning.text());
            }
        }
    }

    private void all(int count) throws IOException, InterruptedException {
        awaitUpToDate();
        for (var kind : kinds(count)) {
            Thread.sleep(random.nextLong(CALM.toMillis()));
            kill(kind);
            kills.merge(kind, 1, Integer::sum);
        }
        awaitUpToDate();
    }

    private void awaitUpToDate() throws InterruptedException {
        Patience.until("all that is due is acknowledged", sender::isUpToDate);
    }

    private List<Kind> kinds(int count) {
        var kinds = new ArrayList<Kind>();
        while (kinds.size() < count) {
            kinds.add(Kind.values()[kinds.size() % Kind.values().length]);
        }
        Collections.shuffle(kinds, random);
        return kinds;
    }

    private void kill(Kind kind) throws IOException, InterruptedException {
        var begun = System.nanoTime();
        switch (kind) {
            case WHILE_DRAINING -> {
                letItDrain();
                begun = System.nanoTime();
                restart(random.nextBoolean());
            }
            case OF_ANALYZER -> restart(false);
            case OF_BOTH -> restart(true);
            case WHILE_STARTING -> {
                restart(random.nextBoolean());
                Thread.sleep(random.nextLong(2_000));
                restart(false);
            }
            case OF_POSTGRES -> postgres.kill();
        }
        if (kind == Kind.OF_POSTGRES) {
            Patience.until("PostgreSQL answers again", postgres::answers);
            postgresRecoveries.add(secondsSince(begun));
        } else {
            awaitAcknowledgement(System.nanoTime());
            recoveries.add(secondsSince(begun));
        }
        System.out.printf(Locale.ROOT, "%s: back after %.1f s%n", kind, secondsSince(begun));
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    private void awaitAcknowledgement(long sinceNanos) throws InterruptedException {
        Patience.until("a request is acknowledged again", () -> {
            analyzer.requireRunning();
            return sender.lastAcknowledgedNanos() > sinceNanos;
        });
    }

    private void restart(boolean postgresToo) throws IOException, InterruptedException {
        if (postgresToo) {
            killIfThere();
        }
        analyzer.kill();
        analyzer.start();
    }

    private void killIfThere() {
        try {
            postgres.kill();
        } catch (IOException e) {
            System.out.println("PostgreSQL was not there to be killed: " + e.getMessage());
        }
    }

    /// Returns while much is in the backlog, and goes into the database.
    private void letItDrain() throws IOException, InterruptedException {
        var much = (long) SECONDS_OF_BACKLOG * sender.traffic().rowsPerSecond();
        long rows;
        do {
            Patience.until("PostgreSQL answers", postgres::answers);
            postgres.pause();
            try {
                Patience.until("the backlog grows", () -> analyzer.spoolRows() > much);
            } finally {
                postgres.resume();
            }
            Thread.sleep(random.nextLong(700));
            rows = analyzer.spoolRows();
        } while (rows < sender.traffic().rowsPerSecond() / 2);
        System.out.printf("draining: %,d rows in the backlog%n", rows);
    }

    private String text(long seed) {
        return """
            seed %d; kills %s
            from kill to next acknowledgement: %s; from kill of PostgreSQL alone to its next answer: %s
            """.formatted(seed, kills, spread(recoveries), spread(postgresRecoveries));
    }

    private static String spread(List<Double> seconds) {
        var statistics = seconds.stream().mapToDouble(value -> value).summaryStatistics();
        return seconds.isEmpty()
                ? "none"
                : String.format(
                        Locale.ROOT,
                        "%.1f to %.1f s, mean %.1f s",
                        statistics.getMin(),
                        statistics.getMax(),
                        statistics.getAverage());
    }
}
