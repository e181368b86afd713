package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.store.questions.Hits;
import io.gpuledger.analyzer.store.questions.SearchTables;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The page at `/search` leads to all that has a text in its name.
record SearchPage(String part, Hits hits) {
    private static final String HINT =
            "A part of a name is enough: of a GPU's UUID, a node, a pod, a workload, a team or a namespace. Pods and"
                    + " workloads are found by namespace/name, too.";

    Node node() {
        return Node.of(
                Element.of("h1", part.isEmpty() ? "Search" : "What has “%s” in its name".formatted(part)),
                form(),
                found());
    }

    private Node form() {
        var field = Element.of("input")
                .with("type", "search")
                .with("name", "q")
                .with("value", part)
                .with("aria-label", "A part of a name");
        return Element.of(
                        "div",
                        Element.of("form", field, Element.of("button", "Search").with("type", "submit"))
                                .with("action", "search"))
                .with("class", "time");
    }

    private Node found() {
        if (part.isEmpty()) {
            return Element.of("p", HINT);
        }
        if (hits.isEmpty()) {
            return Node.of(
                    Element.of("p", "Nothing was found."),
                    Sections.aside(HINT
                            + " Pods that were booked last more than %d days ago are found by their workload only."
                                    .formatted(SearchTables.DAYS)));
        }
        return Node.of(
                list(
                        "GPUs",
                        hits.gpus(),
                        gpu -> item(
                                Address.ofGpu(gpu.cluster(), gpu.uuid()).link(gpu.uuid()),
                                "%s%s, cluster %s"
                                        .formatted(
                                                gpu.model().orElse("GPU"),
                                                gpu.node()
                                                        .map(node -> " on " + node)
                                                        .orElse(""),
                                                gpu.cluster()))),
                list(
                        "Nodes",
                        hits.nodes(),
                        node -> item(
                                Address.ofNode(node.cluster(), node.name()).link(node.name()),
                                "cluster " + node.cluster())),
                list("Teams", hits.teams(), team -> item(Address.ofTeam(team).link(team), "")),
                list(
                        "Workloads",
                        hits.workloads(),
                        one -> item(
                                Address.ofWorkload(one.id()).link("%s/%s".formatted(one.namespace(), one.name())),
                                "%s, cluster %s".formatted(one.kind(), one.cluster()))),
                list(
                        "Pods",
                        hits.pods(),
                        pod -> item(
                                Address.ofPod(pod.cluster(), pod.namespace(), pod.name())
                                        .link("%s/%s".formatted(pod.namespace(), pod.name())),
                                "cluster " + pod.cluster())),
                list(
                        "Namespaces",
                        hits.namespaces(),
                        one -> item(
                                Address.of("search").with("q", one.name() + "/").link(one.name()),
                                "what is in it, cluster " + one.cluster())));
    }

    private static Element item(Element link, String words) {
        return Element.of(
                "li",
                link,
                Element.of("span", words.isEmpty() ? "" : " " + words).with("class", "faint"));
    }

    private static <R> Node list(String heading, List<R> rows, Function<R, Element> item) {
        if (rows.isEmpty()) {
            return Node.NONE;
        }
        var more = Optional.of(Sections.aside("There may be more of them: write more of the name."))
                .filter(_ -> rows.size() == SearchTables.MOST);
        return Node.of(
                Sections.heading(heading),
                Element.of("ul", rows.stream().map(item).toList()).with("class", "hits"),
                more.<Node>map(one -> one).orElse(Node.NONE));
    }
}
