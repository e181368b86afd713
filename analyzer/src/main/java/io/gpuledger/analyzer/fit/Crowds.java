package io.gpuledger.analyzer.fit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// All pods that are on nodes, put together where nobody who looks for pods can tell them apart, and what
/// they want of others.
final class Crowds {
    /// Pods of a namespace with the same labels.
    ///
    /// @param nodes the index of the node of each of them
    record Crowd(String namespace, SortedMap<String, String> labels, boolean leaving, List<Integer> nodes) {}

    private record Kind(String namespace, SortedMap<String, String> labels, boolean leaving) {}

    private final Map<String, List<Crowd>> byNamespace = new TreeMap<>();
    private final Map<PodTerm, List<Integer>> apart = new HashMap<>();
    private final Map<String, List<PodTerm>> apartByNamespace = new HashMap<>();
    private final List<PodTerm> apartByLabels = new ArrayList<>();
    private final Set<String> claims;

    Crowds(List<Place> places) {
        var kinds = new HashMap<Kind, Crowd>();
        var used = new HashSet<String>();
        for (var i = 0; i < places.size(); i++) {
            for (var one : places.get(i).residents()) {
                kinds.computeIfAbsent(new Kind(one.namespace(), one.labels(), one.leaving()), this::crowd)
                        .nodes()
                        .add(i);
                for (var term : one.apart()) {
                    apart.computeIfAbsent(term, this::noted).add(i);
                }
                one.claims().forEach(claim -> used.add(one.namespace() + "/" + claim));
            }
        }
        claims = Set.copyOf(used);
    }

    private Crowd crowd(Kind kind) {
        var crowd = new Crowd(kind.namespace(), kind.labels(), kind.leaving(), new ArrayList<>());
        byNamespace.computeIfAbsent(kind.namespace(), _ -> new ArrayList<>()).add(crowd);
        return crowd;
    }

    private List<Integer> noted(PodTerm term) {
        term.namespaces()
                .forEach(namespace -> apartByNamespace
                        .computeIfAbsent(namespace, _ -> new ArrayList<>())
                        .add(term));
        if (term.byLabels().requirements().isPresent()) {
            apartByLabels.add(term);
        }
        return new ArrayList<>();
    }

    /// Says whether a pod on a node mounts this claim.
    boolean use(String claim) {
        return claims.contains(claim);
    }

    List<Crowd> in(String namespace) {
        return byNamespace.getOrDefault(namespace, List.of());
    }

    /// Returns those that a term may name, as far as their namespaces say.
    Stream<Crowd> within(PodTerm term, Surroundings around) {
        return term.byLabels().requirements().isEmpty()
                ? term.namespaces().stream().flatMap(namespace -> in(namespace).stream())
                : byNamespace.keySet().stream()
                        .filter(namespace -> term.namespaces().contains(namespace)
                                || term.byLabels().selects(around.labelsOf(namespace)))
                        .flatMap(namespace -> in(namespace).stream());
    }

    /// Returns whose terms keep such a pod away, and the nodes of those who have them.
    Map<PodTerm, List<Integer>> against(Company company, Surroundings around) {
        var labels = around.labelsOf(company.namespace());
        var found = new HashMap<PodTerm, List<Integer>>();
        Stream.concat(apartByNamespace.getOrDefault(company.namespace(), List.of()).stream(), apartByLabels.stream())
                .filter(term -> term.names(company.namespace(), company.labels(), labels))
                .forEach(term -> found.put(term, apart.getOrDefault(term, List.of())));
        return found;
    }
}
