package io.gpuledger.analyzer.durability;

import io.gpuledger.gate.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Kills the analyzer and its PostgreSQL while they take in the past of a fleet and keep its books; in the end, the
/// books have to be those of one that was left alone, row by row.
public final class BooksKills {
    /// What is under way then.
    private enum Moment {
        /// Whatever is.
        ANY,
        /// Requests are taken in.
        WRITING,
        /// Entries are written.
        BOOKING,
        /// Sums are written, with which a pass ends.
        SUMMING
    }

    private enum Victim {
        ANALYZER,
        POSTGRES,
        BOTH
    }

    private record Kind(Moment moment, Victim victim) {
        static List<Kind> all() {
            var kinds = new ArrayList<Kind>();
            for (var moment : Moment.values()) {
                for (var victim : Victim.values()) {
                    kinds.add(new Kind(moment, victim));
                }
            }
            return kinds;
        }

        @Override
        public String toString() {
            return (victim + " while " + moment).toLowerCase(Locale.ROOT);
        }
    }

    private static final Duration CALM = Duration.ofSeconds(3);
    /// A pass takes about this long. A kill waits for a random part of it, so that it comes anywhere in a pass.
    private static final long MOMENT_MILLIS = 400;
    private static final int DIFFERENCES_SHOWN = 40;
    private static final String PRICES = """
        h100 2.499999 USD gpu-hour
        . 19.80 EUR node-hour gpu-part=95%
        """;

    private final Random random;
    private final SentPast past;
    private final Analyzer analyzer;
    private final Postgres postgres;
    private final Retelling retelling;
    private final Map<String, Integer> kills = new TreeMap<>();
    private int halfBooked;

    private BooksKills(Random random, SentPast past, Analyzer analyzer, Postgres postgres, Retelling retelling) {
        this.random = random;
        this.past = past;
        this.analyzer = analyzer;
        this.postgres = postgres;
        this.retelling = retelling;
    }

    /// Exits with 1 if the books differ.
    ///
    /// @param args how often to kill, and the seed; 24 times and any, if it is not said
    public static void main(String[] args) throws IOException, InterruptedException {
        var asked = Asked.by(args, 24);
        System.out.println(Machine.here().text());
        var plan = new SentPast.Plan(6, 3, Duration.ofMinutes(1), asked.seed());
        var result = InFolder.work(folder -> run(folder, asked.count(), asked.seed(), plan));
        System.out.print(result.text());
        System.exit(result.good() ? 0 : 1);
    }

    static Result run(Path folder, int count, long seed, SentPast.Plan plan) throws IOException, InterruptedException {
        System.out.printf("kills of the books: %d, seed %d, %s%n", count, seed, plan);
        var prices = Files.writeString(folder.resolve("prices"), PRICES);
        var past = SentPast.of(plan);
        var alone = attempt(folder.resolve("alone"), prices, past, new Random(seed), 0);
        var killed = attempt(folder.resolve("killed"), prices, past, new Random(seed), count);
        var differences = killed.booked().differences(alone.booked());
        var shown = differences.stream().limit(DIFFERENCES_SHOWN).collect(Collectors.joining("\n  ", "\n  ", "\n"));
        return new Result(alone.good() && killed.good() && differences.isEmpty(), """
            seed %d, %s
            %s
            settled entries %,d, sums %,d, of one that was left alone %,d and %,d; that differ: %d%s
            """.formatted(
                        seed,
                        plan,
                        killed.text(),
                        killed.booked().entries().size(),
                        killed.booked().sums().size(),
                        alone.booked().entries().size(),
                        alone.booked().sums().size(),
                        differences.size(),
                        differences.isEmpty() ? "" : shown));
    }

    /// What came of one way.
    private record Attempt(boolean good, Booked booked, String text) {}

    private static Attempt attempt(Path folder, Path prices, SentPast past, Random random, int count)
            throws IOException, InterruptedException {
        var flags = List.of("--booking-interval=1s", "--prices-file=" + prices.toAbsolutePath());
        try (var analyzer = new Analyzer(folder, flags);
                var retelling = new Retelling(past, analyzer.at("/api/v1/write"))) {
            analyzer.start();
            var postgres = new Postgres(folder.resolve("postgres"));
            var kills = new BooksKills(random, past, analyzer, postgres, retelling);
            Patience.until("there are books", () -> Booked.isCaughtUp(postgres));
            kills.all(count);
            kills.awaitBooks();
            var booked =
                    Booked.before(past.until().truncatedTo(ChronoUnit.HOURS).minus(2, ChronoUnit.HOURS), postgres);
            var off = Booked.off(postgres);
            var good = off.isEmpty() && !booked.entries().isEmpty() && !retelling.isRefused();
            return new Attempt(good, booked, kills.text(off));
        }
    }

    private void all(int count) throws IOException, InterruptedException {
        var kinds = kinds(count);
        for (var number = 0; number < kinds.size(); number++) {
            retelling.goOnTo(past.requests().size() * (number + 1) / (count + 1));
            kill(kinds.get(number));
            kills.merge(kinds.get(number).toString(), 1, Integer::sum);
            if (random.nextBoolean()) {
                retelling.repeatSome(random);
            }
            awaitTold();
        }
        retelling.goOnToTheEnd();
        awaitTold();
    }

    private List<Kind> kinds(int count) {
        var kinds = new ArrayList<Kind>();
        while (kinds.size() < count) {
            var all = Kind.all();
            Collections.shuffle(all, random);
            kinds.addAll(all.subList(0, Math.min(all.size(), count - kinds.size())));
        }
        return kinds;
    }

    private void awaitTold() throws InterruptedException {
        Patience.until("all is acknowledged that is to be sent", () -> {
            analyzer.requireRunning();
            return retelling.isDone();
        });
    }

    private void kill(Kind kind) throws IOException, InterruptedException {
        switch (kind.moment()) {
            case ANY -> Thread.sleep(random.nextLong(CALM.toMillis()));
            case WRITING -> {
                var already = retelling.acknowledged();
                Patience.until("requests are taken in", () -> retelling.acknowledged() > already || retelling.isDone());
                Thread.sleep(random.nextLong(MOMENT_MILLIS));
            }
            case BOOKING -> {
                awaitPass("entry");
                Thread.sleep(random.nextLong(MOMENT_MILLIS));
            }
            case SUMMING -> awaitPass("hour_sum");
        }
        // It may still be starting, and what is to be killed has to be there.
        Patience.until("PostgreSQL answers", postgres::answers);
        var begun = System.nanoTime();
        kill(kind.victim());
        Patience.until("PostgreSQL answers", postgres::answers);
        System.out.printf(
                Locale.ROOT,
                "%s: PostgreSQL answers after %.1f s; %d of %d requests are acknowledged%n",
                kind,
                (System.nanoTime() - begun) / 1e9,
                retelling.acknowledged(),
                past.requests().size());
    }

    /// After a start there is a pass with all that came late.
    private void awaitPass(String table) throws InterruptedException {
        awaitTold();
        analyzer.kill();
        analyzer.start();
        Patience.until("a pass writes " + table, () -> Booked.awaitWriting(table, postgres, Duration.ofSeconds(5)));
    }

    private void kill(Victim victim) throws IOException, InterruptedException {
        switch (victim) {
            case ANALYZER -> {
                analyzer.kill();
                Patience.until("PostgreSQL answers", postgres::answers);
                halfBooked += Booked.off(postgres).isEmpty() ? 0 : 1;
                analyzer.start();
            }
            case POSTGRES -> postgres.kill();
            case BOTH -> {
                postgres.kill();
                analyzer.kill();
                analyzer.start();
            }
        }
    }

    /// Waits until all that was sent is in the database and in the books.
    private void awaitBooks() throws IOException, InterruptedException {
        Patience.until("all is in the database", () -> analyzer.spoolRows() == 0);
        var passes = analyzer.passes();
        Patience.until("all is booked", () -> Booked.isCaughtUp(postgres) && analyzer.passes() >= passes + 2);
    }

    private String text(List<String> off) {
        return "kills %s; of the analyzer alone %d left sums of hours that were not those of their entries; such sums in the end: %d%n%s"
                .formatted(kills, halfBooked, off.size(), retelling.text());
    }
}
