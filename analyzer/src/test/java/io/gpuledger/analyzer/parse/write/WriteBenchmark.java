package io.gpuledger.analyzer.parse.write;

import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.write.WriteMessages.Series;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/// What reading costs, by hand: `java -cp … io.gpuledger.analyzer.parse.write.WriteBenchmark`. Requests of 2,000
/// samples, as Prometheus sends them, of 100,000 known series with 300 bytes of labels, as dcgm-exporter has them.
final class WriteBenchmark {
    private static final int SERIES = 100_000;
    private static final int SAMPLES = 2_000;
    private static final int ROUNDS = 40;

    private WriteBenchmark() {}

    public static void main(String[] args) throws MalformedMessageException {
        for (var version : WriteVersion.values()) {
            var bodies = bodies(version);
            var slots = new AtomicInteger();
            var reader = new WriteReader(
                    new KnownSeries(6 << 20, new Random(1)),
                    SeriesRouter.to((_, _) -> SeriesConsumer.IGNORED, (_, _) -> slots.getAndIncrement()),
                    WriteLimits.ofMessage(16 << 20));
            for (var round = 0; round < ROUNDS; round++) {
                var began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                for (var body : bodies) {
                    reader.read(body, body.length, version, new TimeWindow(0, Long.MAX_VALUE));
                }
                var nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began;
                if (round == 0 || round >= ROUNDS - 5) {
                    System.out.printf(
                            "%s, round %d: %.1f us of CPU per 1,000 samples, %,d bytes a body%n",
                            version, round, nanos / 1e3 / (SERIES / 1_000.0), bodies.getFirst().length);
                }
            }
        }
    }

    private static List<byte[]> bodies(WriteVersion version) {
        var random = new Random(1);
        var bodies = new ArrayList<byte[]>();
        for (var first = 0; first < SERIES; first += SAMPLES) {
            var series = new Series[SAMPLES];
            for (var i = 0; i < SAMPLES; i++) {
                series[i] = series(first + i).with(random.nextInt(1_000) / 10.0, 1_760_000_000_000L + first);
            }
            bodies.add(WriteMessages.body(version, series));
        }
        return bodies;
    }

    /// The metrics of a GPU after each other, as they come from a page.
    private static Series series(int index) {
        var gpu = index / 60;
        var uuid = new Random(gpu);
        return Series.of(
                "__name__",
                "DCGM_FI_DEV_METRIC_" + index % 60,
                "DCGM_FI_DRIVER_VERSION",
                "580.65.06",
                "Hostname",
                "node-" + gpu / 8 + ".cluster.local",
                "UUID",
                "GPU-%016x-%08x".formatted(uuid.nextLong(), uuid.nextInt()),
                "container",
                "trainer",
                "device",
                "nvidia" + gpu % 8,
                "gpu",
                "" + gpu % 8,
                "instance",
                "10.0.%d.%d:9400".formatted(gpu / 8 / 250, gpu / 8 % 250),
                "job",
                "dcgm-exporter",
                "modelName",
                "NVIDIA H100 80GB HBM3",
                "namespace",
                "team-" + gpu % 17,
                "pci_bus_id",
                "00000000:%02X:00.0".formatted(gpu % 8 * 16),
                "pod",
                "training-job-%08x-worker-%d".formatted(uuid.nextInt(), gpu % 8));
    }
}
