package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.read.RealServer;
import io.gpuledger.analyzer.parse.read.SeriesSink;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.parse.write.WriteMessages;
import io.gpuledger.analyzer.parse.write.WriteMessages.Series;
import io.gpuledger.analyzer.parse.write.WriteVersion;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import io.gpuledger.analyzer.prometheus.peer.PeerSettings;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import io.gpuledger.analyzer.source.Catalog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Real servers are asked for shards by each of the ways that they have.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShardedWaysTest {
    private static final int SHARDS = 3;
    private static final int GPUS = 40;
    private static final long STEP = 15_000;
    private static final int SAMPLES = 8;
    private static final Catalog CATALOG = Catalog.of(List.of());
    private static final Set<String> CLUSTER = Set.of("kube_node_info");

    @TempDir
    private Path folder;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final long began =
            System.currentTimeMillis() - Duration.ofMinutes(20).toMillis();
    private final TimeRange range = new TimeRange(began, began + SAMPLES * STEP);

    /// Names and values by turns.
    private final List<List<String>> wanted = new ArrayList<>();

    private final List<List<String>> elsewhere = new ArrayList<>();

    private String uuid() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    private void fill(RealServer server) throws IOException, InterruptedException {
        System.out.println("ShardedWaysTest seed " + seed);
        for (var i = 0; i < GPUS; i++) {
            var gpu = "GPU-" + uuid();
            wanted.add(List.of("__name__", "DCGM_FI_DEV_GPU_UTIL", "UUID", gpu, "gpu", "0"));
            wanted.add(List.of("__name__", "DCGM_FI_PROF_SM_ACTIVE", "GPU_I_ID", "3", "UUID", gpu));
            wanted.add(List.of("__name__", "gpu_utilization_ratio", "uuid", gpu));
            wanted.add(List.of("__name__", "nvidia_smi_utilization_gpu_ratio", "uuid", gpu.substring(4)));
            // The target has a label of that name, which is a machine's id.
            wanted.add(List.of(
                    "__name__", "nvidia_smi_power_draw_watts", "exported_uuid", gpu.substring(4), "uuid", uuid()));
            wanted.add(List.of("__name__", "DCGM_FI_DEV_GPU_TEMP", "UUID", "GPU-" + uuid(), "exported_UUID", gpu));
            wanted.add(List.of("__name__", "DCGM_FI_DEV_FB_USED", "UUID", gpu, "uuid", "GPU-" + uuid()));
            wanted.add(List.of("__name__", "dcgm_power_usage", "uuid", gpu));
            wanted.add(List.of("__name__", "gpu_gfx_activity", "gpu_uuid", uuid()));
            wanted.add(List.of("__name__", "DCGM_FI_DEV_XID_ERRORS", "UUID", "GPU-" + i));
            wanted.add(List.of("__name__", "kube_node_info", "node", "n" + i, "system_uuid", uuid()));
        }
        elsewhere.add(List.of("__name__", "up", "UUID", "GPU-" + uuid()));
        var series = new ArrayList<Series>();
        wanted.forEach(labels -> series.add(series(labels)));
        elsewhere.forEach(labels -> series.add(series(labels)));
        var body = WriteMessages.body(WriteVersion.V1, series.toArray(Series[]::new));
        server.post("/api/v1/write", body).body().close();
    }

    private Series series(List<String> labels) {
        var series = new Series(labels, List.of());
        for (var i = 0; i < SAMPLES; i++) {
            series = series.with(i, began + i * STEP);
        }
        return series;
    }

    /// Counts the samples of each series.
    private static final class Counted implements SeriesSink {
        final Map<Map<String, String>, Integer> samples = new HashMap<>();
        private Map<String, String> current = Map.of();

        @Override
        public boolean series(String name, Labels labels) {
            var all = new TreeMap<>(Map.of("__name__", name));
            labels.forEach(all::put);
            current = all;
            assertThat(samples.put(all, 0)).as("%s is given once", all).isNull();
            return true;
        }

        @Override
        public void sample(long millis, double value) {
            samples.merge(current, 1, Integer::sum);
        }
    }

    private void look(RealServer server, Way way) throws IOException, PeerException, InterruptedException {
        var settings =
                new PeerSettings(server.uri(""), Map.of(), Duration.ofSeconds(30), Credentials.NONE, TlsFiles.NONE);
        var all = new Counted();
        try (var peer = new Peer(settings, Timekeeper.system())) {
            for (var number = 1; number <= SHARDS; number++) {
                look(peer, way, new Shard(number, SHARDS), all);
            }
        }
        assertThat(all.samples).hasSameSizeAs(wanted);
        assertThat(all.samples.values()).containsOnly(SAMPLES);
    }

    /// @param all hears what is passed on
    private void look(Peer peer, Way way, Shard shard, Counted all) throws PeerException, InterruptedException {
        var ofShard = Wanted.of(CATALOG, CLUSTER, shard);
        new Survey(peer, ofShard).ask(way, range, all, () -> {});

        var given = new Counted();
        for (var question : ofShard.questions()) {
            way.read(peer, range, question, given);
        }
        assertThat(given.samples.keySet())
                .filteredOn(series -> ids(series).anyMatch(id -> !shard.hasGpu(id)))
                .as("what shard %s is given although it is another's", shard)
                .allMatch(series -> series.getOrDefault("__name__", "").matches("gpu_gfx_activity|dcgm_power_usage")
                        || series.getOrDefault("UUID", "").length() < 8);
    }

    private static Stream<String> ids(Map<String, String> series) {
        var labels = new ArrayList<String>();
        series.forEach((name, value) -> {
            labels.add(name);
            labels.add(value);
        });
        return CATALOG.gpu(series.getOrDefault("__name__", ""), Labels.of(labels)).stream();
    }

    @Test
    void prometheus_gives_each_shard_its_own_by_each_of_its_ways() throws Exception {
        try (var server = RealServer.prometheus(folder)) {
            fill(server);

            look(server, Way.REMOTE_READ);
            look(server, Way.QUERY);
        }
    }

    @Test
    void victoria_metrics_gives_each_shard_its_own_by_each_of_its_ways() throws Exception {
        try (var server = RealServer.victoriaMetrics(folder)) {
            fill(server);
            server.get("/internal/force_flush").close();

            look(server, Way.EXPORT);
            look(server, Way.QUERY);
        }
    }
}
