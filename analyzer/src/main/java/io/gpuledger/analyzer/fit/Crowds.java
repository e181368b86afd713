package io.gpuledger.analyzer.fit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// All pods that are on nodes, put together where nobody who looks for pods can tell them apart, and what
/// they want of others.
final class Crowds {
    /// Pods of a namespace with the same labels.
    ///
    /// @param nodes the index of the node of each of them
    record Crowd(String namespace, SortedMap<String, String> labels, boolean leaving, List<Integer> nodes) {
        Crowd(Resident one, List<Integer> nodes) {
            this(one.namespace(), one.labels(), one.leaving(), nodes);
        }
    }

    private record Kind(SortedMap<String, String> labels, boolean leaving) {
        Kind(Resident one) {
            this(one.labels(), one.leaving());
        }
    }

    private final SortedMap<String, Map<Kind, Crowd>> byNamespace;
    private final Map<PodTerm, List<Integer>> apart;
    private final Map<String, Integer> claims;
    private final Map<String, List<PodTerm>> apartByNamespace = new HashMap<>();
    private final List<PodTerm> apartByLabels = new ArrayList<>();

    private Crowds(
            SortedMap<String, Map<Kind, Crowd>> byNamespace,
            Map<PodTerm, List<Integer>> apart,
            Map<String, Integer> claims) {
        this.byNamespace = byNamespace;
        this.apart = apart;
        this.claims = claims;
    }

    static Crowds of(List<Place> places) {
        var crowds = new Crowds(new TreeMap<>(), new HashMap<>(), new HashMap<>());
        for (var i = 0; i < places.size(); i++) {
            for (var one : places.get(i).residents()) {
                crowds.add(one, i);
            }
        }
        return crowds.noted();
    }

    private void add(Resident one, int node) {
        byNamespace
                .computeIfAbsent(one.namespace(), _ -> new HashMap<>())
                .computeIfAbsent(new Kind(one), _ -> new Crowd(one, new ArrayList<>()))
                .nodes()
                .add(node);
        one.apart()
                .forEach(term ->
                        apart.computeIfAbsent(term, _ -> new ArrayList<>()).add(node));
        one.claims().forEach(claim -> claims.merge(key(one, claim), 1, Integer::sum));
    }

    private static String key(Resident one, String claim) {
        return one.namespace() + "/" + claim;
    }

    private Crowds noted() {
        apart.keySet().forEach(term -> {
            term.namespaces()
                    .forEach(namespace -> apartByNamespace
                            .computeIfAbsent(namespace, _ -> new ArrayList<>())
                            .add(term));
            if (term.byLabels().requirements().isPresent()) {
                apartByLabels.add(term);
            }
        });
        return this;
    }

    /// Returns what there is when others are on one of the nodes. What has nothing to do with those that came
    /// or went is shared.
    Crowds with(int node, List<Resident> before, List<Resident> after) {
        var gone = without(before, after);
        var come = without(after, before);
        var next = new Crowds(new TreeMap<>(byNamespace), new HashMap<>(apart), new HashMap<>(claims));
        Stream.concat(gone.stream(), come.stream()).forEach(next::own);
        gone.forEach(one -> next.remove(one, node));
        come.forEach(one -> next.add(one, node));
        return next.noted();
    }

    private static List<Resident> without(List<Resident> all, List<Resident> some) {
        var left = new ArrayList<>(all);
        some.forEach(left::remove);
        return left;
    }

    /// Copies what is about to change.
    private void own(Resident one) {
        byNamespace.computeIfPresent(one.namespace(), (_, crowds) -> {
            var copy = new HashMap<>(crowds);
            copy.computeIfPresent(new Kind(one), (_, crowd) -> new Crowd(one, new ArrayList<>(crowd.nodes())));
            return copy;
        });
        one.apart().forEach(term -> apart.computeIfPresent(term, (_, nodes) -> new ArrayList<>(nodes)));
    }

    private void remove(Resident one, int node) {
        byNamespace.computeIfPresent(one.namespace(), (_, crowds) -> {
            crowds.computeIfPresent(new Kind(one), (_, crowd) -> left(crowd.nodes(), node) ? crowd : null);
            return crowds;
        });
        one.apart().forEach(term -> apart.computeIfPresent(term, (_, nodes) -> left(nodes, node) ? nodes : null));
        one.claims()
                .forEach(claim -> claims.computeIfPresent(key(one, claim), (_, count) -> count > 1 ? count - 1 : null));
    }

    /// Takes away one of those on the node, and says whether there are others.
    private static boolean left(List<Integer> nodes, int node) {
        nodes.remove(Integer.valueOf(node));
        return !nodes.isEmpty();
    }

    /// Says whether a pod on a node mounts this claim.
    boolean use(String claim) {
        return claims.containsKey(claim);
    }

    Collection<Crowd> in(String namespace) {
        return byNamespace.getOrDefault(namespace, Map.of()).values();
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
