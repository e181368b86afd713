package io.gpuledger.gate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The chart deploy/helm/gpu-ledger, as `helm template gpu-ledger --namespace gpu-ledger` renders it. Helm is a library
/// here, so that nobody has to install it; one thread uses it at a time, as nothing says that it bears more.
final class Chart {
    static final Path FOLDER = Repository.root().resolve("deploy/helm/gpu-ledger");
    private static final Path CASES = Path.of("src/test/resources/chart");
    private static final String RELEASE = "gpu-ledger";

    /// The cluster that is rendered for; the library's own is older than the chart allows.
    private static final String KUBERNETES = "1.31.0";

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Map<String, String> RENDERED = new ConcurrentHashMap<>();

    private Chart() {}

    /// The names of all files of values that are rendered.
    static List<String> cases() {
        return Repository.files(CASES, ".yaml").stream()
                .map(file -> file.getFileName().toString().replace(".yaml", ""))
                .toList();
    }

    /// The values of a case.
    static Map<String, Object> values(String name) {
        return map(Repository.read(CASES.resolve(name + ".yaml")));
    }

    @SuppressWarnings("unchecked") // values are maps
    static Map<String, Object> map(String yaml) {
        return (Map<String, Object>) yaml(yaml);
    }

    /// Returns the manifests that Helm makes of the values of a case. They are rendered once.
    static String rendered(String name) {
        return RENDERED.computeIfAbsent(name, _ -> render(values(name)));
    }

    /// Throws [IllegalStateException] with what Helm says of values that it refuses.
    static String render(Map<String, Object> values) {
        return with(
                values,
                file -> new Helm(FOLDER)
                        .template()
                        .withName(RELEASE)
                        .withNamespace(RELEASE)
                        .withKubeVersion(KUBERNETES)
                        .withValuesFile(file)
                        .call());
    }

    /// Returns the notes, which Helm prints for whoever has just installed the chart.
    static String notes(Map<String, Object> values) {
        var output = with(
                values,
                file -> new Helm(FOLDER)
                        .install()
                        .withName(RELEASE)
                        .withNamespace(RELEASE)
                        .withKubeVersion(KUBERNETES)
                        .withValuesFile(file)
                        .clientOnly()
                        .dryRun()
                        .call()
                        .getOutput());
        return output.substring(output.indexOf("NOTES:\n") + "NOTES:\n".length());
    }

    static synchronized LintResult lint() {
        return new Helm(FOLDER).lint().strict().call();
    }

    /// The objects of a text that was rendered.
    static List<Map<?, ?>> objects(String rendered) {
        return Manifest.documents(rendered);
    }

    static Object yaml(String text) {
        return new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    private interface Rendering {
        String of(Path values) throws IOException;
    }

    /// YAML is what JSON is, too.
    private static synchronized String with(Map<String, Object> values, Rendering rendering) {
        try {
            var file = Files.createTempFile("values", ".json");
            try {
                Files.writeString(file, JSON.writeValueAsString(values));
                return rendering.of(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
