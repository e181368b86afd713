package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.health.Subject.OfNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Nodes that have something in common, and what has failed of them.
///
/// @param kind what they have in common: `job`, `cluster`, or the name of a label of the fabric
/// @param name which one
/// @param size how many nodes there are of it
/// @param failures those of its nodes, the first first
record Group(String cluster, String kind, String name, int size, List<Failure> failures) {
    private record Name(String cluster, String kind, String name) {}

    private record Pod(String cluster, String name) {}

    Group {
        failures = List.copyOf(failures);
    }

    /// Returns all groups of a fleet in which something has failed.
    ///
    /// @param failures the first first
    static List<Group> of(List<FleetNode> nodes, List<Failure> failures, List<Job> jobs) {
        Map<OfNode, FleetNode> byName = new HashMap<>();
        Map<Name, Integer> sizes = new HashMap<>();
        for (var node : nodes) {
            byName.put(node.name(), node);
            names(node).forEach(name -> sizes.merge(name, 1, Integer::sum));
        }
        Map<Name, List<Failure>> failed = new HashMap<>();
        for (var failure : failures) {
            var node = byName.get(failure.node());
            if (node != null) {
                names(node)
                        .forEach(name -> failed.computeIfAbsent(name, _ -> new ArrayList<>())
                                .add(failure));
            }
        }
        var groups = new ArrayList<Group>();
        failed.forEach((name, its) ->
                groups.add(new Group(name.cluster(), name.kind(), name.name(), sizes.getOrDefault(name, 0), its)));
        groups.addAll(ofJobs(failures, jobs));
        return groups;
    }

    private static List<Group> ofJobs(List<Failure> failures, List<Job> jobs) {
        Map<Pod, Job> byPod = new HashMap<>();
        jobs.forEach(job -> job.pods().forEach(pod -> byPod.put(new Pod(job.cluster(), pod), job)));
        Map<Job, List<Failure>> hits = new LinkedHashMap<>();
        for (var failure : failures) {
            failure.pods().stream()
                    .map(pod ->
                            Optional.ofNullable(byPod.get(new Pod(failure.node().cluster(), pod))))
                    .flatMap(Optional::stream)
                    .distinct()
                    .forEach(job ->
                            hits.computeIfAbsent(job, _ -> new ArrayList<>()).add(failure));
        }
        return hits.entrySet().stream()
                .map(hit -> new Group(
                        hit.getKey().cluster(),
                        "job",
                        hit.getKey().name(),
                        hit.getKey().nodes(),
                        hit.getValue()))
                .toList();
    }

    private static List<Name> names(FleetNode node) {
        var cluster = node.name().cluster();
        var names = new ArrayList<Name>();
        names.add(new Name(cluster, "cluster", cluster));
        node.fabric().forEach((label, value) -> names.add(new Name(cluster, label, value)));
        return names;
    }
}
