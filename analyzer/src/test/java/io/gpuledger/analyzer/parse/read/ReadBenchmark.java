package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.Labels;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/// What reading a stream of chunks costs, by hand: `java -cp … io.gpuledger.analyzer.parse.read.ReadBenchmark`. A day
/// of 1,000 series, each 15 s, in chunks of 120 samples, as Prometheus keeps them.
final class ReadBenchmark {
    private static final int SERIES = 1_000;
    private static final int CHUNKS = 48;
    private static final int CHUNK_SAMPLES = 120;
    private static final int ROUNDS = 10;

    private ReadBenchmark() {}

    public static void main(String[] args) throws IOException, BadAnswerException {
        var random = new Random(1);
        measure("a gauge of whole numbers", _ -> random.nextInt(100));
        measure("a gauge that stands still", last -> random.nextInt(50) == 0 ? random.nextInt(100) : last);
        measure("a counter of joules", last -> last + random.nextInt(1_000_000) / 1_000.0);
    }

    private static void measure(String what, DoubleUnaryOperator next) throws IOException, BadAnswerException {
        var stream = stream(next);
        for (var round = 0; round < ROUNDS; round++) {
            var sum = new Sum();
            var began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            new ChunkStream(Answers.ALWAYS, ReadLimits.USUAL, sum).read(new ByteArrayInputStream(stream));
            var nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began;
            if (round == 0 || round >= ROUNDS - 3) {
                System.out.printf(
                        "%s, round %d: %.1f million samples a second of CPU, %.2f bytes each, %d read%n",
                        what, round, sum.count * 1e3 / nanos, (double) stream.length / sum.count, sum.count);
            }
        }
    }

    private static byte[] stream(DoubleUnaryOperator next) {
        var frames = new ArrayList<byte[]>();
        for (var series = 0; series < SERIES; series++) {
            var message = Answers.series("__name__", "power", "gpu", "" + series % 8, "node", "node-" + series / 8);
            var at = 1_760_000_000_000L + series;
            var value = 0.0;
            for (var chunk = 0; chunk < CHUNKS; chunk++) {
                var samples = new ArrayList<Kept>();
                for (var i = 0; i < CHUNK_SAMPLES; i++) {
                    value = next.applyAsDouble(value);
                    samples.add(Kept.of(at + (i % 9 == 0 ? 1 : 0), value));
                    at += 15_000;
                }
                message.message(2, Answers.chunk(samples));
            }
            frames.add(Answers.frame(message));
        }
        return Answers.joined(frames.toArray(byte[][]::new));
    }

    private static final class Sum implements SeriesSink {
        private long count;

        @Override
        public boolean series(String name, Labels labels) {
            return true;
        }

        @Override
        public void sample(long millis, double value) {
            count++;
        }
    }
}
