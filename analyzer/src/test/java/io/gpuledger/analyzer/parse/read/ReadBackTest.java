package io.gpuledger.analyzer.parse.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.proto.ProtoWriter;
import io.gpuledger.analyzer.parse.proto.SnappyWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Samples go into real servers, and come back by each of the ways that these have.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReadBackTest {
    private static final long HOUR = 3_600_000;
    private static final double[] INFINITIES = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 5};

    @TempDir
    private Path folder;

    private final long began = System.currentTimeMillis() - HOUR;
    /// It begins and ends amid the samples.
    private final TimeRange range = new TimeRange(began + 60_000, began + HOUR / 2);

    private final Map<String, List<Kept>> sent = new LinkedHashMap<>();
    private final Random random = new Random();

    @BeforeEach
    void say_the_seed() {
        var seed = System.nanoTime();
        System.out.println("ReadBackTest seed " + seed);
        random.setSeed(seed);
    }

    /// Sends two series, and one that nobody asks for.
    private void fill(RealServer server) throws IOException, InterruptedException {
        send(server, "power", samples(2_000, 1_800, this::quarters));
        send(server, "idle", samples(240, 15_000, this::quarters));
        server.write(labels("power", "of nobody"), samples(10, 15_000, this::quarters));
    }

    private void send(RealServer server, String name, List<Kept> samples) throws IOException, InterruptedException {
        sent.put(name + "{gpu=\"0\",node=\"a\"}", samples);
        server.write(labels(name, "0"), samples);
    }

    private static List<String> labels(String name, String gpu) {
        return List.of("__name__", name, "gpu", gpu, "node", "a");
    }

    /// Returns samples at steps of about so many milliseconds.
    private List<Kept> samples(int count, long step, LongUnaryOperator bits) {
        var samples = new ArrayList<Kept>();
        for (var i = 0; i < count; i++) {
            var late = random.nextInt(5) > 0 ? 0 : random.nextLong(step);
            samples.add(new Kept(began + i * step + late, bits.applyAsLong(i)));
        }
        return samples;
    }

    /// Each server keeps such values as they are, and some are the end of the series.
    private long quarters(long index) {
        return Double.doubleToRawLongBits(index % 60 == 30 ? Samples.END : random.nextInt(1_000) / 4.0);
    }

    private static List<Matcher> matchers(String names) {
        return List.of(
                new Matcher(Matcher.Type.LIKE, Matcher.METRIC_NAME, names),
                new Matcher(Matcher.Type.LIKE, "gpu", "[0-9]"));
    }

    private void assertArrived(Recorder recorder, String names, Predicate<Kept> isWanted) {
        var wanted = sent.entrySet().stream()
                .filter(series -> series.getKey().matches("(" + names + ")\\{.*"))
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        series -> series.getValue().stream()
                                .filter(one -> range.has(one.millis()))
                                .filter(isWanted)
                                .toList()));
        assertThat(recorder.samples).isEqualTo(wanted);
        assertThat(recorder.begun).hasSameSizeAs(wanted.keySet());
    }

    private static boolean isValue(Kept sample) {
        return !Samples.isEnd(sample.bits());
    }

    private Recorder streamed(RealServer server, String names)
            throws IOException, InterruptedException, BadAnswerException {
        var recorder = new Recorder();
        var response = server.post("/api/v1/read", ReadRequest.of(range, matchers(names)));
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith(ChunkStream.CONTENT_TYPE);
        try (var in = response.body()) {
            new ChunkStream(range, ReadLimits.USUAL, recorder).read(in);
        }
        return recorder;
    }

    /// Asks for more than the range, and as those do who know of no streams.
    private Recorder answered(RealServer server, String names)
            throws IOException, InterruptedException, BadAnswerException {
        var query = new ProtoWriter()
                .varint(1, range.fromMillis() - 1_000)
                .varint(2, range.toMillis() + 1_000)
                .message(3, new ProtoWriter().varint(1, 2).text(2, "__name__").text(3, names))
                .message(3, new ProtoWriter().varint(1, 2).text(2, "gpu").text(3, "[0-9]"));
        var request = new ProtoWriter().message(1, query);
        var recorder = new Recorder();
        var response = server.post("/api/v1/read", SnappyWriter.compress(request.toBytes()));
        assertThat(response.headers().firstValue("Content-Type")).contains(SamplesAnswer.CONTENT_TYPE);
        var body = response.body().readAllBytes();
        new SamplesAnswer(range, ReadLimits.USUAL, recorder).read(body, body.length);
        return recorder;
    }

    private Recorder selected(RealServer server, String names)
            throws IOException, InterruptedException, BadAnswerException {
        var query = "%s[%dms]".formatted(Matcher.selector(matchers(names)), range.toMillis() - range.fromMillis() + 1);
        var recorder = new Recorder();
        try (var in = server.get("/api/v1/query?time=%d.%03d&query=%s"
                .formatted(range.toMillis() / 1_000, range.toMillis() % 1_000, RealServer.encoded(query)))) {
            new MatrixAnswer(range, ReadLimits.USUAL, recorder).read(in);
        }
        return recorder;
    }

    private Recorder exported(RealServer server, String names)
            throws IOException, InterruptedException, BadAnswerException {
        var recorder = new Recorder();
        try (var in = server.get("/api/v1/export?start=%d&end=%d&match%%5B%%5D=%s"
                .formatted(
                        range.fromMillis() / 1_000,
                        range.toMillis() / 1_000 + 1,
                        RealServer.encoded(Matcher.selector(matchers(names)))))) {
            new ExportLines(range, ReadLimits.USUAL, recorder).read(in);
        }
        return recorder;
    }

    @Test
    void what_prometheus_keeps_comes_back_by_each_of_its_ways()
            throws IOException, InterruptedException, BadAnswerException {
        try (var server = RealServer.prometheus(folder)) {
            fill(server);
            // So many bits do not fit into one frame.
            send(server, "noise", samples(200_000, 18, _ -> random.nextLong()));

            assertArrived(streamed(server, "power|idle|noise"), "power|idle|noise", _ -> true);
            assertArrived(answered(server, "power|idle|noise"), "power|idle|noise", _ -> true);
            assertArrived(selected(server, "power|idle"), "power|idle", ReadBackTest::isValue);
        }
    }

    @Test
    void what_victoria_metrics_keeps_comes_back_by_each_of_its_ways()
            throws IOException, InterruptedException, BadAnswerException {
        try (var server = RealServer.victoriaMetrics(folder)) {
            fill(server);
            send(server, "limit", samples(240, 15_000, i -> Double.doubleToRawLongBits(INFINITIES[(int) i % 3])));
            server.get("/internal/force_flush").close();

            assertArrived(exported(server, "power|idle|limit"), "power|idle|limit", _ -> true);
            var selected = selected(server, "power|idle|limit");
            // It says the ends of series there, too, but as what is not a number and nothing else.
            selected.samples.values().forEach(samples -> samples.removeIf(one -> Double.isNaN(one.value())));
            assertArrived(selected, "power|idle|limit", ReadBackTest::isValue);
        }
    }
}
