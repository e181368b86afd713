package io.gpuledger.analyzer.durability;

import io.gpuledger.analyzer.parse.write.WriteMessages;
import io.gpuledger.analyzer.parse.write.WriteMessages.Sample;
import io.gpuledger.analyzer.parse.write.WriteMessages.Series;
import io.gpuledger.analyzer.parse.write.WriteVersion;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// What is sent by remote write: each GPU ticks ten times a second. A message has a second of a group of GPUs, and of
/// each metric of one half: a row comes in two messages over two connections, as the shards of a sender split it.
///
/// @param beginMillis the time of tick 0
record Traffic(long beginMillis, int gpus, int groups) {
    static final int TICK_MILLIS = 100;
    static final int TICKS_PER_SECOND = 10;
    private static final int MIDDLE = Metric.ALL.size() / 2;
    private static final List<List<Metric>> HALVES =
            List.of(Metric.ALL.subList(0, MIDDLE), Metric.ALL.subList(MIDDLE, Metric.ALL.size()));

    /// Which messages go one after the other.
    record Lane(int group, int half) {
        List<Metric> metrics() {
            return HALVES.get(half);
        }
    }

    /// Some 52,500 samples a second.
    static Traffic full() {
        return new Traffic(0, 210, 5);
    }

    /// Some 21,000.
    static Traffic light() {
        return new Traffic(0, 84, 2);
    }

    Traffic beginningNow() {
        return new Traffic(System.currentTimeMillis(), gpus, groups);
    }

    int samplesPerSecond() {
        return gpus * Metric.ALL.size() * TICKS_PER_SECOND;
    }

    /// Returns how many rows come into the backlog each second. A row of a GPU comes there as two halves, and
    /// each half counts as a row.
    int rowsPerSecond() {
        return gpus * HALVES.size() * TICKS_PER_SECOND;
    }

    List<Lane> lanes() {
        return IntStream.range(0, groups)
                .boxed()
                .flatMap(group -> IntStream.range(0, HALVES.size()).mapToObj(half -> new Lane(group, half)))
                .toList();
    }

    /// Both lanes that tell of the GPU.
    List<Lane> lanesOf(int gpu) {
        return lanes().stream().filter(lane -> lane.group() == gpu % groups).toList();
    }

    static String uuid(int gpu) {
        return "GPU-%04d".formatted(gpu);
    }

    long millis(long tick) {
        return beginMillis + tick * TICK_MILLIS;
    }

    /// How many samples a message of the lane has.
    int samples(Lane lane) {
        return (int) gpusOf(lane).count() * lane.metrics().size() * TICKS_PER_SECOND;
    }

    byte[] message(Lane lane, int second) {
        var series = gpusOf(lane)
                .boxed()
                .flatMap(gpu -> lane.metrics().stream().map(metric -> series(gpu, metric, second)))
                .toArray(Series[]::new);
        return WriteMessages.body(WriteVersion.V1, series);
    }

    private IntStream gpusOf(Lane lane) {
        return IntStream.range(0, gpus).filter(gpu -> gpu % groups == lane.group());
    }

    private Series series(int gpu, Metric metric, int second) {
        var uuid = uuid(gpu);
        var labels = List.of(
                "Hostname",
                "node-" + gpu / 8,
                "UUID",
                uuid,
                "__name__",
                metric.name(),
                "gpu",
                String.valueOf(gpu % 8),
                "modelName",
                "NVIDIA H100 80GB HBM3");
        var first = (long) second * TICKS_PER_SECOND;
        var samples = LongStream.range(first, first + TICKS_PER_SECOND)
                .mapToObj(tick -> new Sample(metric.said(uuid, tick), millis(tick)))
                .toList();
        return new Series(labels, samples);
    }
}
