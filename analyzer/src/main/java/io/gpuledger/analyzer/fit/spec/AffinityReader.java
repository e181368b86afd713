package io.gpuledger.analyzer.fit.spec;

import io.gpuledger.analyzer.fit.PodTerm;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import io.gpuledger.analyzer.fit.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;

/// Reads affinities, as far as they must be met.
final class AffinityReader {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    /// Each of them is looked for among all pods.
    private static final int POD_TERMS_MAX = 100;

    private static final int TERMS_MAX = 1_000;

    private final String namespace;
    private final SortedMap<String, String> labels;

    AffinityReader(String namespace, SortedMap<String, String> labels) {
        this.namespace = namespace;
        this.labels = labels;
    }

    Optional<List<Term>> ofNodes(Part spec) throws UnreadableException {
        var required = part(spec, "nodeAffinity");
        required = required.isPresent() ? required.get().member(REQUIRED) : required;
        if (required.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(terms(required.get()));
    }

    /// Reads a selector of nodes.
    static List<Term> terms(Part selector) throws UnreadableException {
        var terms = new ArrayList<Term>();
        for (var term : selector.items("nodeSelectorTerms", TERMS_MAX)) {
            terms.add(new Term(
                    SelectionReader.requirements(term, "matchExpressions"),
                    SelectionReader.requirements(term, "matchFields")));
        }
        return terms;
    }

    List<PodTerm> ofPods(Part spec, String which) throws UnreadableException {
        var affinity = part(spec, which);
        var terms = new ArrayList<PodTerm>();
        if (affinity.isPresent()) {
            for (var term : affinity.get().items(REQUIRED, POD_TERMS_MAX)) {
                terms.add(term(term));
            }
        }
        return terms;
    }

    private static Optional<Part> part(Part spec, String which) throws UnreadableException {
        var affinity = spec.member("affinity");
        return affinity.isPresent() ? affinity.get().member(which) : affinity;
    }

    /// A term that names no namespaces is for the pod's own.
    private PodTerm term(Part term) throws UnreadableException {
        var namespaces = new TreeSet<>(term.texts("namespaces", TERMS_MAX));
        if (namespaces.isEmpty() && term.member("namespaceSelector").isEmpty()) {
            namespaces.add(namespace);
        }
        var pods = SelectionReader.selection(term, "labelSelector");
        var same = SelectionReader.narrowed(pods, term.texts("matchLabelKeys", TERMS_MAX), Operator.IN, labels);
        return new PodTerm(
                SelectionReader.narrowed(same, term.texts("mismatchLabelKeys", TERMS_MAX), Operator.NOT_IN, labels),
                term.text("topologyKey"),
                namespaces,
                SelectionReader.selection(term, "namespaceSelector"));
    }
}
