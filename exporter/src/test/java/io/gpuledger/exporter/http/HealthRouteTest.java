package io.gpuledger.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class HealthRouteTest {
    @Test
    void it_answers_as_dcgm_exporter_does() throws IOException, InterruptedException {
        var reloads = new Reloads(Duration.ZERO, InstantSource.system());
        try (var server = HttpServer.start(
                        HttpSettings.at(new Address("127.0.0.1", 0)), reloads, new HealthRoute()::add);
                var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/health"))
                    .build();
            var answer = client.send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("OK");
            assertThat(answer.headers().firstValue("X-Registry-Available")).contains("true");
            assertThat(answer.headers().firstValue("X-Reload-In-Progress")).isEmpty();
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; charset=UTF-8");
        }
    }
}
