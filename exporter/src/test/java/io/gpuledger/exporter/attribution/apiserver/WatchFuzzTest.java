package io.gpuledger.exporter.attribution.apiserver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.apiserver.Objects.Pod;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// An API server that answers with whatever comes to its mind: the watch lives on, and when the server comes to its
/// senses the pods are right. `-Dfuzz.seeds=N` tries as many seeds.
@Timeout(600)
class WatchFuzzTest {
    private static final int ANSWERS = 150;
    private static final List<Integer> STATUSES =
            List.of(200, 200, 200, 200, 200, 202, 301, 400, 401, 403, 404, 409, 410, 429, 500, 503, 504, 599);
    private static final List<String> TOKENS = List.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"",
            "\\",
            "null",
            "1e999",
            "-",
            "\"items\"",
            "\"metadata\"",
            "\"object\"",
            "\"type\"",
            "\u0000",
            "\u00fc",
            "\uD800",
            "99999999999999999999",
            "\"resourceVersion\"",
            "\n",
            "true");

    @ParameterizedTest
    @MethodSource("io.gpuledger.exporter.FuzzSeeds#seeds")
    void no_answer_ends_the_watch(long seed) throws Exception {
        System.out.printf("COUNT: fuzz seed %d%n", seed);
        var random = new Random(seed);
        var waits = new Waits(
                Duration.ofMillis(1),
                Duration.ofMillis(2),
                Duration.ofMillis(1),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(5));
        try (var server = FakeApiServer.start().hasPod("node-1", Pod.of("train"))) {
            for (var i = 0; i < ANSWERS; i++) {
                var status = STATUSES.get(random.nextInt(STATUSES.size()));
                var body = answer(random);
                server.then(exchange -> {
                    exchange.sendResponseHeaders(status, 0);
                    exchange.getResponseBody().write(body);
                    if (body.length % 5 == 0) {
                        throw new IOException("broken");
                    }
                });
            }
            try (var watch =
                    new PodWatch(new Inquiry(server.settings(), "node-1", waits, InstantSource.system())).start()) {
                server.watch().tells("ERROR", Objects.status(410, "Expired"));
                server.watch();
                assertThat(watch.pods().count()).isEqualTo(1);
                assertThat(watch.contact().trouble()).isEmpty();
                assertThat(server.asked()).hasSizeGreaterThan(ANSWERS);
            }
        }
    }

    /// Returns something like a list or like events, with some of it changed.
    private static byte[] answer(Random random) {
        var pod = Pod.of("pod-" + random.nextInt(9)).version(random.nextInt()).json();
        var whole = random.nextBoolean()
                ? Objects.list(random.nextInt(999), random.nextInt(9) == 0 ? "more" : "", List.of(pod, pod))
                : "{\"type\":\"%s\",\"object\":%s}\n"
                        .formatted(random.nextBoolean() ? "ADDED" : "DELETED", pod)
                        .repeat(3);
        var text = new StringBuilder(whole);
        for (var changes = random.nextInt(4); changes > 0 && !text.isEmpty(); changes--) {
            var at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.setLength(at);
                case 1 -> text.deleteCharAt(at);
                case 2 -> text.insert(at, TOKENS.get(random.nextInt(TOKENS.size())));
                default -> text.insert(at, "[".repeat(random.nextInt(500)));
            }
        }
        return text.toString().getBytes(random.nextBoolean() ? UTF_8 : ISO_8859_1);
    }
}
