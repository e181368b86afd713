package io.gpuledger.analyzer.durability;

import io.gpuledger.gate.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/// Three analyzers on one database take in the past of a fleet, and one of them keeps its books. It is killed, or
/// stands still in the middle of what it writes, or is cut off from the database; or the database is started anew. Each
/// time another one has to keep the books within half a minute, and the one before has to write nothing more when it
/// goes on. In the end, the books have to be those of an analyzer that was alone and left alone, row by row.
public final class Takeovers {
    private enum Fault {
        /// The one that keeps the books is killed, and started again.
        KILL,
        /// It stands still until another one keeps the books, and some time more.
        PAUSE,
        /// Nothing gets through between it and the database.
        CUT,
        /// The database is started anew.
        RESTART,
        /// One that stands by stands still for a while.
        PAUSE_STAND_BY;

        /// Whether another one keeps the books after it.
        boolean takesTheBooks() {
            return this == KILL || this == PAUSE || this == CUT;
        }
    }

    private static final Duration BUDGET = Duration.ofSeconds(30);
    /// A sender asks another one then.
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /// What came late is booked when nothing came for ten seconds, so entries are written soon after that.
    private static final Duration LOOK = Duration.ofSeconds(20);
    private static final Duration STAND_STILL = Duration.ofSeconds(10);
    private static final long CALM_MILLIS = 4_000;
    private static final int DIFFERENCES_SHOWN = 40;
    private static final String REFUSED = "another analyzer may keep the books by now";

    private final Random random;
    private final SentPast past;
    private final SeveralAnalyzers analyzers;
    private final Retelling retelling;
    private final FaultTimes<Fault> times = new FaultTimes<>(Fault.class);
    private int amidWriting;

    private Takeovers(Random random, SentPast past, SeveralAnalyzers analyzers, Retelling retelling) {
        this.random = random;
        this.past = past;
        this.analyzers = analyzers;
        this.retelling = retelling;
    }

    /// Exits with 1 if the books differ, or if it took longer than half a minute until another kept them.
    ///
    /// @param args how many faults, and the seed; 60 and any, if it is not said
    public static void main(String[] args) throws IOException, InterruptedException {
        var asked = Asked.by(args, 60);
        System.out.println(Machine.here().text());
        var plan = new SentPast.Plan(6, 3, Duration.ofMinutes(1), asked.seed());
        var result = InFolder.work(folder -> run(folder, asked.count(), asked.seed(), plan, BUDGET));
        System.out.print(result.text());
        System.exit(result.good() ? 0 : 1);
    }

    /// @param longest how long it may take until another one keeps the books
    static Result run(Path folder, int count, long seed, SentPast.Plan plan, Duration longest)
            throws IOException, InterruptedException {
        System.out.printf("faults of three analyzers on one database: %d, seed %d, %s%n", count, seed, plan);
        var past = SentPast.of(plan);
        var alone = alone(folder.resolve("alone"), past);
        var several = several(folder, past, new Random(seed), count, longest);
        var differences = several.booked().differences(alone);
        var shown = differences.stream().limit(DIFFERENCES_SHOWN).collect(Collectors.joining("\n  ", "\n  ", "\n"));
        return new Result(several.good() && !alone.entries().isEmpty() && differences.isEmpty(), """
            seed %d, %s
            %s
            settled entries %,d, sums %,d, of one that was alone %,d and %,d; that differ: %d%s
            """.formatted(
                        seed,
                        plan,
                        several.text(),
                        several.booked().entries().size(),
                        several.booked().sums().size(),
                        alone.entries().size(),
                        alone.sums().size(),
                        differences.size(),
                        differences.isEmpty() ? "" : shown));
    }

    private static Booked alone(Path folder, SentPast past) throws IOException, InterruptedException {
        try (var analyzer = new Analyzer(folder, List.of("--booking-interval=1s"));
                var retelling = new Retelling(past, analyzer.at("/api/v1/write"))) {
            analyzer.start();
            retelling.goOnToTheEnd();
            Patience.until("all is acknowledged", retelling::isDone);
            var postgres = new Postgres(folder.resolve("postgres"));
            awaitBooks(List.of(analyzer), postgres, past);
            return booked(past, postgres);
        }
    }

    private static Booked booked(SentPast past, Postgres postgres) throws IOException {
        return Booked.before(settled(past), postgres);
    }

    private static Instant settled(SentPast past) {
        return past.until().truncatedTo(ChronoUnit.HOURS).minus(2, ChronoUnit.HOURS);
    }

    /// The books that the three analyzers have kept together, and how that went.
    ///
    /// @param good whether the sums are those of the entries, and the books were always kept again in time
    private record Attempt(boolean good, Booked booked, String text) {}

    private static Attempt several(Path folder, SentPast past, Random random, int count, Duration longest)
            throws IOException, InterruptedException {
        try (var analyzers = new SeveralAnalyzers(folder, List.of("--booking-interval=1s"))) {
            analyzers.all().forEach(Analyzer::start);
            var posts = analyzers.all().stream()
                    .map(analyzer -> new Post(analyzer.at("/api/v1/write"), PATIENCE))
                    .toList();
            try (var retelling = new Retelling(past, posts)) {
                var faults = new Takeovers(random, past, analyzers, retelling);
                faults.all(count);
                awaitBooks(analyzers.all(), analyzers.postgres(), past);
                return faults.attempt(longest);
            }
        }
    }

    private void all(int count) throws IOException, InterruptedException {
        awaitKeeper(analyzers.all());
        var faults = FaultTimes.drawn(Fault.values(), count, random);
        for (var number = 0; number < faults.size(); number++) {
            Thread.sleep(random.nextLong(CALM_MILLIS));
            retelling.goOnTo(past.requests().size() * (number + 1) / (count + 1));
            if (random.nextBoolean()) {
                retelling.repeatSome(random);
            }
            var fault = faults.get(number);
            var took = commit(fault);
            times.add(fault, took);
            System.out.printf(
                    Locale.ROOT,
                    "%s: books are kept again after %.1f s; %d of %d requests are acknowledged%n",
                    fault,
                    took,
                    retelling.acknowledged(),
                    past.requests().size());
        }
        retelling.goOnToTheEnd();
        Patience.until("all is acknowledged", retelling::isDone);
    }

    /// Returns after how many seconds somebody kept the books again.
    private double commit(Fault fault) throws IOException, InterruptedException {
        var keeper = awaitKeeper(analyzers.all());
        var others = analyzers.besides(keeper);
        return switch (fault) {
            case KILL -> {
                awaitWriting();
                keeper.kill();
                var took = awaitAnother(others);
                keeper.start();
                yield took;
            }
            case PAUSE -> {
                awaitWriting();
                keeper.pause();
                var took = awaitAnother(others);
                Thread.sleep(random.nextLong(CALM_MILLIS));
                keeper.resume();
                yield took;
            }
            case CUT -> {
                awaitWriting();
                var line = analyzers.lineOf(keeper);
                line.cut();
                var took = awaitAnother(others);
                Thread.sleep(random.nextLong(CALM_MILLIS));
                line.mend();
                yield took;
            }
            case RESTART -> {
                analyzers.server().stop();
                Thread.sleep(random.nextLong(CALM_MILLIS));
                analyzers.server().startAgain();
                yield awaitPass(analyzers.all());
            }
            case PAUSE_STAND_BY -> {
                var one = others.get(random.nextInt(others.size()));
                one.pause();
                Thread.sleep(STAND_STILL);
                one.resume();
                yield awaitPass(List.of(keeper));
            }
        };
    }

    /// Returns after how many seconds one of them keeps the books that did not before.
    private static double awaitAnother(List<Analyzer> others) throws InterruptedException {
        var begun = System.nanoTime();
        awaitKeeper(others);
        return (System.nanoTime() - begun) / 1e9;
    }

    /// Returns after how many seconds one of them has come to the end of a pass.
    private static double awaitPass(List<Analyzer> some) throws InterruptedException {
        var begun = System.nanoTime();
        var before = some.stream().collect(Collectors.toMap(one -> one, Takeovers::passesOrNone));
        Patience.until(
                "somebody keeps the books",
                () -> some.stream().anyMatch(one -> passesOrNone(one) > before.getOrDefault(one, 0.0)));
        return (System.nanoTime() - begun) / 1e9;
    }

    /// One that stood still may say for some seconds that it keeps them, although another does.
    private static Analyzer awaitKeeper(List<Analyzer> some) throws InterruptedException {
        var found = new ArrayList<Analyzer>();
        Patience.until("one of them keeps the books", () -> {
            found.clear();
            for (var one : some) {
                if (one.keepsBooks()) {
                    found.add(one);
                }
            }
            return found.size() == 1;
        });
        return found.getFirst();
    }

    /// So that the fault comes amid a write, if there is one soon.
    private void awaitWriting() throws IOException, InterruptedException {
        if (Booked.awaitWriting("entry", analyzers.postgres(), LOOK)) {
            amidWriting++;
        }
    }

    /// Waits until all that was sent is in the database and in the books.
    private static void awaitBooks(List<Analyzer> analyzers, Postgres postgres, SentPast past)
            throws IOException, InterruptedException {
        for (var analyzer : analyzers) {
            Patience.until("all is in the database", () -> analyzer.spoolRows() == 0);
        }
        Patience.until("all hours are settled", () -> Booked.isSettledUntil(settled(past), postgres));
        var passes = passes(analyzers);
        Patience.until("all is booked", () -> Booked.isCaughtUp(postgres) && passes(analyzers) >= passes + 2);
    }

    private static double passes(List<Analyzer> analyzers) throws IOException, InterruptedException {
        var all = 0.0;
        for (var analyzer : analyzers) {
            all += analyzer.passes();
        }
        return all;
    }

    private static double passesOrNone(Analyzer analyzer) {
        try {
            return analyzer.passes();
        } catch (IOException _) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Attempt attempt(Duration budget) throws IOException {
        var postgres = analyzers.postgres();
        var off = Booked.off(postgres);
        var longest = times.longest(Fault::takesTheBooks);
        var refused =
                analyzers.complaints().filter(line -> line.contains(REFUSED)).count();
        return new Attempt(
                off.isEmpty() && !retelling.isRefused() && longest <= budget.toSeconds(),
                booked(past, postgres),
                String.format(
                        Locale.ROOT,
                        "%s%nthe longest %.1f s; amid writing %d; passes of a term that was over %d; sums that are not"
                                + " those of their entries %d%n%s",
                        times.text("kept again"),
                        longest,
                        amidWriting,
                        refused,
                        off.size(),
                        retelling.text()));
    }
}
