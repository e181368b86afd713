package io.gpuledger.analyzer.store.upkeep;

import io.gpuledger.analyzer.store.postgres.Days;
import io.gpuledger.analyzer.store.postgres.TableSize;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/// The metrics of upkeep, and of the room that the database takes.
final class UpkeepMetrics {
    private final MeterRegistry registry;
    private final Map<String, TableSize> sizes = new ConcurrentHashMap<>();
    private volatile double diskUsed;
    private volatile double clockAhead;

    UpkeepMetrics(MeterRegistry registry, boolean hasDisk) {
        this.registry = registry;
        if (hasDisk) {
            Gauge.builder("gpu.analyzer.disk.used", () -> diskUsed)
                    .description("How full the disk of the embedded database is.")
                    .baseUnit("ratio")
                    .register(registry);
            for (var why : Watermark.Held.values()) {
                held(why);
            }
        }
        Gauge.builder("gpu.analyzer.clock.ahead", () -> clockAhead)
                .description("How far the clock is ahead of what targets and samples bear out.")
                .baseUnit("seconds")
                .register(registry);
        // There from the beginning, so that the first one shows as an increase.
        List.of("age", "disk").forEach(why -> dropped(why, 0));
        for (var table : Days.TABLES) {
            size(table, "gpu.analyzer.database.bytes", "Bytes on disk, indexes included.", TableSize::bytes);
            size(table, "gpu.analyzer.database.rows", "About how many rows there are.", TableSize::rows);
        }
    }

    private void size(String table, String name, String description, ToDoubleFunction<TableSize> value) {
        Gauge.builder(name, sizes, all -> value.applyAsDouble(all.getOrDefault(table, TableSize.NONE)))
                .description(description)
                .tag("table", table)
                .register(registry);
    }

    void size(String table, TableSize measured) {
        sizes.put(table, measured);
    }

    void diskUsed(double used) {
        diskUsed = used;
    }

    void clockAhead(Duration ahead) {
        clockAhead = ahead.toMillis() / 1_000.0;
    }

    void heldOn(Watermark.Held why) {
        held(why).increment();
    }

    private Counter held(Watermark.Held why) {
        return Counter.builder("gpu.analyzer.disk.holds")
                .description("How often, once a minute, the disk was too full and no day was dropped, as that would not"
                        + " help.")
                .tag("why", why.word())
                .register(registry);
    }

    /// @param why by age, or for want of room on the disk
    void dropped(String why) {
        dropped(why, 1);
    }

    private void dropped(String why, double count) {
        Counter.builder("gpu.analyzer.day.drops")
                .description("Days of samples that were dropped.")
                .tag("why", why)
                .register(registry)
                .increment(count);
    }
}
