package io.gpuledger.analyzer.store.database;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/// What upkeep tells of itself, and of the room that the database takes.
final class UpkeepMetrics {
    private final MeterRegistry registry;
    private final Map<String, TableSize> sizes = new ConcurrentHashMap<>();
    private volatile double diskUsed;

    UpkeepMetrics(MeterRegistry registry, boolean hasDisk) {
        this.registry = registry;
        if (hasDisk) {
            Gauge.builder("gpu.analyzer.disk.used", () -> diskUsed)
                    .description("How full the disk of the embedded database is.")
                    .baseUnit("ratio")
                    .register(registry);
        }
        for (var table : Days.FACTS) {
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

    /// @param why by age, or for want of room on the disk
    void dropped(String why) {
        Counter.builder("gpu.analyzer.dropped.days")
                .description("Days of samples that were dropped.")
                .tag("why", why)
                .register(registry)
                .increment();
    }
}
