package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gpuledger.analyzer.store.embedded.TestPostgres;
import io.gpuledger.analyzer.store.postgres.Rows;
import io.gpuledger.gate.PackagedProgram;
import io.gpuledger.gate.Repository;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The packaged analyzer, from pages to tables.
@Timeout(300)
class IntakeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /// This is the bcrypt hash of the password `secret`.
    private static final String HASH = "$2y$10$Z/sDdNbmxHtiDBSMIdjDBuL9jflX.NtfYTRpdMNK9UVg5DPHISBh6";

    private static final String SHARED = """
        # HELP DCGM_FI_DEV_GPU_UTIL GPU utilization (in %).
        # TYPE DCGM_FI_DEV_GPU_UTIL gauge
        DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-shared",modelName="NVIDIA L4",Hostname="node-9",namespace="a",pod="one",container="c"} 64
        DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-shared",modelName="NVIDIA L4",Hostname="node-9",namespace="b",pod="two",container="c"} 64
        DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-shared",modelName="NVIDIA L4",Hostname="node-9"} forty
        DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-shared",modelName="NVIDIA L4",Hostname="node-9"} 9223372036854775794
        """;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final TestPostgres.Database database = TestPostgres.freshDatabase();
    private HttpServer pages;

    @BeforeEach
    void serve_pages() throws IOException {
        pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        page("/ours", Repository.read(Repository.root().resolve("exporter/src/test/resources/golden/pages/mixed.txt")));
        page("/shared", SHARED);
        page("/broken", "<html>not metrics</html>\n");
        pages.start();
    }

    private void page(String path, String text) {
        pages.createContext(path, exchange -> {
            var body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, body.length);
            try (var out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
    }

    @AfterEach
    void stop_pages() {
        pages.stop(0);
        client.close();
        database.close();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + pages.getAddress().getPort() + path;
    }

    private RunningProgram start(String... more) throws IOException {
        var password = Files.writeString(folder.resolve("password"), database.password());
        var arguments = new ArrayList<>(List.of(
                "serve",
                "--listen=127.0.0.1:0",
                "--data-dir=" + folder.resolve("data"),
                "--database-url=" + database.url(),
                "--database-user=" + database.user(),
                "--database-password-file=" + password,
                "--scrape-interval=1s"));
        arguments.addAll(Arrays.asList(more));
        return new PackagedProgram("gpu-analyzer").start(arguments.toArray(String[]::new));
    }

    private static String address(RunningProgram analyzer) throws InterruptedException {
        return analyzer.await("serving (https?://127\\.0\\.0\\.1:\\d+)");
    }

    private HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    }

    @Test
    void what_exporters_say_is_in_the_database_and_how_it_went_is_told() throws Exception {
        var targets = String.join(",", url("/ours"), url("/shared"), url("/broken"), url("/ours"), "127.0.0.1:1");
        try (var analyzer = start("--scrape-targets=" + targets, "--cluster=east")) {
            var address = address(analyzer);

            assertThat(awaited("""
                select cluster, node, model, utilization_ratio::text, power_watts::text
                from gpu_ledger.v_sample where gpu = 'GPU-shared' order by ts limit 1
                """)).isEqualTo("east|node-9|NVIDIA L4|0.64|null");
            assertThat(awaited("select string_agg(distinct pod, ' ' order by pod) from gpu_ledger.v_holding"))
                    .isEqualTo("one two");
            assertThat(awaited("select count(distinct gpu) || ' ' || count(distinct instance)"
                            + " from gpu_ledger.v_sample where node = 'node-1' having count(distinct instance) > 0"))
                    .isEqualTo("8 4");
            assertThat(get(address + "/readyz").body()).contains("takes in and writes");
            assertThat(awaited(address + "/api/v1/targets", "\"health\":\"up\".*\"health\":\"down\""))
                    .contains(
                            "is found by static and by static",
                            "\"problems\":1",
                            "nothing on it is a metric: at byte 0");
            assertThat(get(address + "/metrics").body())
                    .contains("gpu_analyzer_samples_total{result=\"mapped\"}", "gpu_analyzer_database_up 1.0");
            assertThat(analyzer.terminate().exitCode()).isZero();
        }
    }

    @Test
    void who_is_not_let_in_can_neither_ask_nor_write() throws Exception {
        var web = Files.writeString(folder.resolve("web.yml"), "basic_auth_users:\n  prometheus: " + HASH + "\n");
        try (var analyzer = start("--web-config-file=" + web)) {
            var address = address(analyzer);
            for (var path : List.of("/metrics", "/api/v1/targets", "/readyz")) {
                assertThat(get(address + path).statusCode()).as(path).isEqualTo(401);
            }
            var write = HttpRequest.newBuilder(URI.create(address + "/api/v1/write"))
                    .POST(HttpRequest.BodyPublishers.ofString("x"))
                    .build();
            assertThat(client.send(write, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void a_database_that_a_newer_version_made_is_refused() throws Exception {
        try (var analyzer = start()) {
            address(analyzer);
            assertThat(analyzer.terminate().exitCode()).isZero();
        }
        execute("insert into gpu_ledger.flyway_schema_history"
                + " select max(installed_rank) + 1, '9999', 'later', 'SQL', 'V9999__later.sql', 1, 'me', now(), 1, true"
                + " from gpu_ledger.flyway_schema_history");
        try (var analyzer = start()) {
            assertThat(analyzer.exitCode()).isEqualTo(1);
            assertThat(analyzer.output())
                    .contains("made by a newer version of this program")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void a_folder_that_another_analyzer_has_is_refused() throws Exception {
        try (var analyzer = start()) {
            address(analyzer);
            try (var second = start()) {
                assertThat(second.exitCode()).isEqualTo(1);
                assertThat(second.output())
                        .contains(folder.resolve("data").toString())
                        .doesNotContain("\tat ");
            }
        }
    }

    /// The first row of the answer, once there is one.
    private String awaited(String sql) throws SQLException, InterruptedException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            var rows = rows(sql);
            if (!rows.isEmpty() && !rows.getFirst().equals("null")) {
                return rows.getFirst();
            }
            assertThat(System.nanoTime()).as("nothing answers " + sql).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private String awaited(String url, String pattern) throws IOException, InterruptedException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            var body = get(url).body();
            if (body.replace("\n", "").matches(".*" + pattern + ".*")) {
                return body;
            }
            assertThat(System.nanoTime()).as(body).isLessThan(deadline);
        }
    }

    private List<String> rows(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                var statement = connection.createStatement()) {
            return Rows.of(statement.executeQuery(sql));
        }
    }

    private void execute(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
