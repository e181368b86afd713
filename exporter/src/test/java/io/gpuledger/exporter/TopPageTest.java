package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.simulated.Scenario;
import io.gpuledger.exporter.top.json.NodeJson;
import io.gpuledger.exporter.top.node.Measure;
import io.gpuledger.exporter.top.node.Node;
import io.gpuledger.exporter.top.node.Unit;
import io.gpuledger.exporter.top.node.Watch;
import io.gpuledger.exporter.top.page.Labels;
import io.gpuledger.exporter.top.page.MetricsPage;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Repository;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What `top` makes of pages.
class TopPageTest {
    private static Map<Labels, Double> sample(String line) {
        return LookedAt.read(line).family("gpu_x");
    }

    @Test
    void lines_are_read_as_the_text_format_says() {
        assertThat(sample("gpu_x 1.5")).containsExactly(Map.entry(new Labels(Map.of()), 1.5));
        assertThat(sample("gpu_x{a=\"b\",} 2 1700000000000"))
                .containsExactly(Map.entry(new Labels(Map.of("a", "b")), 2.0));
        assertThat(sample("gpu_x { a = \"}\" , b=\"\\\"\\\\\\n\" } +Inf")).isEmpty();
        assertThat(sample("gpu_x{ a = \"}\" , b=\"\\\"\\\\\\n\" } +Inf"))
                .containsExactly(Map.entry(new Labels(Map.of("a", "}", "b", "\"\\\n")), Double.POSITIVE_INFINITY));
    }

    @Test
    void what_is_no_sample_is_left_out() {
        for (var line : new String[] {
            "gpu_x",
            "gpu_x{",
            "gpu_x{a",
            "gpu_x{a=",
            "gpu_x{a=\"",
            "gpu_x{a=\"b\\",
            "gpu_x{a=\"b\"}",
            "gpu_x{a=\"b\"} x",
            "gpu_x{=\"b\"} 1",
            "gpu_x{a=\"b\" c=\"d\"} 1",
            "# gpu_x 1",
            "jvm_x 1"
        }) {
            assertThat(LookedAt.read(line).families()).as(line).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.exporter.FuzzSeeds#seeds")
    void whatever_names_the_exporter_writes_are_read_as_they_were(long seed) throws InterruptedException {
        var random = new Random(seed);
        var alphabet = "ab\\\"\n{}=, #\u00e4\u001b\ud83d\ude00";
        for (var each = 0; each < 50; each++) {
            var name = random.ints(1 + random.nextInt(8), 0, alphabet.codePointCount(0, alphabet.length()))
                    .mapToObj(at -> Character.toString(alphabet.codePointAt(alphabet.offsetByCodePoints(0, at))))
                    .collect(Collectors.joining());
            try (var node = new LookedAt(Scenario.parse("gpu l4 idle\n"), LookedAt.exclusive("team", name))) {
                assertThat(node.page(node.node().run(1))
                                .family("gpu_holder_info")
                                .keySet())
                        .as("seed %d", seed)
                        .singleElement()
                        .satisfies(labels -> assertThat(labels.get("pod")).contains(name));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.exporter.FuzzSeeds#seeds")
    void damaged_pages_break_nothing(long seed) throws InterruptedException {
        var random = new Random(seed);
        try (var node = new LookedAt(Scenario.builtIn("mig"), LookedAt.exclusive("team", "train"))) {
            var text = new StringBuilder(node.text(node.node().run(30)));
            for (var each = 0; each < 2000; each++) {
                text.setCharAt(random.nextInt(text.length()), (char) (random.nextInt(95) + ' '));
            }
            var page = LookedAt.read(text.toString());
            assertThat(NodeJson.of(Watch.begin(page, LookedAt.NOW).node(), "x", LookedAt.NOW))
                    .as("seed %d", seed)
                    .startsWith("{");
        }
    }

    @Test
    void activity_is_what_lies_between_two_pages() throws InterruptedException {
        try (var node = new LookedAt(Scenario.parse("gpu h100 square 400ms\n"))) {
            var gpu = node.after(60).node().gpus().getFirst();
            assertThat(gpu.of(Measure.SM).orElseThrow()).isBetween(0.45, 0.55);
            var first = Watch.begin(node.next(), LookedAt.NOW).node().gpus().getFirst();
            assertThat(first.of(Measure.SM)).as("of one page nothing is known").isEmpty();
            assertThat(first.of(Measure.UTILIZATION)).isPresent();
        }
    }

    @Test
    void json_has_stable_names_and_what_is_absent_is_absent() throws InterruptedException {
        try (var node = new LookedAt(
                Scenario.builtIn("lost"),
                LookedAt.shared(4, LookedAt.share("team", "a\u001b[2J", 1), LookedAt.share("team", "b", 2)))) {
            var json = NodeJson.of(node.after(45).node(), LookedAt.SOURCE, LookedAt.NOW);
            Golden.file("golden/top/lost.json")
                    .matches(json.replace(",\"", ",\n\"").replace("},{", "},\n{") + "\n");
            assertThat(json).doesNotContain("\u001b").doesNotContain("\n");
        }
        assertThat(NodeJson.failure("nobody answers", LookedAt.SOURCE, LookedAt.NOW))
                .isEqualTo("{\"time\":\"2026-11-28T14:03:22Z\",\"source\":\"http://127.0.0.1:9400/metrics\","
                        + "\"error\":\"nobody answers\"}");
    }

    /// Our own page without our own families is what dcgm-exporter serves.
    @Test
    void a_page_of_dcgm_exporter_s_is_understood() {
        var text = Repository.read(Path.of("src/test/resources/golden/pages/mig.txt"))
                .lines()
                .filter(line -> line.startsWith("DCGM_"))
                .collect(Collectors.joining("\n"));
        assertThat(text).isNotEmpty();
        var node = node(text);
        assertThat(node.gpus()).extracting(gpu -> gpu.place().toString()).contains("0", "1");
        assertThat(node.gpus().getFirst().instances()).isNotEmpty();
        var whole = node(Repository.read(Path.of("src/test/resources/golden/pages/lost.txt"))
                .lines()
                .filter(line -> line.startsWith("DCGM_"))
                .collect(Collectors.joining("\n")));
        var gpu = whole.gpus().getFirst();
        assertThat(gpu.of(Measure.TEMPERATURE)).contains(51.0);
        assertThat(gpu.of(Measure.MEMORY_USED)).contains(74526.0 * (1 << 20));
        assertThat(gpu.of(Measure.MEMORY_TOTAL)).contains((74526.0 + 6482 + 551) * (1 << 20));
        assertThat(gpu.of(Measure.TENSOR)).contains(0.51697);
        assertThat(gpu.info("model")).contains("NVIDIA H100 80GB HBM3");
        assertThat(gpu.of(Measure.BUSY)).isEmpty();
    }

    @Test
    void pods_on_dcgm_exporter_s_series_hold_their_gpu() {
        var node =
                node("DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",UUID=\"GPU-1\",modelName=\"H100\",Hostname=\"n\",namespace=\"a\","
                        + "pod=\"b\",container=\"c\"} 50\nDCGM_FI_DEV_XID_ERRORS{gpu=\"0\",UUID=\"GPU-1\"} 79\n");
        assertThat(node.name()).contains("n");
        assertThat(node.gpus().getFirst().holders())
                .singleElement()
                .satisfies(holder -> assertThat(holder.who().line()).isEqualTo("a/b/c"));
        assertThat(node.gpus())
                .flatExtracting(Unit::troubles)
                .singleElement()
                .hasToString("Trouble[grade=SEVERE, text=XID 79: GPU has fallen off the bus]");
    }

    private static Node node(String text) {
        MetricsPage page = LookedAt.read(text);
        return Watch.begin(page, LookedAt.NOW).node();
    }
}
