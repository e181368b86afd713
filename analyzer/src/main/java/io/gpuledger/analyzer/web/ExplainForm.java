package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The page at `/explain` asks for the manifest of a pod, and says what would become of it.
///
/// @param clusters that there are
/// @param problem what is wrong with what was sent
/// @param found what would become of it, where all is well
record ExplainForm(Filled filled, List<String> clusters, Optional<String> problem, Optional<ExplainPage> found) {
    /// Holds what somebody has filled into the form.
    ///
    /// @param cluster empty where none is chosen
    record Filled(String manifest, String namespace, String cluster) {
        static final Filled NOTHING = new Filled("", "default", "");

        static Filled of(Map<String, String> fields) {
            var namespace = fields.getOrDefault("namespace", "").strip();
            return new Filled(
                    fields.getOrDefault("manifest", ""),
                    namespace.isEmpty() ? NOTHING.namespace() : namespace,
                    fields.getOrDefault("cluster", "").strip());
        }

        Optional<String> named() {
            return Optional.of(cluster).filter(name -> !name.isEmpty());
        }
    }

    private static final String EXAMPLE = """
        apiVersion: v1
        kind: Pod
        metadata: {name: train}
        spec:
          containers:
          - name: main
            resources: {limits: {nvidia.com/gpu: 8}}
        """;

    Node node() {
        return Node.of(
                Element.of("h1", "What would become of a pod"),
                Element.of(
                        "p",
                        "Paste the manifest of a pod, or of anything that makes pods. Nothing is made: it is said"
                                + " whether they would start now, or what would keep them and what would change that."),
                problem.<Node>map(why -> Sections.note(why).with("role", "alert"))
                        .orElse(Node.NONE),
                clusters.isEmpty() && problem.isEmpty() ? nowhere() : Node.NONE,
                found.map(this::result).orElse(Node.NONE),
                form());
    }

    private static Node nowhere() {
        return Sections.note(
                "No cluster has told of its nodes yet, so nothing can be said of pods. Let the analyzer watch the API"
                        + " server of one (--cluster-from-kubernetes), or send it the series of kube-state-metrics.");
    }

    private Node form() {
        var fields = new ArrayList<Node>();
        // A browser passes over the line's end that a text begins with.
        fields.add(label(
                "Manifest, in YAML or JSON",
                Element.of("textarea", Node.LINE, Node.text(filled.manifest()))
                        .with("name", "manifest")
                        .with("rows", "18")
                        .with("spellcheck", "false")
                        .with("required", "")
                        .with("placeholder", EXAMPLE)));
        fields.add(label("Namespace, where it names none", input("namespace", filled.namespace())));
        if (clusters.size() > 1) {
            fields.add(label("Cluster", choice()));
        }
        fields.add(Element.of("button", "Explain").with("type", "submit"));
        return Node.of(
                Element.of("form", fields)
                        .with("method", "post")
                        .with("action", "explain")
                        .with("class", "explain"),
                Sections.aside(
                        Node.text("The same by API: POST the manifest to /api/v1/explain. What waits now: "),
                        Address.of("waiting").link("stranded and waiting"),
                        Node.text(".")));
    }

    private static Element label(String words, Element field) {
        return Element.of("label", Node.text(words + " "), field);
    }

    private static Element input(String name, String value) {
        return Element.of("input").with("name", name).with("value", value);
    }

    private Element choice() {
        var options = new ArrayList<Node>();
        for (var name : clusters) {
            var option = Element.of("option", name).with("value", name);
            options.add(filled.cluster().equals(name) ? option.with("selected", "") : option);
        }
        return Element.of("select", options).with("name", "cluster");
    }

    private Node result(ExplainPage page) {
        var told = page.told()
                .map(millis -> " Of what came after %s nothing is known here.".formatted(time(millis)))
                .orElse("");
        return Node.of(
                Node.of(page.pods().stream()
                        .map(pods -> new ExplainedSection(page.cluster(), pods).node())
                        .toList()),
                Sections.aside("In cluster %s, as it was at %s.%s".formatted(page.cluster(), time(page.at()), told)));
    }

    private static String time(long millis) {
        return Period.time(Instant.ofEpochMilli(millis));
    }
}
