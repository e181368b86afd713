package io.gpuledger.analyzer.durability;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// Stops the database for minutes while the analyzer takes in: nothing is lost, what waits goes into the database in
/// the order in which it came, and the memory of the analyzer stays bounded.
public final class Outage {
    private static final Duration CALM = Duration.ofSeconds(10);
    private static final Duration LOOK_PERIOD = Duration.ofMillis(500);
    private static final Duration STANDSTILL_MAX = Duration.ofMinutes(3);
    /// How far apart the lanes may be, and those that write to the database.
    private static final int TICKS_OUT_OF_STEP = 15 * Traffic.TICKS_PER_SECOND;
    /// What the memory may grow by in an outage, however long it is.
    private static final long GROWTH_MAX_BYTES = 256L << 20;

    /// Holds the highest RSS of the analyzer, in bytes: before the outage, during it, and while the analyzer
    /// catches up after it.
    private record Rss(long before, long during, long after) {
        boolean isBounded() {
            return Math.max(during, after) - before <= GROWTH_MAX_BYTES;
        }

        String text() {
            return "before %d MiB, during %d MiB, after %d MiB".formatted(before >> 20, during >> 20, after >> 20);
        }
    }

    private final Analyzer analyzer;
    private final Postgres postgres;
    private final Sender sender;
    private final Traffic traffic;
    private long newestTick;
    /// All before it has been seen in the database.
    private long completeTick;
    private String order = "by time";

    private Outage(Analyzer analyzer, Postgres postgres, Sender sender) {
        this.analyzer = analyzer;
        this.postgres = postgres;
        this.sender = sender;
        this.traffic = sender.traffic();
    }

    /// Exits with 1 if something is lost.
    ///
    /// @param args how many minutes; 10 if it is not said
    public static void main(String[] args) throws IOException, InterruptedException {
        var minutes = args.length > 0 ? Double.parseDouble(args[0]) : 10;
        var time = Duration.ofMillis(Math.round(minutes * 60_000));
        var result = InFolder.work(folder -> run(folder, time, Traffic.full()));
        System.out.print(result.text());
        System.exit(result.good() ? 0 : 1);
    }

    static Result run(Path folder, Duration time, Traffic planned) throws IOException, InterruptedException {
        var home = folder.resolve("server");
        try (var page = new ScrapedPage();
                var server = new StoppableServer(home);
                var analyzer = new Analyzer(folder.resolve("analyzer"), flags(server, page))) {
            analyzer.start();
            var traffic = planned.beginningNow();
            try (var sender = new Sender(traffic, analyzer.at("/api/v1/write"))) {
                return new Outage(analyzer, new Postgres(home), sender).of(server, time, page);
            }
        }
    }

    private static List<String> flags(StoppableServer server, ScrapedPage page) {
        return Analyzer.flags(
                page,
                "--database-url=" + server.url(),
                "--database-user=" + server.user(),
                "--database-password-file=" + server.passwordFile());
    }

    private Result of(StoppableServer server, Duration time, ScrapedPage page)
            throws IOException, InterruptedException {
        Patience.until("all that is due is acknowledged", sender::isUpToDate);
        var before = highestRss(CALM);
        server.stop();
        System.out.printf("PostgreSQL is stopped for %s%n", time);
        var during = highestRss(time);
        var waiting = analyzer.spoolRows();
        System.out.printf(Locale.ROOT, "it is started again; %,d rows wait%n", waiting);
        server.startAgain();
        var begun = System.nanoTime();
        var rss = new Rss(before, during, drain());
        var caughtUp = (System.nanoTime() - begun) / 1e9;
        var reckoning = Reckoning.of(analyzer, sender, page, postgres);
        var good = reckoning.good() && rss.isBounded() && order.equals("by time");
        return new Result(good, """
            outage of %s; %,d rows had to wait, caught up after %.0f s; order: %s
            highest RSS of the analyzer: %s
            """.formatted(time, waiting, caughtUp, order, rss.text()) + reckoning.text());
    }

    private long highestRss(Duration time) throws InterruptedException {
        var highest = 0L;
        var end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            highest = Math.max(highest, analyzer.rssBytes());
            Thread.sleep(LOOK_PERIOD);
        }
        return highest;
    }

    /// Waits until the analyzer has caught up with what is being sent, and returns its highest RSS until then.
    private long drain() throws IOException, InterruptedException {
        var highest = 0L;
        var lastStep = System.nanoTime();
        while (newestTick < nowTick() - TICKS_OUT_OF_STEP || analyzer.spoolRows() > traffic.rowsPerSecond() * 2L) {
            highest = Math.max(highest, analyzer.rssBytes());
            var before = newestTick;
            look();
            lastStep = newestTick > before ? System.nanoTime() : lastStep;
            if (System.nanoTime() - lastStep > STANDSTILL_MAX.toNanos()) {
                throw new AssertionError("nothing has come into the database for " + STANDSTILL_MAX);
            }
            Thread.sleep(LOOK_PERIOD);
        }
        return highest;
    }

    private long nowTick() {
        return (System.currentTimeMillis() - traffic.beginMillis()) / Traffic.TICK_MILLIS;
    }

    /// Whatever is older than the newest row, by more than the lanes are out of step, must be there in both halves.
    private void look() throws IOException {
        var newest = ask("SELECT coalesce((extract(epoch FROM max(ts)) * 1000)::bigint, %d) FROM gpu_ledger.sample"
                .formatted(traffic.beginMillis()));
        newestTick = (newest - traffic.beginMillis()) / Traffic.TICK_MILLIS;
        var due = newestTick - TICKS_OUT_OF_STEP;
        if (due > completeTick) {
            var wanted = (due - completeTick) * traffic.gpus();
            var found = ask("""
                SELECT least(count(%s), count(%s)) FROM gpu_ledger.sample JOIN gpu_ledger.gpu ON gpu.id = unit_id
                WHERE ts >= to_timestamp(%d / 1000.0) AND ts < to_timestamp(%d / 1000.0) AND uuid NOT LIKE '%%SCRAPED%%'
                """.formatted(
                            Metric.ALL.getFirst().column(),
                            Metric.ALL.getLast().column(),
                            traffic.millis(completeTick),
                            traffic.millis(due)));
            if (found < wanted && order.equals("by time")) {
                order = "tick %d is there, and %d rows between ticks %d and %d are not"
                        .formatted(newestTick, wanted - found, completeTick, due);
            }
            completeTick = due;
        }
    }

    private long ask(String question) throws IOException {
        try (var connection = postgres.connect();
                var statement = connection.createStatement();
                var answer = statement.executeQuery(question)) {
            answer.next();
            return answer.getLong(1);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
