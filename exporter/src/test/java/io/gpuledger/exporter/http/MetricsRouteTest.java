package io.gpuledger.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.exposition.Page;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsRouteTest {
    private final Current current = new Current(System::nanoTime);
    private final HttpServer server = HttpServer.start(
            HttpSettings.at(Address.parse("127.0.0.1:0")),
            new Reloads(Duration.ZERO, InstantSource.system()),
            routing -> new MetricsRoute(current).add(routing));
    private final HttpClient client = HttpClient.newHttpClient();
    private final Snapshot snapshot = new Snapshot(Instant.ofEpochSecond(1_000), List.of(), List.of());
    private final Page page = Renderers.of("node").render(snapshot);

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private HttpResponse<byte[]> get(String... headers) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/metrics"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
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
        assertThat(get().statusCode()).isEqualTo(503);
    }
}
