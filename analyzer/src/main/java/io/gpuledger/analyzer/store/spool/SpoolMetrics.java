package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.Batch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/// Counts what the spool does, as `gpu_analyzer_spool_…`.
final class SpoolMetrics {
    private final MeterRegistry registry;
    private final Timer commits;
    private final Counter batches;
    private final Counter rows;
    private final Counter bytes;
    private final Counter droppedRows;
    private final Counter damages;
    private final Counter unknownValues;

    SpoolMetrics(MeterRegistry registry) {
        this.registry = registry;
        commits = Timer.builder("gpu.analyzer.spool.fsync")
                .description("How long it took to write batches to the disk, until they were safe there.")
                .register(registry);
        batches = counter("appended.batches", "Batches that were made safe.");
        rows = counter("appended.rows", "Rows and statements that were made safe.");
        bytes = Counter.builder("gpu.analyzer.spool.appended")
                .baseUnit("bytes")
                .description("Bytes that the appended batches took.")
                .register(registry);
        droppedRows = counter("dropped.rows", "Rows and statements that gave way because the spool was full.");
        damages = counter("corrupt.frames", "Places of segments that could not be read: what stood behind is lost.");
        unknownValues = counter("unknown.values", "Values of fields that this version does not have.");
    }

    private Counter counter(String name, String description) {
        return Counter.builder("gpu.analyzer.spool." + name)
                .description(description)
                .register(registry);
    }

    void appended(Batch batch) {
        batches.increment();
        rows.increment((double) batch.size());
    }

    void committed(long grownBytes, long nanos) {
        bytes.increment((double) grownBytes);
        commits.record(nanos, TimeUnit.NANOSECONDS);
    }

    void dropped(long howMany) {
        droppedRows.increment((double) howMany);
    }

    void damaged() {
        damages.increment();
    }

    void unknown(long howMany) {
        unknownValues.increment((double) howMany);
    }

    /// How many bytes a row took on average, so far; that of a usual one before.
    double bytesPerRow() {
        var usual = 150.0;
        return rows.count() == 0 ? usual : bytes.count() / rows.count();
    }

    <T> void gauge(String name, String unit, String description, T of, ToDoubleFunction<T> value) {
        var gauge = Gauge.builder("gpu.analyzer.spool" + name, of, value).description(description);
        (unit.isEmpty() ? gauge : gauge.baseUnit(unit)).register(registry);
    }
}
