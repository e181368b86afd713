package io.gpuledger.gate;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// deploy/kubernetes is the chart as it is rendered with src/test/resources/chart/plain.yaml, for those who do without
/// Helm: without the labels by which Helm and several releases are told apart.
class PlainManifestsTest {
    private static final Pattern HELM_S =
            Pattern.compile("(?m)^ *(app\\.kubernetes\\.io/(instance|managed-by|version)|helm\\.sh/chart): .*\n"
                    + "|,app\\.kubernetes\\.io/instance=gpu-ledger");
    private static final Pattern BETWEEN = Pattern.compile("(?m)^---\n");
    private static final Pattern SOURCE = Pattern.compile("^# Source: gpu-ledger/templates/(\\S+)\n");

    private static final String OF_ANALYZER = """
        # gpu-analyzer, one for the cluster: finds the exporters by their Service, and keeps what they say in a PostgreSQL of
        # its own on the volume. What each part is for: docs/analyzer.md. Apply exporter.yaml first, which has the namespace.
        # The image is one of your own, which deploy/images/build.sh makes. The chart in deploy/helm has much more to choose
        # from; this file is rendered from it.
        """;
    private static final String OF_EXPORTER = """
        # gpu-exporter on every node that has NVIDIA's GPUs. What each permission is for, and what is lost without it:
        # docs/attribution.md. The image is one of your own, which deploy/images/build.sh makes. The chart in deploy/helm has
        # much more to choose from; this file is rendered from it.
        """;

    @ParameterizedTest
    @CsvSource({"analyzer.yaml, analyzer/", "exporter.yaml, exporter/"})
    void a_plain_manifest_is_what_the_chart_is_rendered_to(Path file, String templates) {
        var objects = rendered()
                .filter(document -> document.of(templates))
                .map(Document::text)
                .collect(joining("---\n"));
        var head = file.startsWith("analyzer.yaml") ? OF_ANALYZER : OF_EXPORTER;
        Golden.document(Path.of("deploy/kubernetes").resolve(file)).matches(head + objects);
    }

    /// An object, and the template that it is from.
    private record Document(String template, String text) {
        /// The namespace goes with the exporter, which is why it has the level that it has.
        boolean of(String templates) {
            return template.startsWith(templates)
                    || (template.equals("namespace.yaml") && templates.equals("exporter/"));
        }
    }

    private static Stream<Document> rendered() {
        var all = HELM_S.matcher(Chart.render(Chart.values("plain"))).replaceAll("");
        return BETWEEN.splitAsStream(all)
                .flatMap(text -> SOURCE.matcher(text)
                        .results()
                        .map(source -> new Document(source.group(1), text.substring(source.end()))));
    }
}
