package io.gpuledger.analyzer.scrape.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetGroupsTest {
    private static final String JSON = """
        [
          {"targets": ["a:1", "b:1"], "labels": {"cluster": "x", "__metrics_path__": "/m"}, "note": [{}]},
          {"targets": ["c:1"], "labels": null},
          {"labels": {}},
          {"targets": []}
        ]
        """;

    private static final List<FoundTarget> FOUND = List.of(
            FoundTarget.of("a:1", Map.of("cluster", "x", "__metrics_path__", "/m")),
            FoundTarget.of("b:1", Map.of("cluster", "x", "__metrics_path__", "/m")),
            FoundTarget.of("c:1", Map.of()));

    @TempDir
    private Path folder;

    private static List<FoundTarget> json(String text) throws IOException {
        var bytes = text.getBytes(UTF_8);
        return TargetGroups.json(bytes, bytes.length);
    }

    private List<FoundTarget> yaml(String text) throws IOException {
        return TargetGroups.yaml(Files.writeString(folder.resolve("targets.yml"), text));
    }

    @Test
    void json_is_read() throws IOException {
        assertThat(json(JSON)).isEqualTo(FOUND);
        assertThat(json("[]")).isEmpty();
    }

    @Test
    void control_characters_are_refused() {
        assertThatIOException()
                .isThrownBy(() -> json("[{\"targets\": [\"a:1\"], \"labels\": {\"cluster\": \"x\\u0000\"}}]"))
                .withMessageContaining("no control characters (line 1)");
        assertThatIOException()
                .isThrownBy(() -> yaml("- targets: [a:1]\n  labels: {cluster: \"x\\0\"}\n"))
                .withMessageContaining("targets.yml:2: the value of cluster must be one word");
    }

    @Test
    void yaml_is_read() throws IOException {
        assertThat(yaml("""
            # by hand
            - targets: ["a:1", b:1]
              labels:
                cluster: x
                __metrics_path__: /m
            - targets:
                - c:1
            """)).isEqualTo(FOUND);
        assertThat(yaml("")).isEmpty();
        assertThat(yaml("[]")).isEmpty();
    }

    @Test
    void json_that_is_bad_says_where() {
        for (var bad : List.of(
                "",
                "{}",
                "[",
                "[1]",
                "[{]",
                "[{\"targets\": \"a\"}]",
                "[{\"targets\": [1]}]",
                "[{\"labels\": []}]",
                "[{\"labels\": {\"a\": 1}}]",
                "[] []",
                "[".repeat(10_000))) {
            assertThatIOException().isThrownBy(() -> json(bad)).withMessageContaining("line 1");
        }
    }

    @Test
    void yaml_that_is_bad_says_where() {
        for (var bad : List.of("- a", "a: [", "- targets: [[x]]", "- labels: x", "- labels: {a: [b]}", "[*x]")) {
            assertThatIOException().isThrownBy(() -> yaml(bad)).withMessageContaining("targets.yml");
        }
    }

    @Test
    void json_that_is_damaged_is_read_or_refused() {
        var seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            var text = JSON.getBytes(UTF_8);
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                text[random.nextInt(text.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(TargetGroups.json(text, 1 + random.nextInt(text.length)))
                        .isNotNull();
            } catch (IOException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
    }
}
