package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.books.Agenda.Item;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchesTest {
    private static final long HOUR = 1_790_000_000_000L / Hour.MILLIS * Hour.MILLIS;
    private static final List<KnownGpu> FLEET =
            IntStream.range(0, 2_000).mapToObj(BatchesTest::gpu).toList();

    @ParameterizedTest
    @CsvSource({"1, 1000", "120, 480", "720, 80", "3600, 16", "1000000, 8"})
    void the_more_rows_a_gpu_has_the_fewer_gpus_are_booked_together(double rowsOfHour, int gpus) {
        assertThat(items(new Span(HOUR, HOUR + Hour.MILLIS), rowsOfHour))
                .extracting(item -> item.gpus().size())
                .first()
                .isEqualTo(gpus);
    }

    @Test
    void the_longer_the_time_the_fewer_gpus_are_booked_together() {
        assertThat(items(new Span(HOUR, HOUR + 12 * Hour.MILLIS), 120))
                .extracting(item -> item.gpus().size())
                .first()
                .isEqualTo(88);
    }

    @Test
    void what_a_batch_has_shown_counts_for_the_next() {
        var rates = List.of(3_600.0, 720.0, 120.0).iterator();
        var batches = batches(new Span(HOUR, HOUR + Hour.MILLIS), () -> rates.hasNext() ? rates.next() : 1_000_000);

        assertThat(batches.stream().limit(4))
                .extracting(batch -> batch.gpus().size())
                .containsExactly(16, 80, 480, 8);
    }

    @Test
    void each_gpu_is_booked_once_and_the_gpus_of_a_node_together() {
        for (var rowsOfHour : List.of(1.0, 120.0, 777.0, 3_600.0)) {
            var items = items(new Span(HOUR, HOUR + Hour.MILLIS), rowsOfHour);
            var nodes = items.stream()
                    .map(item -> item.gpus().stream()
                            .flatMap(gpu -> gpu.lastNode().stream())
                            .collect(Collectors.toSet()))
                    .toList();

            assertThat(items.stream().flatMap(item -> item.gpus().stream())).containsExactlyElementsOf(FLEET);
            assertThat(nodes.stream().mapToInt(Set::size).sum()).isEqualTo(250);
        }
    }

    private static List<Item> items(Span kept, double rowsOfHour) {
        return batches(kept, () -> rowsOfHour);
    }

    private static List<Item> batches(Span kept, DoubleSupplier rowsOfHour) {
        var batches = new ArrayList<Item>();
        var items = Agenda.of(new NodeGpus(FLEET), Map.of(), List.of(), kept, Long.MIN_VALUE);
        Batches.of(items, rowsOfHour, Duration.ofHours(1)).forEach(batches::add);
        return batches;
    }

    private static KnownGpu gpu(int number) {
        return new KnownGpu(
                number,
                new UnitId("here", "GPU-%05d".formatted(number), Optional.empty()),
                Optional.empty(),
                "",
                HOUR,
                HOUR + 12 * Hour.MILLIS,
                Map.of(),
                new TreeMap<>(Map.of(0L, "node-%03d".formatted(number / 8))));
    }
}
