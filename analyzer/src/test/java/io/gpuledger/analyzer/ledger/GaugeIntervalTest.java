package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// For how long the value of a gauge holds, recounted as its definition says it: three times the median of the gaps
/// among the last twenty readings and the next one.
class GaugeIntervalTest {
    private static final long MEMORY = Reach.MILLIS - 3 * Duration.ofHours(1).toMillis();
    private static final Unit UNIT = Unit.of(new UnitId("here", "GPU-1", Optional.empty()), "node-1");

    @Test
    void a_value_holds_for_three_medians_of_the_gaps_around_it_or_until_the_next() {
        var seed = new SplittableRandom().nextLong();
        System.out.println("seed " + seed);
        var random = new SplittableRandom(seed);
        for (var round = 0; round < 3_000; round++) {
            var rows = rows(random);

            assertThat(Gauged.of(rows, Basis.UTILIZATION, Field.UTILIZATION_RATIO, Quiet.UNKNOWN))
                    .extracting(Stretch::span)
                    .isEqualTo(recounted(rows));
        }
    }

    private static List<Row> rows(SplittableRandom random) {
        var rows = new ArrayList<Row>();
        var usual = 1_000L * random.nextInt(1, 120);
        var told = random.nextDouble();
        var at = 1_790_000_000_000L;
        for (var left = random.nextInt(60); left > 0; left--) {
            var field = random.nextDouble() < told ? Field.UTILIZATION_RATIO : Field.TEMPERATURE_CELSIUS;
            rows.add(new Row(UNIT, at, Values.of(field.bit(), new double[] {0.5}), List.of(), List.of()));
            at += switch (random.nextInt(12)) {
                case 0 -> random.nextLong(1, 4 * usual);
                case 1 -> random.nextLong(1, Duration.ofHours(7).toMillis());
                default -> usual;
            };
        }
        return rows;
    }

    private static List<Span> recounted(List<Row> rows) {
        var told = IntStream.range(0, rows.size())
                .filter(at -> isTold(rows.get(at)))
                .toArray();
        var spans = new ArrayList<Span>();
        for (var i = 0; i < told.length; i++) {
            var from = rows.get(told[i]).millis();
            var most = from + 3 * interval(rows, told, told[i]);
            spans.add(new Span(
                    from,
                    i + 1 < told.length ? Math.min(most, rows.get(told[i + 1]).millis()) : most));
        }
        return spans;
    }

    private static long interval(List<Row> rows, int[] told, int at) {
        var gaps = IntStream.range(1, told.length)
                .filter(i -> told[i - 1] >= at - 20 && told[i] <= at + 1)
                .filter(i -> rows.get(told[i - 1]).millis() >= rows.get(at).millis() - MEMORY)
                .mapToLong(
                        i -> rows.get(told[i]).millis() - rows.get(told[i - 1]).millis())
                .filter(gap -> gap <= MEMORY)
                .sorted()
                .toArray();
        return gaps.length == 0
                ? 30_000
                : Math.min(gaps[gaps.length / 2], Duration.ofHours(1).toMillis());
    }

    private static boolean isTold(Row row) {
        return row.values().get(Field.UTILIZATION_RATIO).isPresent();
    }
}
