package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.cluster.SkuLabels;
import io.gpuledger.analyzer.cluster.Taint;
import io.gpuledger.analyzer.fit.Fit;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Reason;
import io.gpuledger.analyzer.fit.Requirement;
import io.gpuledger.analyzer.fit.Term;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Finds out of a lens the pods that could come to a node, whatever is taken of it, and what keeps the others away.
///
///     asking   = those that ask for such units
///     matching = those of asking whose labels of the product or the machine the node has
///     enduring = those of matching that tolerate the node's taints
///     allowed  = those of enduring that come from a namespace whose quota has room for one
///     placed   = those of allowed whose other labels the node has
///
/// The last of these that is not empty is who could come, and the first that is empty says what keeps all others away.
///
/// Nodes that look the same to the lens are asked about once. One thread uses it.
public final class Candidates {
    /// Those who could come.
    ///
    /// @param against what keeps even them from the node, if anything does
    record Found(List<ExpectedPod> pods, Optional<Cause> against) {}

    private record Look(
            String resource,
            boolean areInstances,
            List<Optional<String>> labels,
            Optional<String> name,
            List<Taint> taints) {}

    private final Lens lens;
    private final Predicate<ExpectedPod> isAllowed;
    private final List<String> labels;
    private final boolean looksAtNames;
    private final Map<Look, Found> found = new HashMap<>();

    /// Prepares to ask of nodes by a lens.
    ///
    /// @param isAllowed whether a quota has room for one more such pod
    public Candidates(Lens lens, Predicate<ExpectedPod> isAllowed) {
        this.lens = lens;
        this.isAllowed = isAllowed;
        var names = new TreeSet<String>();
        lens.pods().forEach(pod -> {
            names.addAll(pod.ask().selector().keySet());
            terms(pod)
                    .flatMap(term -> term.labels().stream())
                    .map(Requirement::key)
                    .forEach(names::add);
        });
        this.labels = List.copyOf(names);
        this.looksAtNames = lens.pods().stream()
                .flatMap(Candidates::terms)
                .anyMatch(term -> !term.fields().isEmpty());
    }

    private static Stream<Term> terms(ExpectedPod pod) {
        return pod.ask().affinity().stream().flatMap(List::stream);
    }

    public Lens lens() {
        return lens;
    }

    /// Returns the pods that could come to the node of some units; where all are kept away, those who are kept away
    /// last.
    public List<ExpectedPod> could(SpareUnits units) {
        return of(units).pods();
    }

    Found of(SpareUnits units) {
        var state = units.place().state();
        var look = new Look(
                units.resource(),
                units.areInstances(),
                labels.stream().map(state::label).toList(),
                Optional.of(units.place().name()).filter(_ -> looksAtNames),
                state.taints());
        return found.computeIfAbsent(look, _ -> find(units));
    }

    private Found find(SpareUnits units) {
        if (lens.pods().isEmpty()) {
            return new Found(List.of(), Optional.empty());
        }
        var asking = lens.pods().stream()
                .filter(pod -> pod.wants(units.resource()) > 0)
                .toList();
        if (asking.isEmpty()) {
            return new Found(List.of(), Optional.of(units.areInstances() ? Cause.MIG_REMAINDER : Cause.SKU_MISMATCH));
        }
        var bare = new Place(units.place().name(), units.place().state(), new TreeMap<>());
        var against = new HashMap<ExpectedPod, Set<Cause>>();
        asking.forEach(pod -> against.put(pod, against(pod, bare)));
        var left = asking;
        for (var cause : List.of(Cause.SKU_MISMATCH, Cause.TAINT_MISMATCH, Cause.QUOTA_BLOCKED, Cause.TOPOLOGY)) {
            var next = left.stream()
                    .filter(pod -> !against.getOrDefault(pod, Set.of()).contains(cause))
                    .toList();
            if (next.isEmpty()) {
                return new Found(left, Optional.of(cause));
            }
            left = next;
        }
        return new Found(left, Optional.empty());
    }

    private Set<Cause> against(ExpectedPod pod, Place bare) {
        var causes = new TreeSet<Cause>();
        var free = pod.ask().requesting(new TreeMap<>());
        Fit.reasons(free, bare).forEach(reason -> of(reason).ifPresent(causes::add));
        if (!isAllowed.test(pod)) {
            causes.add(Cause.QUOTA_BLOCKED);
        }
        return causes;
    }

    /// A node that is cordoned is withheld, and nobody asks what its units are good for.
    private static Optional<Cause> of(Reason reason) {
        return switch (reason) {
            case Reason.Untolerated _ -> Optional.of(Cause.TAINT_MISMATCH);
            case Reason.Unselected one -> Optional.of(ofLabels(Stream.of(one.label())));
            case Reason.OutOfAffinity(var nearest) ->
                Optional.of(ofLabels(nearest.stream().map(Requirement::key)));
            case Reason.NotNamed _, Reason.OtherNode _ -> Optional.of(Cause.TOPOLOGY);
            default -> Optional.empty();
        };
    }

    private static Cause ofLabels(Stream<String> labels) {
        return labels.anyMatch(SkuLabels::contains) ? Cause.SKU_MISMATCH : Cause.TOPOLOGY;
    }
}
