package io.gpuledger.analyzer.benchmark;

import io.gpuledger.analyzer.books.Kept;
import io.gpuledger.analyzer.report.NothingHeldException;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.TeamWeek;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.entries.MadeUpBooks;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/// The report of a team's week, from the books of a large fleet over a month ([MadeUpBooks]). With -Dupdate the table
/// goes into docs/benchmarks.md.
public final class TeamsWeek {
    private static final Setting<Long> GPUS = whole("gpus", "How many GPUs there are.", 20, 100_000, "10000");
    private static final Setting<Long> DAYS = whole("days", "Of how many days.", 14, 60, "30");
    private static final Setting<Long> TEAMS = whole("teams", "Of how many teams.", 1, 1_000, "20");
    private static final Setting<Long> TIMES = whole("times", "How often each week is asked for.", 1, 10_000, "50");
    private static final Declaration DECLARATION =
            new Declaration("team", "Asks for a team's week.", List.of(), List.of(GPUS, DAYS, TEAMS, TIMES));
    private static final LocalDate FIRST = LocalDate.of(2026, 9, 7);
    private static final double BUDGET_MILLIS = 100;

    /// @param nanos how long each answer took, sorted
    record Result(long entries, TeamWeek last, List<Long> nanos) {
        double millis(double part) {
            return nanos.get((int) Math.min(nanos.size() - 1L, (long) (part * nanos.size()))) / 1e6;
        }
    }

    private final int gpus;
    private final int days;
    private final int teams;
    private final int times;

    TeamsWeek(int gpus, int days, int teams, int times) {
        this.gpus = gpus;
        this.days = days;
        this.teams = teams;
        this.times = times;
    }

    private static Setting<Long> whole(String name, String description, long least, long most, String usual) {
        return Setting.whole(name, description)
                .that(number -> number >= least && number <= most, "%d to %d".formatted(least, most))
                .or(usual);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine.run(DECLARATION, args, TeamsWeek::run);
        System.exit(0);
    }

    private static void run(Settings settings) throws IOException {
        var machine = Machine.here().text();
        var team = new TeamsWeek(
                Math.toIntExact(settings.get(GPUS)),
                Math.toIntExact(settings.get(DAYS)),
                Math.toIntExact(settings.get(TEAMS)),
                Math.toIntExact(settings.get(TIMES)));
        var text = team.text(machine, team.result());
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "team").matches(text);
        }
    }

    Result result() throws IOException {
        try (var kept = Kept.at(instant(FIRST), instant(FIRST.plusDays(days)))) {
            kept.database().migrate();
            new MadeUpBooks(gpus, teams, FIRST, days).write(kept.database());
            kept.vacuum();
            var entries = Long.parseLong(
                    kept.rows("select count(*) from gpu_ledger.entry").getFirst());
            return asked(kept.database(), entries);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("there are no books", e);
        }
    }

    private static Instant instant(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /// The first half is warm-up. Each question is put to new reports, which have kept nothing of the ones
    /// before: so it takes as long as the command `report`, or as a letter that is looked at for the first time
    /// in a while.
    private Result asked(Database database, long entries) throws NothingHeldException {
        var weeks = days / 7 - 1;
        var nanos = new ArrayList<Long>();
        var last = new Reports(database).of("team-1", new Week(FIRST.plusWeeks(1)));
        for (var i = 0; i < 2 * times; i++) {
            var team = "team-" + (1 + i % teams);
            var week = new Week(FIRST.plusWeeks(1 + i % weeks));
            var began = System.nanoTime();
            last = new Reports(database).of(team, week);
            nanos.add(System.nanoTime() - began);
        }
        return new Result(entries, last, nanos.stream().skip(times).sorted().toList());
    }

    String text(String machine, Result result) {
        return """
            %s. %,d GPUs x %d days, %d teams: %,d entries.

            | a team's week with %d workloads, %d times | median | p99 | budget | |
            |---|---:|---:|---:|---|
            | all that `report` reads | %.0f ms | %.0f ms | %.0f ms | %s |
            """.formatted(
                        machine,
                        gpus,
                        days,
                        teams,
                        result.entries(),
                        result.last().workloads().size(),
                        times,
                        result.millis(0.5),
                        result.millis(0.99),
                        BUDGET_MILLIS,
                        result.millis(0.99) <= BUDGET_MILLIS ? "met" : "**missed**");
    }
}
