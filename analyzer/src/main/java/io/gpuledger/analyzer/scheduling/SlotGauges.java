package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.diagnosis.StrandedNode;
import io.gpuledger.analyzer.store.pods.Room;
import io.gpuledger.analyzer.store.pods.StrandedTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Tells for how many pods there could be room, if those that may move stood closer together. Each pod is read for
/// that, so it is looked up so seldom that it takes no more than a fiftieth of all time.
final class SlotGauges implements Look {
    private static final List<Integer> SIZES = List.of(1, 2, 4, 8);
    private static final long SELDOM = 50;

    private final StrandedTables tables;
    private final InstantSource clock;
    private final MultiGauge slots;
    private long next = Long.MIN_VALUE;

    SlotGauges(Database database, Set<String> maintenanceTaints, InstantSource clock, MeterRegistry registry) {
        this.tables = new StrandedTables(database, maintenanceTaints);
        this.clock = clock;
        this.slots = MultiGauge.builder("gpu.slots.after.repacking")
                .description(
                        "For how many pods of so many GPUs on one node there could be room, if the pods that may move"
                                + " were put closer together.")
                .register(registry);
    }

    @Override
    public String trouble() {
        return "The room that repacking would make is not told";
    }

    @Override
    public void lose() {
        slots.register(List.of(), true);
        next = Long.MIN_VALUE;
    }

    @Override
    public void look() {
        if (clock.millis() < next) {
            return;
        }
        var begin = System.nanoTime();
        tell(tables.room(clock.millis(), Optional.empty()));
        next = clock.millis() + (System.nanoTime() - begin) / 1_000_000 * SELDOM;
    }

    private void tell(Room room) {
        slots.register(
                room.slots(Size::of, (node, size) -> node.slots(size.gpus())).entrySet().stream()
                        .<Row<?>>map(one ->
                                Row.of(one.getKey().tags(), one.getValue().closer()))
                        .toList(),
                true);
    }

    private record Size(String cluster, String sku, int gpus) {
        static Stream<Size> of(StrandedNode node) {
            return SIZES.stream()
                    .filter(_ -> node.areWhole())
                    .map(gpus -> new Size(node.cluster(), node.sku().orElse(""), gpus));
        }

        Tags tags() {
            return Tags.of("cluster", cluster, "sku", sku, "size", String.valueOf(gpus));
        }
    }
}
