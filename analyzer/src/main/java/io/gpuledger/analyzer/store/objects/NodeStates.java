package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A node's attributes, put together.
final class NodeStates {
    private NodeStates() {}

    static NodeState of(SortedMap<String, String> attributes) {
        return new NodeState(
                attributes.getOrDefault(Attribute.READY, "true").equals("true"),
                isTrue(attributes, Attribute.CORDONED),
                taints(attributes),
                amounts(attributes, Attribute.CAPACITY),
                amounts(attributes, Attribute.ALLOCATABLE),
                Pairs.of(attributes.getOrDefault(Attribute.LABELS, "")),
                Optional.ofNullable(attributes.get(Attribute.BOOT_ID)));
    }

    private static boolean isTrue(SortedMap<String, String> attributes, String name) {
        return "true".equals(attributes.get(name));
    }

    private static List<Taint> taints(SortedMap<String, String> attributes) {
        var taints = new ArrayList<Taint>();
        under(attributes, Attribute.TAINT).forEach((what, value) -> {
            var colon = what.lastIndexOf(':');
            taints.add(new Taint(what.substring(0, Math.max(0, colon)), value, what.substring(colon + 1)));
        });
        return taints;
    }

    static SortedMap<String, Long> amounts(SortedMap<String, String> attributes, String prefix) {
        var amounts = new TreeMap<String, Long>();
        under(attributes, prefix)
                .forEach((resource, text) ->
                        Resource.amount(resource, text).ifPresent(amount -> amounts.put(resource, amount)));
        return amounts;
    }

    /// What stands behind the prefix.
    static SortedMap<String, String> under(SortedMap<String, String> attributes, String prefix) {
        var under = new TreeMap<String, String>();
        attributes.tailMap(prefix).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(prefix))
                .forEach(entry -> under.put(entry.getKey().substring(prefix.length()), entry.getValue()));
        return under;
    }
}
