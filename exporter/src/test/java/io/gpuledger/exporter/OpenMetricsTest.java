package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.counters.CountersSource;
import io.gpuledger.exporter.device.simulated.Scenario;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenMetricsTest {
    private static Stream<String> samples(String page) {
        return page.lines().filter(line -> !line.startsWith("#"));
    }

    private static List<String> heads(String page, String kind) {
        return page.lines().filter(line -> line.startsWith("# " + kind + " ")).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "mixed, default-counters.csv",
        "faults, dcp-metrics-included.csv",
        "mig, 1.x-compatibility-metrics.csv",
        "empty, default-counters.csv"
    })
    void has_the_very_samples_of_the_text_format_and_ends_where_it_says(String scenario, String list)
            throws InterruptedException {
        try (var node = new VirtualNode(Scenario.builtIn(scenario), 1)) {
            node.show(Renderers.ofAll("node-1", new CountersSource.BuiltIn(list).read()));
            var page = node.render(node.run(45));
            var text = VirtualNode.text(page, Format.TEXT);
            var openMetrics = VirtualNode.text(page, Format.OPEN_METRICS);
            assertThat(samples(openMetrics))
                    .containsExactlyElementsOf(samples(text).toList());
            assertThat(openMetrics).endsWith("\n# EOF\n").containsOnlyOnce("# EOF");
            assertThat(text).doesNotContain("# EOF");
        }
    }

    /// https://prometheus.io/docs/specs/om/open_metrics_spec/#counter: a counter's samples end in `_total`, its family
    /// does not. What is no such counter to OpenMetrics is of unknown type.
    @ParameterizedTest
    @CsvSource({"mixed, default-counters.csv", "mig, 1.x-compatibility-metrics.csv"})
    void each_family_is_there_once_in_one_piece_and_sorted(String scenario, String list) throws InterruptedException {
        try (var node = new VirtualNode(Scenario.builtIn(scenario), 1)) {
            node.show(Renderers.ofAll("node-1", new CountersSource.BuiltIn(list).read()));
            var page = node.render(node.run(45));
            for (var format : Format.values()) {
                var lines = VirtualNode.text(page, format);
                var types = heads(lines, "TYPE");
                var names = types.stream()
                        .map(line -> line.replaceFirst("^# \\w+ (\\w+) .*", "$1"))
                        .toList();
                assertThat(names).doesNotHaveDuplicates();
                assertThat(heads(lines, "HELP").stream().map(line -> line.replaceFirst("^# \\w+ (\\w+) .*", "$1")))
                        .isEqualTo(names);
                assertThat(sampleFamilies(lines))
                        .isSorted()
                        .doesNotHaveDuplicates()
                        .hasSameSizeAs(names);
            }
            assertThat(heads(VirtualNode.text(page, Format.OPEN_METRICS), "TYPE"))
                    .filteredOn(line -> line.contains("DCGM_") || line.contains("dcgm_"))
                    .noneMatch(line -> line.endsWith(" counter"));
            assertThat(heads(VirtualNode.text(page, Format.OPEN_METRICS), "TYPE"))
                    .contains("# TYPE gpu_observed_seconds counter", "# TYPE gpu_info gauge");
        }
    }

    /// The families of the samples, in the order in which they begin.
    private static List<String> sampleFamilies(String page) {
        var families = new ArrayList<String>();
        var last = "";
        for (var line : samples(page).toList()) {
            var family = line.replaceFirst("[{ ].*", "").replaceFirst("_seconds_(count|sum)$", "_seconds");
            if (!family.equals(last)) {
                families.add(family);
                last = family;
            }
        }
        assertThat(new HashSet<>(families)).hasSameSizeAs(families);
        return families;
    }
}
