package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// How fast, and in how few bytes, rows of a fleet go into the spool and come back. To be started by hand, with a
/// folder on the disk in question, and the number of nodes: `SpoolBenchmark /var/tmp/spool 12500`.
final class SpoolBenchmark {
    private static final int GPUS = 8;
    private static final int FIELDS = 40;
    private static final int SENDERS = 1000;

    private final Random random = new Random(1);
    private final int nodes;

    private SpoolBenchmark(int nodes) {
        this.nodes = nodes;
    }

    public static void main(String[] args) throws Exception {
        var benchmark = new SpoolBenchmark(Integer.parseInt(args[1]));
        for (var round = 0; round < Integer.getInteger("rounds", 4); round++) {
            benchmark.round(Path.of(args[0]));
        }
    }

    private void round(Path folder) throws Exception {
        var ticks = List.of(tick(0), tick(1), tick(2), tick(3));
        var rows = 4L * nodes * GPUS;
        var registry = new SimpleMeterRegistry();
        try (var spool = Spool.open(folder, new SpoolSettings(100L << 30), InstantSource.system(), registry)) {
            measure("append", rows, () -> {
                for (var tick : ticks) {
                    append(spool, tick);
                }
            });
            var bytes = registry.get("gpu.analyzer.spool.appended").counter().count();
            var forced = registry.get("gpu.analyzer.spool.fsync").timer();
            System.out.printf(
                    "        %.1f bytes a row, %d fsyncs of %.1f ms%n",
                    bytes / rows, forced.count(), forced.mean(TimeUnit.MILLISECONDS));
            measure("read back", rows, () -> readBack(spool, rows));
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void measure(String what, long rows, Work work) throws Exception {
        var cpu = cpuNanos();
        var start = System.nanoTime();
        work.run();
        var seconds = (System.nanoTime() - start) / 1e9;
        var micros = (cpuNanos() - cpu) / 1e3 / rows;
        System.out.printf(
                "%-10s %,d rows, %,.0f rows/s, %.2f us of processor time a row%n", what, rows, rows / seconds, micros);
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static void append(Spool spool, List<Batch> batches) throws Exception {
        var parts = new ArrayList<Future<?>>();
        try (var senders = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var sender = 0; sender < SENDERS; sender++) {
                var first = sender;
                parts.add(senders.submit(() -> {
                    for (var i = first; i < batches.size(); i += SENDERS) {
                        spool.take(batches.get(i));
                    }
                    return null;
                }));
            }
        }
        for (var part : parts) {
            part.get();
        }
    }

    private static void readBack(Spool spool, long rows) throws InterruptedException {
        var read = 0L;
        while (read < rows) {
            var portion = spool.next(20_000, Duration.ofSeconds(1)).orElseThrow();
            read += portion.rows().size();
            spool.written(portion);
        }
    }

    private List<Batch> tick(int number) {
        var batches = new ArrayList<Batch>(nodes);
        for (var node = 0; node < nodes; node++) {
            var rows = new ArrayList<Row>(GPUS);
            for (var gpu = 0; gpu < GPUS; gpu++) {
                rows.add(row(node, gpu, 1_700_000_000_000L + number * 30_000L));
            }
            batches.add(new Batch("http://10.0.%d.%d:9400/metrics".formatted(node / 250, node % 250), rows));
        }
        return batches;
    }

    private Row row(int node, int gpu, long millis) {
        var name = "%08x-3fa2-4c1b-9d5e-%012x".formatted(node, gpu);
        var unit = new Unit(
                new UnitId("production", "GPU-" + name, Optional.empty()),
                "gpu-node-" + node,
                Optional.of(Integer.toString(gpu)),
                Optional.of("NVIDIA H100 80GB HBM3"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        var holder = new Holder("team-" + node % 50, "train-" + node + "-worker-0", "main", Optional.of(name));
        var holding = new Holding(
                holder,
                Optional.of(new Holding.Share(1, 1, "exclusive")),
                OptionalDouble.of(seconds()),
                OptionalDouble.of(70_000_000_000.0));
        return new Row(unit, millis, values(), List.of(holding), List.of());
    }

    /// Returns random values, rounded as our exporter prints them.
    private Values values() {
        var said = 0L;
        var packed = new ArrayList<Double>();
        for (var field : Field.ALL.subList(0, FIELDS)) {
            said |= field.bit();
            packed.add(value(field));
        }
        return Values.of(said, packed.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private double value(Field field) {
        var isMemory = field.column().endsWith("_bytes");
        var isSeconds = field.column().endsWith("_seconds");
        if (field.isRatio()) {
            return random.nextInt(10_000) / 1e4;
        }
        if (isMemory) {
            return random.nextInt(80_000) * 1_048_576.0;
        }
        if (isSeconds) {
            return seconds();
        }
        return field.kind() == Field.Kind.GAUGE ? random.nextInt(700_000) / 1e3 : 0;
    }

    private double seconds() {
        return random.nextLong(10_000_000_000L) / 1e3;
    }
}
