package io.gpuledger.simulator.story;

import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.fleet.Taint;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a pod asks of a node.
///
/// @param requests of its one container, by resource
/// @param selector the labels that the node must have
/// @param tolerated the taints that do not keep it off
/// @param priorityClass by name, where it has one
public record Ask(
        SortedMap<String, Long> requests,
        SortedMap<String, String> selector,
        List<Taint> tolerated,
        Optional<String> priorityClass) {
    /// The one class that there is. All pods without one come before those that have it.
    public static final String LOW_PRIORITY = "best-effort";

    public Ask {
        requests = Collections.unmodifiableSortedMap(new TreeMap<>(requests));
        selector = Collections.unmodifiableSortedMap(new TreeMap<>(selector));
        tolerated = List.copyOf(tolerated);
    }

    /// Asks for so much of any node that is not tainted.
    public static Ask of(Map<String, Long> requests) {
        return new Ask(new TreeMap<>(requests), new TreeMap<>(), List.of(), Optional.empty());
    }

    public Ask selecting(Map<String, String> labels) {
        return new Ask(requests, new TreeMap<>(labels), tolerated, priorityClass);
    }

    public Ask tolerating(List<Taint> taints) {
        return new Ask(requests, selector, taints, priorityClass);
    }

    public Ask ofLowPriority() {
        return new Ask(requests, selector, tolerated, Optional.of(LOW_PRIORITY));
    }

    public Ask with(String resource, long amount) {
        var more = new TreeMap<>(requests);
        more.put(resource, amount);
        return new Ask(more, selector, tolerated, priorityClass);
    }

    public long amount(String resource) {
        return requests.getOrDefault(resource, 0L);
    }

    /// Returns how many units it asks for, whole GPUs or parts: no pod asks for both.
    public long units() {
        return unitResource().map(this::amount).orElse(0L);
    }

    /// Returns the name of what units it asks for; nothing where it asks for none.
    public Optional<String> unitResource() {
        return requests.keySet().stream().filter(Resource::isUnit).findFirst();
    }
}
