package io.gpuledger.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.PackagedProgram;
import io.gpuledger.gate.RunningProgram;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.Pages;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two weeks of 128 GPUs go into a real VictoriaMetrics by remote write, and are read back.
@Order(1)
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HistoryIT {
    /// No program but one of the system may listen there, so that no other story is played.
    private static final String NOBODY = "127.0.0.1:1";

    private static final int NODES = 17;
    private static final int GPUS = 128;
    private static final int DAYS = 14;
    private static final int STEP = 300;
    private static final int SEED = 5;
    private static final Pattern METRICS =
            Pattern.compile("gpu_(lost|observed_seconds_total|sm_active_seconds_total|holder_info)");

    @TempDir
    private static Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    /// What ends a series is not a number, and so it is shown.
    private final ObjectMapper json = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();
    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);
    private final long until = today.atStartOfDay(ZoneOffset.UTC).toEpochSecond();
    private final Span past = new Span(until - DAYS * 86_400L, until);
    private final int port = FreePort.find();

    private final RunningProgram victoria = victoria();

    private RunningProgram victoria() {
        return RunningProgram.start(List.of(
                Counterpart.find("victoria-metrics", "victoria-metrics").toString(),
                "-storageDataPath=" + folder,
                "-retentionPeriod=1",
                "-httpListenAddr=127.0.0.1:" + port));
    }

    @BeforeEach
    void wait_for_it() throws InterruptedException {
        victoria.await("(started VictoriaMetrics in)");
    }

    @AfterEach
    void stop() {
        victoria.close();
        client.close();
    }

    @Test
    void what_was_sent_is_what_is_there() throws IOException, InterruptedException {
        var sent = history();
        get("/internal/force_flush");

        assertThat(query("sum(count_over_time(up[%dd]))".formatted(DAYS)))
                .isEqualTo((NODES + 1L) * DAYS * 86_400 / STEP);
        assertThat(query("count(count by (uuid) (count_over_time(gpu_lost[%dd])))".formatted(DAYS)))
                .isEqualTo(GPUS);
        // Stale markers are sent, and counted by nobody.
        assertThat(sent).isBetween(total(), total() + total() / 100);
        assertSampledPages(Drawing.of(SEED, NODES, new Span(past.from(), until + 7 * 86_400L)));
    }

    private long history() throws InterruptedException {
        try (var history = new PackagedProgram("gpu-simulator")
                .start(
                        "history",
                        "--listen=" + NOBODY,
                        "--to=http://127.0.0.1:" + port + "/api/v1/write",
                        "--nodes=" + NODES,
                        "--seed=" + SEED,
                        "--days=" + DAYS,
                        "--today=" + today,
                        "--until=" + Instant.ofEpochSecond(until),
                        "--step=" + STEP + "s",
                        "--metrics=" + METRICS)) {
            var samples = Long.parseLong(history.await("sent all: (\\d+) samples"));
            assertThat(history.exitCode()).isZero();
            return samples;
        }
    }

    private long total() throws IOException, InterruptedException {
        return query("sum(count_over_time({__name__=~\"gpu_.*|up\"}[%dd]))".formatted(DAYS));
    }

    private long query(String promQl) throws IOException, InterruptedException {
        var answer = json.readTree(get(
                "/api/v1/query?time=" + (until - 1) + "&query=" + URLEncoder.encode(promQl, StandardCharsets.UTF_8)));
        return Math.round(answer.at("/data/result/0/value/1").asDouble());
    }

    private String get(String path) throws IOException, InterruptedException {
        var uri = URI.create("http://127.0.0.1:" + port + path);
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    /// At some instants of each node every sample that is there was sent, and no other.
    private void assertSampledPages(Story story) throws IOException, InterruptedException {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var pages = new Pages(story, past.from(), Exporter.GPU_EXPORTER, 1);
        for (var node = 0; node < NODES; node++) {
            var phase = node % STEP;
            var instants = new Random(seed + node)
                    .longs(6, 0, past.seconds() / STEP)
                    .sorted()
                    .map(tick -> past.from() + phase + tick * STEP)
                    .toArray();
            for (var second : instants) {
                var page = pages.at(node, second);
                assertThat(stored(story.fleet().nodes().get(node).name(), second))
                        .as("node %d at %d", node, second)
                        .isEqualTo(page.map(HistoryIT::samples).orElse(new TreeMap<>()));
            }
        }
    }

    private Map<String, Double> stored(String node, long second) throws IOException, InterruptedException {
        var selector = URLEncoder.encode("{instance=\"%s\",__name__!=\"up\"}".formatted(node), StandardCharsets.UTF_8);
        var export = get("/api/v1/export?match%%5B%%5D=%s&start=%d&end=%d".formatted(selector, second, second));
        var stored = new TreeMap<String, Double>();
        for (var line : export.lines().toList()) {
            var series = json.readTree(line);
            if (series.at("/values/0").isNumber()
                    && !Double.isNaN(series.at("/values/0").asDouble())) {
                var labels = new TreeMap<String, String>();
                series.get("metric")
                        .properties()
                        .forEach(label ->
                                labels.put(label.getKey(), label.getValue().asText()));
                List.of("cluster", "instance", "job").forEach(labels::remove);
                stored.put(labels.toString(), series.at("/values/0").asDouble());
            }
        }
        return stored;
    }

    private static Map<String, Double> samples(byte[] page) {
        var samples = new TreeMap<String, Double>();
        var line = Pattern.compile("(?m)^(gpu_\\w+)\\{(.*)} (\\S+)$");
        var label = Pattern.compile("(\\w+)=\"([^\"]*)\"");
        line.matcher(new String(page, StandardCharsets.UTF_8))
                .results()
                .filter(sample -> METRICS.matcher(sample.group(1)).matches())
                .forEach(sample -> {
                    var labels = new TreeMap<>(Map.of("__name__", sample.group(1)));
                    label.matcher(sample.group(2))
                            .results()
                            .filter(one -> !one.group(2).isEmpty())
                            .forEach(one -> labels.put(one.group(1), one.group(2)));
                    samples.put(labels.toString(), Double.parseDouble(sample.group(3)));
                });
        return samples;
    }
}
