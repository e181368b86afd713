package io.gpuledger.analyzer.benchmark;

import io.gpuledger.analyzer.books.Kept;
import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letters.Draft;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.report.letter.BookAdvices;
import io.gpuledger.analyzer.report.letter.BookLetters;
import io.gpuledger.analyzer.report.letter.LetterSettings;
import io.gpuledger.analyzer.store.entries.MadeUpSums;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.questions.WorkloadWeekTables;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.gate.ProcessFiles;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// The letters of a week to all teams of a large fleet, and to its platform team, written from the sums of two weeks
/// ([MadeUpSums]); and by itself what they rest on. Three teams at a time, as a round of mail does. With -Dupdate the
/// table goes into docs/benchmarks.md.
public final class TeamLetters {
    private static final Setting<Long> GPUS = whole("gpus", "How many GPUs there are.", 20, 1_000_000, "100000");
    private static final Setting<Long> TEAMS = whole("teams", "Of how many teams.", 1, 10_000, "1000");
    private static final Setting<Long> WORKLOADS =
            whole("workloads", "How many workloads a team has.", 1, 10_000, "10");
    private static final Declaration DECLARATION =
            new Declaration("letters", "Writes the letters to all teams.", List.of(), List.of(GPUS, TEAMS, WORKLOADS));
    private static final LocalDate FIRST = LocalDate.of(2026, 11, 9);
    private static final Span WEEKS = weeks();
    private static final int AT_ONCE = 3;
    private static final int TRIES = 10;
    private static final double EVIDENCE_SECONDS = 30;
    private static final double LETTERS_SECONDS = 60;
    private static final Week WEEK = new Week(FIRST.plusWeeks(1));

    /// @param rows of sums that there were
    /// @param hours in which workloads held anything, of all teams
    record Result(
            long rows,
            long workloads,
            long hours,
            long nanos,
            long offersNanos,
            ProcessTree.Cpu cpu,
            Written written) {}

    /// @param letters how many were written; the others were withheld
    /// @param rssBytes of the process that writes
    record Written(long letters, long withheld, long nanos, ProcessTree.Cpu cpu, long rssBytes) {}

    private final int gpus;
    private final int teams;
    private final int workloads;

    TeamLetters(int gpus, int teams, int workloads) {
        this.gpus = gpus;
        this.teams = teams;
        this.workloads = workloads;
    }

    private static Setting<Long> whole(String name, String description, long least, long most, String usual) {
        return Setting.whole(name, description)
                .that(number -> number >= least && number <= most, "%d to %d".formatted(least, most))
                .or(usual);
    }

    private static Span weeks() {
        var from = instant().toEpochMilli();
        return new Span(from, from + Duration.ofDays(14).toMillis());
    }

    private static Instant instant() {
        return FIRST.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine.run(DECLARATION, args, TeamLetters::run);
        System.exit(0);
    }

    private static void run(Settings settings) throws IOException {
        var machine = Machine.here().text();
        var letters = new TeamLetters(
                Math.toIntExact(settings.get(GPUS)),
                Math.toIntExact(settings.get(TEAMS)),
                Math.toIntExact(settings.get(WORKLOADS)));
        var text = letters.text(machine, letters.result());
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "letters").matches(text);
        }
    }

    Result result() throws IOException {
        try (var kept = Kept.at(instant(), instant().plus(Duration.ofDays(14)))) {
            kept.database().migrate();
            new MadeUpSums(gpus, teams, workloads, FIRST).write(kept.database());
            kept.vacuum();
            var rows = Long.parseLong(kept.rows("""
                select (select count(*) from gpu_ledger.workload_sum) + (select count(*) from gpu_ledger.usage_sum)
                """).getFirst());
            return asked(kept.database(), rows);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("there are no letters", e);
        }
    }

    private Result asked(Database database, long rows) throws InterruptedException, ExecutionException {
        var tables = new WorkloadWeekTables(database);
        var next = new AtomicInteger();
        var read = new AtomicLong();
        var hours = new AtomicLong();
        Callable<Void> reader = () -> {
            for (var team = next.incrementAndGet(); team <= teams; team = next.incrementAndGet()) {
                tables.eachOfTeam("team-" + team, WEEKS, one -> {
                    read.incrementAndGet();
                    hours.addAndGet(one.hours().stream()
                            .filter(hour -> hour.use().isPresent())
                            .count());
                });
            }
            return null;
        };
        var began = System.nanoTime();
        tables.offers(WEEKS);
        var offers = System.nanoTime();
        var all = tree();
        var cpu = all.cpu();
        atOnce(reader);
        var ended = System.nanoTime();
        var spent = all.cpu().since(cpu);
        return new Result(rows, read.get(), hours.get(), ended - offers, offers - began, spent, written(database));
    }

    /// Writes all letters, as a round of mail does.
    private static Written written(Database database) throws InterruptedException, ExecutionException {
        var writer = new BookLetters(
                new Reports(database),
                new BookAdvices(database),
                new LetterSettings(24 * Hour.MILLIS, 5 * Hour.MILLIS, "answer"));
        var written = new AtomicLong();
        var withheld = new AtomicLong();
        var all = tree();
        var cpu = all.cpu();
        var began = System.nanoTime();
        var editions = new ConcurrentLinkedQueue<>(writer.editions(WEEK));
        atOnce(() -> {
            for (var edition = editions.poll(); edition != null; edition = editions.poll()) {
                switch (written(writer, edition)) {
                    case Draft.Written _ -> written.incrementAndGet();
                    case Draft.Withheld _ -> withheld.incrementAndGet();
                }
            }
            return null;
        });
        return new Written(
                written.get(),
                withheld.get(),
                System.nanoTime() - began,
                all.cpu().since(cpu),
                new ProcessFiles(ProcessHandle.current().pid()).rssBytes());
    }

    /// A letter of a large team takes seconds, and more on a slow machine. Then the other one is told that the database
    /// is busy, and a round of mail asks again later.
    private static Draft written(BookLetters writer, Edition edition) {
        for (var tries = 1; ; tries++) {
            try {
                return writer.write(edition, WEEK);
            } catch (CannotAskException e) {
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    private static ProcessTree tree() {
        return new ProcessTree(ProcessHandle.current().pid(), Optional.of(Path.of("target/test-postgres")));
    }

    private static void atOnce(Callable<Void> work) throws InterruptedException, ExecutionException {
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            for (var one :
                    threads.invokeAll(Stream.generate(() -> work).limit(AT_ONCE).toList())) {
                one.get();
            }
        }
    }

    String text(String machine, Result result) {
        var evidence = result.nanos() / 1e9;
        var written = result.written();
        var letters = written.nanos() / 1e9;
        return String.format(
                Locale.ROOT,
                """
                %s. %,d GPUs, %,d teams, two weeks: %,d rows of sums.

                | | | budget | |
                |---|---:|---:|---|
                | workloads | %,d | | |
                | hours of workloads | %,d | | |
                | what the fleet has | %.1f s | | |
                | what the letters rest on, of all teams, three at a time | %.1f s | %.0f s | %s |
                | CPU of who asks | %.1f s | | |
                | CPU of the database | %.1f s | | |
                | letters written, and withheld | %,d, %,d | | |
                | all letters, three at a time | %.1f s | %.0f s | %s |
                | CPU of who writes | %.1f s | | |
                | CPU of the database | %.1f s | | |
                | RSS of who writes | %.0f MiB | | |
                """,
                machine,
                gpus,
                teams,
                result.rows(),
                result.workloads(),
                result.hours(),
                result.offersNanos() / 1e9,
                evidence,
                EVIDENCE_SECONDS,
                evidence <= EVIDENCE_SECONDS ? "met" : "**missed**",
                result.cpu().own().toMillis() / 1e3,
                result.cpu().postgres().toMillis() / 1e3,
                written.letters(),
                written.withheld(),
                letters,
                LETTERS_SECONDS,
                letters <= LETTERS_SECONDS ? "met" : "**missed**",
                written.cpu().own().toMillis() / 1e3,
                written.cpu().postgres().toMillis() / 1e3,
                written.rssBytes() / 1048576.0);
    }
}
