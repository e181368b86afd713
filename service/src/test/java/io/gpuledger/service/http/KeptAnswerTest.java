package io.gpuledger.service.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptAnswerTest {
    private static byte[] body(int length) {
        var body = new byte[length];
        IntStream.range(0, length).forEach(i -> body[i] = (byte) ('a' + i % 26));
        return body;
    }

    private static Exchange keeping(byte[] body) {
        return new Exchange(
                routing -> Get.route(routing, "/kept", (request, response) -> KeptAnswer.send(response, body)));
    }

    private static void hasLength(HttpResponse<String> answer, int length) {
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Length")).hasValue(Integer.toString(length));
        assertThat(answer.headers().firstValue("Transfer-Encoding")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 511, 512, 513, 1_000_000})
    void it_arrives_whole_again_and_again_and_a_head_tells_its_length(int length)
            throws IOException, InterruptedException {
        try (var http = keeping(body(length))) {
            for (var time = 0; time < 3; time++) {
                var answer = http.ask("GET", "/kept");
                hasLength(answer, length);
                assertThat(answer.body()).isEqualTo(new String(body(length), US_ASCII));
                var head = http.ask("HEAD", "/kept");
                hasLength(head, length);
                assertThat(head.body()).isEmpty();
            }
        }
    }

    @Test
    void what_is_kept_stays_as_it_is() throws IOException, InterruptedException {
        var kept = body(10_000);
        try (var http = keeping(kept)) {
            http.ask("GET", "/kept");
            assertThat(kept).isEqualTo(body(10_000));
        }
    }
}
