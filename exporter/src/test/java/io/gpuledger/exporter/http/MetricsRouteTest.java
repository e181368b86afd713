package io.gpuledger.exporter.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.Run;
import io.gpuledger.exporter.exposition.Page;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class MetricsRouteTest {
    private static final String TIMEOUT = "X-Prometheus-Scrape-Timeout-Seconds";

    private final Current current = new Current(System::nanoTime);
    private final MetricsRoute route = new MetricsRoute(current, new ScrapeSettings(2));
    private final HttpServer server = HttpServer.start(
            HttpSettings.at(Address.parse("127.0.0.1:0")),
            new Reloads(Duration.ZERO, InstantSource.system()),
            route::add);
    private final HttpClient client = HttpClient.newHttpClient();
    private final Snapshot snapshot = new Snapshot(Instant.ofEpochSecond(1_000), List.of(), List.of(), List.of());
    private final Page page = Renderers.of("node").render(snapshot);

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private HttpResponse<byte[]> get(String... headers) throws IOException, InterruptedException {
        return client.send(request(headers), BodyHandlers.ofByteArray());
    }

    private HttpRequest request(String... headers) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/metrics"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return request.build();
    }

    @Test
    void the_page_goes_out_as_it_was_rendered() throws IOException, InterruptedException {
        current.publish(snapshot, page);
        var response = get();
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(response.headers().firstValue("Vary")).hasValue("Accept, Accept-Encoding");
        assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(response.body()).isEqualTo(page.plain(Format.TEXT));
        assertThat(page.plain(Format.TEXT)).asString().contains("gpu_exporter_snapshot_timestamp_seconds 1000.000\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"gzip", "gzip, deflate, br", "deflate;q=0.5,gzip;q=0.8", "gzip;q=1.0", "identity, gzip ; q=0.001"
            })
    void who_takes_gzip_gets_the_same_compressed(String accepted) throws IOException, InterruptedException {
        current.publish(snapshot, page);
        var response = get("Accept-Encoding", accepted);
        assertThat(response.headers().firstValue("Content-Encoding")).hasValue("gzip");
        try (var unzipped = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            assertThat(unzipped.readAllBytes()).isEqualTo(page.plain(Format.TEXT));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "gzip;q=0", "gzip;q=0.000, identity", "deflate", "x-gzipped", "br"})
    void who_does_not_take_gzip_gets_it_plain(String accepted) throws IOException, InterruptedException {
        current.publish(snapshot, page);
        var response = get("Accept-Encoding", accepted);
        assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(response.body()).isEqualTo(page.plain(Format.TEXT));
    }

    @Test
    void before_the_first_cycle_there_is_no_page_rather_than_an_empty_one() throws IOException, InterruptedException {
        var response = get();
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
    }

    @Test
    void a_scrape_that_says_its_timeout_waits_for_the_first_page() throws Exception {
        var waiting = client.sendAsync(request(TIMEOUT, "60"), BodyHandlers.ofByteArray());
        await(() -> route.inFlight() > 0);
        current.publish(snapshot, page);

        assertThat(waiting.get().body()).isEqualTo(page.plain(Format.TEXT));
    }

    @Test
    void a_scrape_waits_no_longer_than_it_says() throws IOException, InterruptedException {
        assertThat(get(TIMEOUT, "0.2").statusCode()).isEqualTo(503);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "0", "NaN", "Infinity", "1e9", "12345678", "1,5", "0.000"})
    void a_timeout_that_makes_no_sense_is_as_none(String timeout) throws IOException, InterruptedException {
        assertThat(get(TIMEOUT, timeout).statusCode()).isEqualTo(503);
        current.publish(snapshot, page);
        assertThat(get(TIMEOUT, timeout).statusCode()).isEqualTo(200);
    }

    @Test
    void more_scrapes_than_allowed_are_refused_with_the_reason_until_one_ends() throws Exception {
        var first = client.sendAsync(request(TIMEOUT, "60"), BodyHandlers.ofByteArray());
        var second = client.sendAsync(request(TIMEOUT, "60"), BodyHandlers.ofByteArray());
        await(() -> route.inFlight() == 2);

        var refused = get(TIMEOUT, "60");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(refused.body())
                .asString()
                .isEqualTo("2 scrapes are being answered; max-concurrent-scrapes allows no more.\n");

        current.publish(snapshot, page);
        assertThat(first.get().statusCode()).isEqualTo(200);
        assertThat(second.get().statusCode()).isEqualTo(200);
        await(() -> route.inFlight() == 0);
        assertThat(get().statusCode()).isEqualTo(200);
    }

    @Test
    void a_scraper_that_does_not_read_is_cut_when_its_own_timeout_is_over() throws Exception {
        current.publish(snapshot, hugePage());
        try (var slow = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            slow.getOutputStream()
                    .write("GET /metrics HTTP/1.1\r\nHost: localhost\r\n%s: 0.3\r\n\r\n"
                            .formatted(TIMEOUT)
                            .getBytes(US_ASCII));
            await(() -> route.inFlight() > 0);
            await(() -> route.inFlight() == 0);
        }
    }

    /// Returns a page that is longer than the buffers at both ends.
    private Page hugePage() {
        var runs = IntStream.range(0, 20_000)
                .mapToObj(i -> new Run("x".repeat(500) + i, true, Duration.ZERO, Optional.empty()))
                .toList();
        return Renderers.of("node").render(new Snapshot(Instant.EPOCH, List.of(), List.of(), runs));
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }
}
