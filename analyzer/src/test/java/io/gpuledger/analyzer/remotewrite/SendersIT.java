package io.gpuledger.analyzer.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.remotewrite.Receiver.Arrived;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.RunningProgram;
import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Real senders, which scrape a page each second and send on what they find.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SendersIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    private final AtomicInteger scrapes = new AtomicInteger();
    /// The receiver's clock is late by so much, until the page is scraped for the fourth time.
    private volatile Duration late = Duration.ZERO;
    private final HttpServer page = HttpServer.start(
            HttpSettings.at(new Address("127.0.0.1", 0)),
            new Reloads(Duration.ZERO, InstantSource.system()),
            routing -> Get.route(routing, "/metrics", (_, response) -> response.send(page())));
    private final Receiver receiver = new Receiver(
            Receiver.SETTINGS, () -> InstantSource.system().instant().minus(late));

    /// The first is another one at each scrape, so that each sample can be told from the others.
    private String page() {
        var number = scrapes.incrementAndGet();
        if (number == 4) {
            late = Duration.ZERO;
        }
        return """
            # TYPE power gauge
            power{gpu="0",uuid="GPU-1"} %d
            power{gpu="1",uuid="GPU-2"} 71.5
            idle{gpu="1"} 0
            ignored{gpu="0"} 5
            """.formatted(number);
    }

    @AfterEach
    void close() {
        page.close();
        receiver.close();
    }

    private RunningProgram prometheus() throws IOException {
        var prometheus = Counterpart.find("prometheus", "prometheus");
        var config = Files.writeString(folder.resolve("prometheus.yml"), scrape() + """
            remote_write:
              - url: http://127.0.0.1:%d/api/v1/write
                queue_config:
                  batch_send_deadline: 100ms
            """.formatted(receiver.port()));
        return RunningProgram.start(List.of(
                prometheus.toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:0"));
    }

    private RunningProgram vmagent() throws IOException {
        var vmagent = Counterpart.find("vmagent", "victoria-metrics");
        var config = Files.writeString(folder.resolve("vmagent.yml"), scrape());
        return RunningProgram.start(List.of(
                vmagent.toString(),
                "-promscrape.config=" + config,
                "-remoteWrite.url=http://127.0.0.1:" + receiver.port() + "/api/v1/write",
                "-remoteWrite.tmpDataPath=" + folder.resolve("queue"),
                "-remoteWrite.flushInterval=100ms",
                "-httpListenAddr=127.0.0.1:0"));
    }

    private String scrape() {
        return """
            global:
              scrape_interval: 1s
            scrape_configs:
              - job_name: exporters
                static_configs:
                  - targets: ["127.0.0.1:%d"]
            """.formatted(page.port());
    }

    /// Waits until one arrives that is wanted; returns all that came until then.
    private List<Arrived> await(Predicate<Arrived> wanted) throws InterruptedException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        var all = new ArrayList<Arrived>();
        while (System.nanoTime() < deadline) {
            var next = receiver.arrived.poll(1, TimeUnit.SECONDS);
            if (next != null) {
                all.add(next);
                if (wanted.test(next)) {
                    return all;
                }
            }
        }
        throw new AssertionError("what is wanted is not among " + all);
    }

    private String gpu(String name, int index) {
        return "%s{gpu=\"%d\",instance=\"127.0.0.1:%d\",job=\"exporters\"".formatted(name, index, page.port());
    }

    private Predicate<Arrived> scrape(int number) {
        return one -> one.series().startsWith(gpu("power", 0)) && one.value() == number;
    }

    private void the_page_arrives() throws InterruptedException {
        var began = System.currentTimeMillis();
        var all = await(scrape(3));
        all.addAll(await(one -> one.series().startsWith(gpu("idle", 1))));
        assertThat(all)
                .anySatisfy(one -> {
                    assertThat(one.series()).isEqualTo(gpu("power", 1) + ",uuid=\"GPU-2\"}");
                    assertThat(one.value()).isEqualTo(71.5);
                    assertThat(one.millis()).isBetween(began - 60_000, System.currentTimeMillis());
                })
                .anySatisfy(one -> {
                    assertThat(one.series()).isEqualTo(gpu("idle", 1) + "}");
                    assertThat(one.value()).isZero();
                })
                .noneSatisfy(one -> assertThat(one.series()).startsWith("ignored"));
        assertThat(new HashSet<>(all)).hasSameSizeAs(all);
        assertThat(receiver.asked()).doesNotHaveDuplicates();
    }

    /// The first three answers are 503.
    private void what_is_not_taken_arrives_later_and_once() throws InterruptedException {
        var all = await(scrape(6));
        all.addAll(await(scrape(7)));
        for (var number = 1; number <= 7; number++) {
            assertThat(all).filteredOn(scrape(number)).as("scrape %d", number).hasSize(1);
        }
        assertThat(requests("503")).isEqualTo(3);
    }

    private double requests(String code) {
        return receiver.metric("gpu_analyzer_remote_write_requests_total{code=\"" + code + "\",version=\"1\"}")
                .orElse(0);
    }

    private void refuseThree() {
        var refusals = new AtomicInteger();
        receiver.gate = () -> {
            if (refusals.getAndIncrement() < 3) {
                throw new NotTakenException("the disk is full");
            }
        };
    }

    @Test
    void what_prometheus_scrapes_arrives() throws IOException, InterruptedException {
        try (var _ = prometheus()) {
            the_page_arrives();
        }
    }

    @Test
    void what_vmagent_scrapes_arrives() throws IOException, InterruptedException {
        try (var _ = vmagent()) {
            the_page_arrives();
        }
    }

    @Test
    void prometheus_sends_again_what_was_not_taken() throws IOException, InterruptedException {
        refuseThree();
        try (var _ = prometheus()) {
            what_is_not_taken_arrives_later_and_once();
        }
    }

    @Test
    void vmagent_sends_again_what_was_not_taken() throws IOException, InterruptedException {
        refuseThree();
        try (var _ = vmagent()) {
            what_is_not_taken_arrives_later_and_once();
        }
    }

    /// The first samples are of a future that is too far away for the receiver.
    private void what_is_refused_for_good_never_arrives() throws InterruptedException {
        var all = await(scrape(6));
        assertThat(all).noneMatch(scrape(1)).noneMatch(scrape(2));
        assertThat(requests("400")).isBetween(1.0, 4.0);
    }

    @Test
    void prometheus_does_not_send_again_what_was_refused_for_good() throws IOException, InterruptedException {
        late = Duration.ofMinutes(12);
        try (var _ = prometheus()) {
            what_is_refused_for_good_never_arrives();
        }
    }

    @Test
    void vmagent_does_not_send_again_what_was_refused_for_good() throws IOException, InterruptedException {
        late = Duration.ofMinutes(12);
        try (var _ = vmagent()) {
            what_is_refused_for_good_never_arrives();
        }
    }
}
