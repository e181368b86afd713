package io.gpuledger.analyzer.fit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.Taint;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Mount;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Resident;
import io.gpuledger.analyzer.fit.Surroundings;
import io.gpuledger.analyzer.fit.spec.PodSpec;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.fit.spec.SpecReading.Partial;
import io.gpuledger.analyzer.fit.spec.SpecReading.Unknown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What `fit` says of a probe in a scene. Nodes are as `cluster` keeps them, and pods are read from what the
/// API server has stored.
final class Expected {
    private final List<Place> places;
    private final Surroundings around;
    private final Places ready;

    private Expected(List<Place> places, Surroundings around) {
        this.places = places;
        this.around = around;
        this.ready = new Places(places, around);
    }

    /// Reads a scene.
    ///
    /// @param residents as the API server has stored them
    /// @param namespaces the labels of all namespaces
    static Expected of(
            List<JsonNode> nodes,
            List<JsonNode> residents,
            Scene scene,
            SortedMap<String, SortedMap<String, String>> namespaces) {
        return of(
                nodes,
                residents,
                scene.leaving(),
                new Surroundings(Optional.of(scene.storage().claims()), namespaces));
    }

    /// @param leaving the names of residents that are being deleted
    static Expected of(List<JsonNode> nodes, List<JsonNode> residents, List<String> leaving, Surroundings around) {
        var on = residents.stream()
                .collect(Collectors.groupingBy(pod -> pod.at("/spec/nodeName").asText()));
        var places = nodes.stream()
                .map(node -> place(node, on.getOrDefault(name(node), List.of()), leaving))
                .toList();
        return new Expected(places, around);
    }

    List<Place> places() {
        return places;
    }

    Surroundings around() {
        return around;
    }

    Verdict of(JsonNode pod) {
        return Verdict.of(ready.diagnose(ask(pod)));
    }

    static Ask ask(JsonNode pod) {
        return switch (PodSpec.read(
                pod.at("/metadata/namespace").asText(),
                name(pod),
                words(pod.at("/metadata/labels")),
                made(pod),
                pod.get("spec").toString())) {
            case Known(var ask) -> ask;
            case Partial partial -> throw new IllegalStateException(name(pod) + ": " + partial.missing());
            case Unknown(var why) -> throw new IllegalStateException(name(pod) + ": " + why);
        };
    }

    private static Map<String, String> made(JsonNode pod) {
        var made = new HashMap<String, String>();
        for (var one : pod.at("/status/resourceClaimStatuses")) {
            made.put(one.path("name").asText(), one.path("resourceClaimName").asText());
        }
        return made;
    }

    private static Place place(JsonNode node, List<JsonNode> pods, List<String> leaving) {
        var taken = new TreeMap<String, Long>(Map.of("pods", (long) pods.size()));
        var residents = new ArrayList<Resident>();
        for (var pod : pods) {
            var ask = ask(pod);
            ask.requests().forEach((resource, amount) -> taken.merge(resource, amount, Long::sum));
            residents.add(new Resident(
                    ask.company().namespace(),
                    ask.company().labels(),
                    leaving.contains(name(pod)),
                    ask.ports(),
                    ask.company().apart(),
                    ask.mounts().stream().map(Mount::claim).collect(Collectors.toSet())));
        }
        return new Place(name(node), state(node), taken, residents);
    }

    private static NodeState state(JsonNode node) {
        var has = amounts(node.at("/status/allocatable"));
        var labels = new TreeMap<String, String>();
        words(node.at("/metadata/labels")).forEach((name, value) -> labels.put(LabelName.normal(name), value));
        var taints = new ArrayList<Taint>();
        node.at("/spec/taints")
                .forEach(taint -> taints.add(new Taint(
                        taint.path("key").asText(),
                        taint.path("value").asText(),
                        taint.path("effect").asText())));
        taints.sort(Comparator.comparing(Taint::key).thenComparing(Taint::effect));
        return new NodeState(
                true, node.at("/spec/unschedulable").asBoolean(), taints, has, has, labels, Optional.empty());
    }

    private static SortedMap<String, Long> amounts(JsonNode of) {
        var amounts = new TreeMap<String, Long>();
        words(of)
                .forEach((resource, text) -> amounts.put(
                        resource,
                        Resource.amount(
                                        resource,
                                        Quantity.parse(text)
                                                .getNumericalAmount()
                                                .toPlainString())
                                .orElseThrow()));
        return amounts;
    }

    private static Map<String, String> words(JsonNode of) {
        var words = new HashMap<String, String>();
        of.properties().forEach(one -> words.put(one.getKey(), one.getValue().asText()));
        return words;
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }
}
