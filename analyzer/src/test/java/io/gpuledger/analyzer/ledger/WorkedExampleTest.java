package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holdings;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The examples in docs/ledger.md say what the ledger books.
class WorkedExampleTest {
    private static final Path DOCUMENT = Path.of("docs/ledger.md");
    private static final List<State> COLUMNS =
            State.ALL.stream().filter(state -> state != State.STRANDED).toList();
    private static final Span HOUR = Tale.span("09:00", "10:00");

    /// One GPU, which is read each minute for three hours.
    private static final Tale WHOLE = new Tale()
            .told("08:00", "13:00")
            .cordoned("09:00", "09:10")
            .held("train-0", "09:20", "11:40")
            .active("09:24", "10:20", 0.75)
            .active("11:00", "11:20", 0.5)
            .lost("11:20:01", "11:30")
            .restarted("11:30")
            .unhealthy("11:30", "11:40")
            .shared("serve-0", "11:40", "13:00", 1, 4)
            .active("11:40", "13:00", 0.1)
            .does("serve-0", "11:40", "13:00", 0.1);

    @Test
    void the_accounts_of_a_gpu_add_up_to_its_hours() {
        var table = new ArrayList<String>();
        table.add("| minutes | %s | sum |".formatted(cells(state -> "`%s`".formatted(state.word()))));
        table.add("|---|%s---:|".formatted("---:|".repeat(COLUMNS.size())));
        for (var hour : List.of("09:00", "10:00", "11:00")) {
            table.add(line("from " + hour, new Span(Tale.at(hour), Tale.at(hour) + Hour.MILLIS)));
        }
        table.add(line("all three hours", Tale.span("09:00", "12:00")));
        Golden.section(DOCUMENT, "accounts of a gpu").matches(String.join("\n", table) + "\n");
    }

    private static String line(String name, Span span) {
        var sum = COLUMNS.stream().mapToDouble(state -> minutes(state, span)).sum();
        assertThat(sum).isCloseTo(span.millis() / 60_000.0, within(1e-9));
        return "| %s | %s | %.0f |".formatted(name, cells(state -> "%.0f".formatted(minutes(state, span))), sum);
    }

    private static String cells(Function<State, String> cell) {
        return COLUMNS.stream().map(cell).collect(Collectors.joining(" | "));
    }

    private static double minutes(State state, Span span) {
        return Ledger.entries(WHOLE.facts(), span).stream()
                        .filter(entry -> entry.account().state() == state)
                        .mapToLong(Entry::millis)
                        .sum()
                / 60_000.0;
    }

    @Test
    void the_instances_of_a_gpu_and_the_rest_add_up_to_its_hour() {
        var table = new ArrayList<>(List.of("| unit | state | milliseconds |", "|---|---|---:|"));
        var entries = Ledger.entries(cut(), HOUR);
        entries.forEach(entry -> table.add("| %s | `%s` | %,d |"
                .formatted(
                        entry.unit().instance().orElseThrow(),
                        entry.account().state().word(),
                        entry.millis())));
        assertThat(entries.stream().mapToLong(Entry::millis).sum()).isEqualTo(Hour.MILLIS);
        Golden.section(DOCUMENT, "accounts of instances").matches(String.join("\n", table) + "\n");
    }

    /// An H100 with an instance of three slices, which a pod holds and keeps half busy, and one of two slices, which
    /// nobody holds.
    private static GpuFacts cut() {
        var rows = new HashMap<UnitId, List<Row>>();
        Stream.iterate(HOUR.from() - 60_000, at -> at <= HOUR.to(), at -> at + 60_000)
                .forEach(at -> {
                    add(rows, instance("3g.40gb", 3, at, List.of(Holdings.exclusive("team", "serve-1"))));
                    add(rows, instance("2g.20gb", 2, at, List.of()));
                });
        return new GpuFacts(
                Tale.GPU,
                Timeline.always("NVIDIA H100 80GB HBM3"),
                rows,
                List.of(HOUR),
                List.of(),
                List.of(),
                (holder, _) -> Tenant.unknown(new Owner(holder.namespace(), holder.pod(), Optional.empty())),
                HOUR.to());
    }

    private static void add(Map<UnitId, List<Row>> rows, Row row) {
        rows.computeIfAbsent(row.unit().id(), _ -> new ArrayList<>()).add(row);
    }

    private static Row instance(String profile, int slices, long at, List<Holding> holdings) {
        var unit = new Unit(
                new UnitId("here", "GPU-1", Optional.of(profile)),
                "node",
                Optional.empty(),
                Optional.empty(),
                Optional.of(profile),
                Optional.empty(),
                Optional.of(slices),
                Optional.empty());
        var observed = (at - HOUR.from()) / 1000.0 + 100_000;
        var values = Map.of(Field.OBSERVED_SECONDS, observed, Field.SM_ACTIVE_SECONDS, observed / 2);
        return new Row(unit, at, values(values), holdings, List.of());
    }

    private static Values values(Map<Field, Double> values) {
        var fields = values.keySet().stream().sorted().toList();
        return Values.of(
                fields.stream().mapToLong(Field::bit).sum(),
                fields.stream().mapToDouble(values::get).toArray());
    }
}
