package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.benchmark.CommandLine;
import io.gpuledger.analyzer.benchmark.ProcessTree;
import io.gpuledger.analyzer.ledger.Heard;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.story.Span;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What it costs to keep the books of a fleet that has run for hours: each minute of an hour is told, and then there is
/// a pass. Of the first minutes of an analyzer's life this is not known, as the passes of these have little to read.
/// What counts is the CPU time of a pass, this process' and PostgreSQL's.
public final class PassesOfAnHour {
    private static final Setting<Long> NODES = Setting.whole("nodes", "How many nodes are drawn.")
            .that(nodes -> nodes >= 1 && nodes <= 1_000, "1 to 1000")
            .or("20");
    private static final Setting<Duration> INTERVAL =
            Setting.duration("interval", "How often they are scraped.").or("5s");
    private static final Setting<Exporter> EXPORTER = Setting.choice(
                    "exporter", Exporter.class, "Whose pages the nodes have.")
            .or("gpu-exporter");
    private static final Declaration DECLARATION = new Declaration(
            "passes", "Measures what it costs to keep the books.", List.of(), List.of(NODES, INTERVAL, EXPORTER));

    private static final int BEFORE = 3;
    private static final int MINUTES = 60;
    private static final int QUARTER = 15;
    private static final int PORTION = 10_000;

    /// What a quarter of an hour of passes took.
    ///
    /// @param told how many readings came meanwhile
    record Quarter(long told, Duration own, Duration postgres) {
        double micros(Duration cpu) {
            return (double) cpu.toNanos() / 1e3 / told;
        }
    }

    record Result(int gpus, long rows, List<Quarter> quarters) {
        Quarter all() {
            return quarters.stream()
                    .reduce((one, other) -> new Quarter(
                            one.told() + other.told(),
                            one.own().plus(other.own()),
                            one.postgres().plus(other.postgres())))
                    .orElseThrow();
        }
    }

    private final List<Row> rows;
    private final List<Statement> statements;

    PassesOfAnHour(int nodes, Duration interval, Exporter exporter) {
        var story = Drawing.of(1, nodes, new Span(Past.BEGIN, Past.BEGIN + 3_600L * (BEFORE + 1)));
        this.rows = new ArrayList<>(new Heard(story, exporter, interval.toSeconds(), new FailingScrapes(0)).rows());
        this.rows.sort(Comparator.comparingLong(Row::millis));
        this.statements = Past.statements(story);
    }

    public static void main(String[] args) throws Exception {
        CommandLine.run(DECLARATION, args, PassesOfAnHour::run);
    }

    private static void run(Settings settings) {
        var machine = Machine.here().text();
        try {
            var passes = new PassesOfAnHour(
                    Math.toIntExact(settings.get(NODES)), settings.get(INTERVAL), settings.get(EXPORTER));
            var text = text(machine, passes.measure());
            System.out.print(text);
            if (System.getProperty("update") != null) {
                Golden.section(Path.of("docs/benchmarks.md"), "passes").matches(text);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    Result measure() throws Exception {
        var begin = Instant.ofEpochSecond(Past.BEGIN);
        var told = new ArrayList<>(statements);
        told.sort(Comparator.comparingLong(Statement::millis));
        try (var kept = Kept.at(begin, Past.hour(BEFORE + 1))) {
            var from = Instant.EPOCH;
            for (var half = 1; half <= 2 * BEFORE; half++) {
                tell(kept, told, from, Past.hour(half / 2.0));
                from = Past.hour(half / 2.0);
                kept.passAt(from);
            }
            kept.vacuum();
            var quarters = new ArrayList<Quarter>();
            for (var minute = 1; minute <= MINUTES; minute += QUARTER) {
                quarters.add(quarter(kept, told, minute));
            }
            return new Result(
                    (int) rows.stream()
                            .map(row -> row.unit().id().gpu())
                            .distinct()
                            .count(),
                    rows.size(),
                    quarters);
        }
    }

    private Quarter quarter(Kept kept, List<Statement> told, int first) throws Exception {
        var count = 0L;
        var cpu = new ProcessTree.Cpu(Duration.ZERO, Duration.ZERO);
        for (var minute = first; minute < first + QUARTER; minute++) {
            var to = Past.hour(BEFORE).plusSeconds(60L * minute);
            count += tell(kept, told, to.minusSeconds(60), to);
            var before = cpu();
            kept.passAt(to);
            var took = cpu().since(before);
            cpu = new ProcessTree.Cpu(cpu.own().plus(took.own()), cpu.postgres().plus(took.postgres()));
        }
        return new Quarter(count, cpu.own(), cpu.postgres());
    }

    /// Tells all of a time, and returns how many readings that is.
    private long tell(Kept kept, List<Statement> told, Instant from, Instant to) throws Exception {
        var some = rows.subList(first(from), first(to));
        for (var at = 0; at < some.size(); at += PORTION) {
            kept.tell(some.subList(at, Math.min(some.size(), at + PORTION)), List.of());
        }
        kept.tell(
                List.of(),
                told.stream()
                        .filter(one -> one.millis() >= from.toEpochMilli() && one.millis() < to.toEpochMilli())
                        .toList());
        return some.size();
    }

    private int first(Instant since) {
        var low = 0;
        var high = rows.size();
        while (low < high) {
            var middle = (low + high) >>> 1;
            if (rows.get(middle).millis() < since.toEpochMilli()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static ProcessTree.Cpu cpu() {
        return new ProcessTree(
                        ProcessHandle.current().pid(),
                        Optional.of(Path.of("target", "test-postgres").toAbsolutePath()))
                .cpu();
    }

    static String text(String machine, Result result) {
        var text = new StringBuilder();
        text.append(String.format(Locale.ROOT, """
            %s. %,d GPUs, %,d readings of %d hours.

            | passes of these minutes, CPU for a reading that came in them | the analyzer's | PostgreSQL's |
            |---|---:|---:|
            """, machine, result.gpus(), result.rows(), BEFORE + 1));
        var minute = 1;
        for (var quarter : result.quarters()) {
            line(text, "%d to %d of the hour".formatted(minute, minute + QUARTER - 1), quarter);
            minute += QUARTER;
        }
        line(text, "all", result.all());
        return text.toString();
    }

    private static void line(StringBuilder text, String name, Quarter quarter) {
        text.append(String.format(
                Locale.ROOT,
                "| %s | %,.0f µs | %,.0f µs |%n",
                name,
                quarter.micros(quarter.own()),
                quarter.micros(quarter.postgres())));
    }
}
