package io.gpuledger.analyzer.scrape.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.scrape.http.RawServer;
import io.gpuledger.analyzer.scrape.http.Until;
import io.gpuledger.gate.EndOfThread;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@Timeout(600)
class DiscoveryTest {
    private static final TargetDefaults DEFAULTS =
            new TargetDefaults("http", "/metrics", Duration.ofSeconds(15), Duration.ofSeconds(10));

    @TempDir
    private Path folder;

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicReference<DiscoveredTargets> found =
            new AtomicReference<>(new DiscoveredTargets(List.of(), List.of(), true));
    private final ArrayList<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (var one : open.reversed()) {
            one.close();
        }
    }

    private static DiscoverySettings settings(String... args) {
        var declaration = new Declaration("gpu-analyzer", "", List.of(), DiscoverySettings.ALL);
        return DiscoverySettings.from(((Invocation.Run) Invocation.of(declaration, Map.of(), args)).settings());
    }

    private void start(String... args) {
        start(found::set, args);
    }

    private void start(Consumer<DiscoveredTargets> listener, String... args) {
        var reloads = new Reloads(Duration.ofMillis(20), InstantSource.system()).start();
        open.add(reloads);
        var discoveries = new CombinedDiscovery(
                settings(args).discoveries(reloads, InstantSource.system(), registry), DEFAULTS, listener);
        open.add(discoveries);
        discoveries.start();
    }

    private List<String> urls() {
        return found.get().targets().stream()
                .map(target -> target.url().toString())
                .toList();
    }

    private double refreshes(String pool, String result) {
        return registry.get("gpu.analyzer.discovery.refreshes")
                .tags("discovery", pool, "result", result)
                .counter()
                .count();
    }

    private void write(String file, String text) throws Exception {
        // As a careful person does, and Kubernetes.
        var draft = Files.writeString(folder.resolve(file + ".draft"), text);
        Files.move(draft, folder.resolve(file), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void targets_are_named_by_hand() {
        start("--scrape-targets", "a:9400, [fd00::1]:1,https://b/n/1/metrics?x=y,gpu_node:9400");

        assertThat(urls())
                .containsExactly(
                        "http://a:9400/metrics",
                        "http://[fd00::1]:1/metrics",
                        "https://b:443/n/1/metrics?x=y",
                        "http://gpu_node:9400/metrics");
        assertThat(found.get().targets().getFirst().labels()).isEqualTo(Map.of("instance", "a:9400", "job", "static"));
    }

    @Test
    void what_is_named_badly_is_refused_at_once() {
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> settings(
                        "--scrape-targets=a:b",
                        "--scrape-file-sd=targets.txt",
                        "--scrape-http-sd=a:1",
                        "--scrape-http-sd-interval=1ms"))
                .satisfies(e -> assertThat(e.problems()).hasSize(4));
        assertThatExceptionOfType(BadSettingsException.class).isThrownBy(() -> settings("--scrape-file-sd=/a*/b.json"));
    }

    @Test
    void a_target_that_is_found_twice_is_scraped_once() {
        start("--scrape-targets", "a:1,b:1,http://a:1/metrics");

        assertThat(urls()).containsExactly("http://a:1/metrics", "http://b:1/metrics");
        var dropped = found.get().dropped().getFirst();
        assertThat(dropped.isDuplicate()).isTrue();
        assertThat(dropped.reason()).contains("http://a:1/metrics", "scraped once");
    }

    @Test
    void targets_of_files_come_change_and_go() throws Exception {
        write("one.json", "[{\"targets\": [\"a:1\"]}]");
        start("--scrape-file-sd", folder.resolve("*.json") + "," + folder.resolve("by-hand.yml"));
        assertThat(urls()).containsExactly("http://a:1/metrics");
        // One file that is named is not there yet.
        assertThat(refreshes("file", "failed")).isEqualTo(1);
        assertThat(found.get().isComplete()).isFalse();

        write("by-hand.yml", "- targets: [b:1]\n  labels: {cluster: x}\n");
        Until.holds(() -> urls().equals(List.of("http://a:1/metrics", "http://b:1/metrics")));
        assertThat(found.get().isComplete()).isTrue();
        assertThat(found.get().targets().getLast().labels()).containsEntry("cluster", "x");

        write("two.json", "[{\"targets\": [\"c:1\"]}]");
        Until.holds(() -> urls().contains("http://c:1/metrics"));

        Files.delete(folder.resolve("one.json"));
        Until.holds(() -> urls().equals(List.of("http://c:1/metrics", "http://b:1/metrics")));
    }

    @Test
    void a_file_that_is_bad_keeps_what_it_said_and_holds_up_nobody() throws Exception {
        write("one.json", "[{\"targets\": [\"a:1\"]}]");
        write("two.json", "[{\"targets\": [\"b:1\"]}]");
        start("--scrape-file-sd", folder.resolve("*.json").toString());
        assertThat(urls()).hasSize(2);

        write("one.json", "[{\"targets\": [\"oops");
        write("two.json", "[{\"targets\": [\"c:1\"]}]");

        Until.holds(() -> urls().equals(List.of("http://a:1/metrics", "http://c:1/metrics")));
        Until.holds(() -> refreshes("file", "failed") >= 1);
        write("one.json", "[]");
        Until.holds(() -> urls().equals(List.of("http://c:1/metrics")));
    }

    @Test
    void targets_of_a_page_come_change_and_go_and_stay_while_it_is_away() throws Exception {
        var body = new AtomicReference<>("[{\"targets\": [\"a:1\"], \"labels\": {\"__metrics_path__\": \"/n/0\"}}]");
        var server = new RawServer((_, out) -> RawServer.say(out, RawServer.page(body.get())));
        open.add(server);
        start("--scrape-http-sd", server.url("/targets").toString(), "--scrape-http-sd-interval", "100ms");
        assertThat(urls()).containsExactly("http://a:1/n/0");
        assertThat(server.heads().getFirst())
                .contains("Accept: application/json\n", "X-Prometheus-Refresh-Interval-Seconds: 0.1\n");

        body.set("[{\"targets\": [\"b:1\", \"c:1\"]}]");
        Until.holds(() -> urls().equals(List.of("http://b:1/metrics", "http://c:1/metrics")));

        body.set("oops");
        Until.holds(() -> refreshes("http", "failed") >= 2);
        assertThat(urls()).hasSize(2);

        body.set("[]");
        Until.holds(() -> urls().isEmpty());
        body.set("[{\"targets\": [\"a:1\"]}]");
        Until.holds(() -> urls().size() == 1);

        server.close();
        var failed = refreshes("http", "failed");
        Until.holds(() -> refreshes("http", "failed") >= failed + 2);
        assertThat(urls()).hasSize(1);
    }

    @ResourceLock(EndOfThread.PROGRAM)
    @Test
    void the_program_ends_when_the_thread_that_asks_pages_does() throws Exception {
        var body = new AtomicReference<>("[]");
        try (var end = new EndOfThread();
                var server = new RawServer((_, out) -> RawServer.say(out, RawServer.page(body.get())))) {
            start(
                    now -> {
                        if (!now.targets().isEmpty()) {
                            throw new OutOfMemoryError("of the test");
                        }
                    },
                    "--scrape-http-sd",
                    server.url("/targets").toString(),
                    "--scrape-http-sd-interval",
                    "100ms");
            body.set("[{\"targets\": [\"a:1\"]}]");
            end.awaitTold();
        }
    }

    @Test
    void what_is_found_and_no_target_is_dropped_and_said() throws Exception {
        write("one.json", "[{\"targets\": [\"a:1\", \"a:b\"]}]");
        start("--scrape-file-sd", folder.resolve("one.json").toString());

        assertThat(urls()).hasSize(1);
        assertThat(found.get().dropped().getFirst().isDuplicate()).isFalse();
        assertThat(found.get().dropped().getFirst().reason()).contains("must be a URL");
    }
}
