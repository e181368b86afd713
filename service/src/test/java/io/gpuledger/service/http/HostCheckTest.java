package io.gpuledger.service.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.settings.Address;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HostCheckTest {
    private static Exchange listening(String host) {
        var settings = new HttpSettings(
                new Address(host, 0), HttpLimits.DEFAULT, Optional.empty(), Set.of("gpus.example.com"));
        return new Exchange(
                settings, routing -> Get.route(routing, "/ball", (request, response) -> response.send("round\n")));
    }

    private static String answer(Exchange http, String host) throws IOException {
        try (var client = http.connect("GET /ball HTTP/1.1\r\nHost: %s\r\nConnection: close".formatted(host))) {
            return new String(client.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LocalHost:9400",
                "localhost.",
                "127.0.0.1",
                "127.0.0.2:80",
                "[::1]:80",
                "gpus.example.com",
                "GPUs.example.com:443"
            })
    void a_listener_on_loopback_answers_to_its_own_names(String host) throws IOException {
        try (var http = listening("127.0.0.1")) {
            assertThat(answer(http, host)).startsWith("HTTP/1.1 200").endsWith("round\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example.com", "localhost.evil.example.com:8080", "127.0.0.1.nip.io", "10.0.0.1"})
    void a_listener_on_loopback_refuses_names_that_were_made_to_mean_it(String host) throws IOException {
        try (var http = listening("127.0.0.1")) {
            assertThat(answer(http, host))
                    .startsWith("HTTP/1.1 421")
                    .contains("listens on loopback", "--web-host-names")
                    .doesNotContain("round");
        }
    }

    @Test
    void a_listener_for_everybody_answers_to_any_name() throws IOException {
        try (var http = listening("0.0.0.0")) {
            assertThat(answer(http, "node-7.example.com")).startsWith("HTTP/1.1 200");
        }
    }
}
