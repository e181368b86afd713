package io.gpuledger.analyzer.benchmark;

import io.gpuledger.analyzer.books.Kept;
import io.gpuledger.analyzer.report.NothingHeldException;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.TeamWeek;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.database.Database;
import io.gpuledger.analyzer.store.database.EntryTables;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/// The report of a team's week, from the books of a large fleet over a month. Books are made by statements here, as a
/// month of samples would be told for hours: what matters is how many rows there are. A tenth of GPUs is free; of the
/// others each pod holds eight for a day, a fifth of them idle, and workloads go round. With -Dupdate the table goes
/// into docs/benchmarks.md.
public final class TeamsWeek {
    private static final Setting<Long> GPUS = whole("gpus", "How many GPUs there are.", 20, 100_000, "10000");
    private static final Setting<Long> DAYS = whole("days", "Of how many days.", 14, 60, "30");
    private static final Setting<Long> TEAMS = whole("teams", "Of how many teams.", 1, 1_000, "20");
    private static final Setting<Long> TIMES = whole("times", "How often each week is asked for.", 1, 10_000, "50");
    private static final Declaration DECLARATION =
            new Declaration("team", "Asks for a team's week.", List.of(), List.of(GPUS, DAYS, TEAMS, TIMES));
    private static final LocalDate FIRST = LocalDate.of(2026, 9, 7);
    private static final double BUDGET_MILLIS = 100;

    private static final List<String> NAMES = List.of(
            "insert into gpu_ledger.cluster (name) values ('c')",
            "insert into gpu_ledger.sku (name) values ('NVIDIA H100 80GB HBM3')",
            "insert into gpu_ledger.team (name) select 'team-' || i from generate_series(1, %2$d) i",
            """
            insert into gpu_ledger.gpu (cluster_id, uuid, first_seen, last_seen)
            select 1, 'GPU-' || i, '%4$s', '%4$s' from generate_series(1, %1$d) i
            """,
            """
            insert into gpu_ledger.workload (cluster_id, namespace, kind, name)
            select 1, 'n' || i, 'Job', 'j' || i from generate_series(1, 50 * %2$d) i
            """,
            """
            insert into gpu_ledger.owner (cluster_id, workload_id, namespace, pod, uid)
            select 1, 1 + (7 * pod + 13 * day) %% (50 * %2$d), 'n', 'pod-' || day || '-' || pod, day || '-' || pod
            from generate_series(0, %3$d - 1) day, generate_series(0, %1$d / 8) pod
            order by day, pod
            """);
    /// What a GPU was in an hour, and who held it; its owners come by day and pod.
    private static final String HELD = """
        from (
            select hour, gpu, gpu %% 5 = 0 as idle,
                case when gpu %% 10 > 0 then 1 + hour / 24 * (%1$d / 8 + 1) + gpu / 8 end as owner
            from generate_series(0, 24 * %3$d - 1) hour, generate_series(1, %1$d) gpu
        ) h
        left join gpu_ledger.owner o on o.id = h.owner
        """;
    private static final List<String> BOOKS =
            List.of("""
                insert into gpu_ledger.entry
                    (hour, cost_micros, gpu_id, unit_id, owner_id, team_id, sku_id, millis, state, basis, estimated, settled,
                    currency)
                select '%4$s'::timestamptz + h.hour * interval '1 hour', part.millis, h.gpu, h.gpu, h.owner,
                    1 + o.workload_id %% %2$d, 1, part.millis, part.state::gpu_ledger.state, 'sm_active', false, true, 'USD'
                """ + HELD + """
                cross join lateral (
                    select 'free' as state, 3600000 as millis where h.owner is null
                    union all select 'idle', 3600000 where h.owner is not null and h.idle
                    union all select 'used', 2000000 where h.owner is not null and not h.idle
                    union all select 'underused', 1600000 where h.owner is not null and not h.idle
                ) part
                """, """
                    insert into gpu_ledger.usage
                        (hour, memory_peak_bytes, memory_total_bytes, gpu_id, unit_id, owner_id, millis, sm_active, dram_active,
                        minutes, low_minutes, high_minutes, idle_runs)
                    select '%4$s'::timestamptz + h.hour * interval '1 hour', 40000000000, 80000000000, h.gpu, h.gpu, h.owner,
                        3600000, 0.5, 0.3, 60, 10, 20, case when h.idle then '{0,3600000}'::int[] else '{}' end
                    """ + HELD + " where h.owner is not null", """
                insert into gpu_ledger.booked (since, until, gpu_id)
                select '%4$s', '%4$s'::timestamptz + %3$d * interval '1 day', id from gpu_ledger.gpu
                """, """
                insert into gpu_ledger.unsummed (hour)
                select '%4$s'::timestamptz + hour * interval '1 hour' from generate_series(0, 24 * %3$d - 1) hour
                """, "analyze");

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
        var begin = Week.parse("2026-W37").monday();
        try (var kept = Kept.at(instant(begin), instant(begin.plusDays(days)))) {
            kept.database().migrate();
            fill(kept.database());
            var entries = Long.parseLong(
                    kept.rows("select count(*) from gpu_ledger.entry").getFirst());
            return asked(new Reports(kept.database()), entries);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("there are no books", e);
        }
    }

    private static java.time.Instant instant(LocalDate day) {
        return day.atStartOfDay(java.time.ZoneOffset.UTC).toInstant();
    }

    private void fill(Database database) throws SQLException {
        try (var connection = database.connection()) {
            for (var sql : NAMES) {
                execute(connection, sql);
            }
            for (var sql : BOOKS) {
                execute(connection, sql);
            }
            var entries = new EntryTables();
            for (var hour : entries.unsummed(connection)) {
                entries.sum(connection, hour);
                connection.commit();
            }
            execute(connection, "analyze");
        }
    }

    private void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("set local statement_timeout = 0");
            statement.execute(sql.formatted(gpus, teams, days, FIRST + "Z"));
        }
        connection.commit();
    }

    /// The first half is warm-up.
    private Result asked(Reports reports, long entries) throws NothingHeldException {
        var weeks = days / 7 - 1;
        var nanos = new ArrayList<Long>();
        var last = reports.of("team-1", new Week(FIRST.plusWeeks(1)));
        for (var i = 0; i < 2 * times; i++) {
            var team = "team-" + (1 + i % teams);
            var week = new Week(FIRST.plusWeeks(1 + i % weeks));
            var began = System.nanoTime();
            last = reports.of(team, week);
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
