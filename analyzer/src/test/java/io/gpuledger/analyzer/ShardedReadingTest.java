package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.embedded.TestPostgres;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whole analyzers read shards of one server into one database.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShardedReadingTest {
    private static final int GPUS = 24;
    private static final long MINUTE = 60_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String ALL = "1/1";

    /// What was told of units and of the cluster, whatever numbers these have in the database.
    private static final List<String> WRITTEN = List.of(
            "select jsonb_strip_nulls(to_jsonb(s) - 'unit_id')::text from gpu_ledger.v_sample s order by 1",
            "select jsonb_strip_nulls(to_jsonb(h) - 'unit_id')::text from gpu_ledger.v_holding h order by 1",
            """
            select o.kind || '/' || o.namespace || '/' || o.name || ' ' || a.name || '=' || coalesce(a.value, '') || ' '
                || a.since
            from gpu_ledger.attribute a join gpu_ledger.object o on o.id = a.object_id order by 1
            """);

    private static final String SOURCES = "select distinct source from gpu_ledger.read_progress order by 1";

    @TempDir
    private Path folder;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final long now = System.currentTimeMillis() / MINUTE * MINUTE;

    private String uuid() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    /// GPUs as three exporters tell of them, each on a node of its own, and some of that is of no GPU.
    private List<Map<String, String>> series() {
        System.out.println("ShardedReadingTest seed " + seed);
        var series = new ArrayList<Map<String, String>>();
        for (var i = 0; i < GPUS; i++) {
            var node = "node-" + i;
            var gpu = "GPU-" + uuid();
            var pod = Map.of("namespace", "a", "pod", "train-" + i, "container", "main");
            for (var metric : List.of("DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_PROF_SM_ACTIVE", "DCGM_FI_DEV_POWER_USAGE")) {
                series.add(with(pod, "__name__", metric, "UUID", gpu, "Hostname", node, "gpu", "0"));
            }
            series.add(with(Map.of(), "__name__", "nvidia_smi_power_draw_watts", "uuid", uuid(), "node", node));
            series.add(with(Map.of(), "__name__", "gpu_gfx_activity", "gpu_uuid", uuid(), "hostname", node));
            series.add(with(Map.of(), "__name__", "kube_node_info", "node", node));
            series.add(with(
                    Map.of(),
                    "__name__",
                    "kube_node_status_capacity",
                    "node",
                    node,
                    "resource",
                    "nvidia_com_gpu",
                    "unit",
                    "integer"));
        }
        return series;
    }

    private static Map<String, String> with(Map<String, String> labels, String... more) {
        var all = new TreeMap<>(labels);
        for (var i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    private Main.Running analyzer(String name, TestPostgres.Database database, SelectedPeer peer, String shard)
            throws IOException {
        var password = Files.writeString(folder.resolve("password"), database.password());
        String[] arguments = {
            "serve",
            "--listen=127.0.0.1:0",
            "--data-dir=" + folder.resolve(name),
            "--database-url=" + database.url(),
            "--database-user=" + database.user(),
            "--database-password-file=" + password,
            "--from-prometheus=" + peer.url(),
            "--prometheus-days=1",
            "--prometheus-shard=" + shard,
            "--booking-interval=1s",
        };
        var settings = ((Invocation.Run) Invocation.of(Main.DECLARATION, Map.of(), arguments)).settings();
        return Main.run(settings, new Reloads(Duration.ofDays(1), InstantSource.system()));
    }

    private static void awaitAll(Main.Running analyzer) {
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (!analyzer.ingest().reading().orElseThrow().isFilled() || !analyzer.isAllBooked()) {
            assertThat(System.nanoTime())
                    .as(() -> analyzer.ingest().reading().toString())
                    .isLessThan(until);
            LockSupport.parkNanos(20_000_000);
        }
    }

    private static List<String> rows(TestPostgres.Database database, String sql) throws SQLException {
        var rows = new ArrayList<String>();
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                var statement = connection.createStatement();
                var results = statement.executeQuery(sql)) {
            while (results.next()) {
                rows.add(results.getString(1));
            }
        }
        return rows;
    }

    private static Set<String> ids(Collection<Map<String, String>> series, String label) {
        return series.stream().flatMap(one -> Stream.ofNullable(one.get(label))).collect(Collectors.toSet());
    }

    private static void assertSame(TestPostgres.Database some, TestPostgres.Database others) throws SQLException {
        for (var sql : WRITTEN) {
            assertThat(rows(some, sql)).isEqualTo(rows(others, sql)).isNotEmpty();
        }
    }

    @Test
    void two_shards_come_to_the_same_rows_as_all_and_each_is_asked_for_its_own() throws Exception {
        var series = series();
        try (var whole = TestPostgres.freshDatabase();
                var sharded = TestPostgres.freshDatabase();
                var one = peer(series);
                var other = peer(series)) {
            try (var all = analyzer("all", whole, one, ALL)) {
                awaitAll(all);
            }
            assertThat(one.given()).containsAll(series);

            try (var first = analyzer("first", sharded, one, "1/2");
                    var second = analyzer("second", sharded, other, "2/2")) {
                awaitAll(first);
                awaitAll(second);
                assertThat(first.bookkeeping().isKeeper())
                        .isNotEqualTo(second.bookkeeping().isKeeper());
            }

            assertEachHasItsOwn(one.given(), other.given(), series);
            assertSame(whole, sharded);
            assertThat(rows(whole, SOURCES)).containsExactly(one.url());
            assertThat(rows(sharded, SOURCES))
                    .containsExactlyInAnyOrder("shard 1/2 of " + one.url(), "shard 2/2 of " + other.url());
        }
    }

    private SelectedPeer peer(List<Map<String, String>> series) {
        return new SelectedPeer(series, now - 180 * MINUTE, now - 10 * MINUTE);
    }

    private static void assertEachHasItsOwn(
            Collection<Map<String, String>> first,
            Collection<Map<String, String>> second,
            Collection<Map<String, String>> all) {
        for (var label : List.of("UUID", "uuid")) {
            var both = Stream.of(first, second)
                    .flatMap(given -> ids(given, label).stream())
                    .toList();
            assertThat(both).as(label).containsExactlyInAnyOrderElementsOf(ids(all, label));
        }
        assertThat(ids(first, "resource")).isNotEmpty();
        assertThat(ids(second, "resource")).isEmpty();
    }

    /// As when the number of shards changes: the past is read anew, and what is there is not written twice.
    @Test
    void what_another_shard_has_read_before_merges() throws Exception {
        try (var whole = TestPostgres.freshDatabase();
                var changed = TestPostgres.freshDatabase();
                var peer = peer(series())) {
            try (var all = analyzer("all", whole, peer, ALL)) {
                awaitAll(all);
            }
            for (var shard : List.of("1/3", ALL)) {
                try (var analyzer = analyzer("changed", changed, peer, shard)) {
                    awaitAll(analyzer);
                }
            }

            assertSame(whole, changed);
        }
    }
}
