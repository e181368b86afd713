package io.gpuledger.service.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GetTest {
    private final Exchange http =
            new Exchange(routing -> Get.route(routing, "/ball", (request, response) -> response.send("round\n")));

    @AfterEach
    void stop() {
        http.close();
    }

    @Test
    void a_path_that_nobody_serves_is_not_found() throws IOException, InterruptedException {
        assertThat(http.ask("GET", "/doll").statusCode()).isEqualTo(404);
        assertThat(http.ask("POST", "/doll").statusCode()).isEqualTo(404);
        assertThat(http.ask("GET", "/ball/doll").statusCode()).isEqualTo(404);
    }

    @Test
    void a_request_to_change_something_is_refused_with_what_is_allowed() throws IOException, InterruptedException {
        for (var method : new String[] {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"}) {
            var answer = http.ask(method, "/ball");

            assertThat(answer.statusCode()).as(method).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).as(method).contains("GET, HEAD");
            assertThat(answer.body()).as(method).contains("\"detail\":\"Only GET and HEAD are answered here.\"");
        }
    }

    @Test
    void a_refused_body_does_not_spoil_the_next_request() throws IOException, InterruptedException {
        var post = HttpRequest.newBuilder(http.request("POST", "/ball"), (name, value) -> true)
                .POST(BodyPublishers.ofString("x".repeat(100_000)))
                .build();

        assertThat(http.client().send(post, BodyHandlers.ofString()).statusCode())
                .isEqualTo(405);
        assertThat(http.ask("GET", "/ball").body()).isEqualTo("round\n");
    }

    @Test
    void a_head_tells_the_length_and_sends_no_body() throws IOException {
        var request = "%s /ball HTTP/1.1\r\nHost: localhost%s";
        try (var socket = http.connect(request.formatted("HEAD", "\r\n\r\n") + request.formatted("GET", ""))) {
            var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));

            assertThat(head(answer)).startsWith("HTTP/1.1 200 OK").contains("Content-Length: 6");
            assertThat(head(answer)).startsWith("HTTP/1.1 200 OK").contains("Content-Length: 6");
            assertThat(answer.readLine()).isEqualTo("round");
        }
    }

    private static List<String> head(BufferedReader answer) throws IOException {
        var lines = new ArrayList<String>();
        for (var line = answer.readLine(); !line.isEmpty(); line = answer.readLine()) {
            lines.add(line);
        }
        return lines;
    }
}
