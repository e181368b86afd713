package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.Taint;
import io.gpuledger.analyzer.fit.Reason.Cordoned;
import io.gpuledger.analyzer.fit.Reason.Lacking;
import io.gpuledger.analyzer.fit.Reason.OtherNode;
import io.gpuledger.analyzer.fit.Reason.OutOfAffinity;
import io.gpuledger.analyzer.fit.Reason.Unselected;
import io.gpuledger.analyzer.fit.Reason.Untolerated;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds what is against putting a pod on a node. A pod fits where there is nothing:
///
///  1. the node is cordoned, unless the pod tolerates the taint `node.kubernetes.io/unschedulable`;
///  2. the pod names another node;
///  3. a taint `NoSchedule` or `NoExecute` that it does not tolerate;
///  4. a label of its selector that the node does not have with this value, and an affinity of which no term
///     matches;
///  5. a resource of which it requests more than is allocatable less what the pods there request; each pod
///     takes one of `pods`, and a request of nothing is met anywhere.
///
/// The scheduler looks at these in the same order and ends with the first that it finds. Here all are told, as
/// a person who has mended the first wants to know of the next.
public final class Fit {
    private static final Taint CORDON = new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule");
    /// `PreferNoSchedule` is a wish.
    private static final Set<String> BINDING = Set.of("NoSchedule", "NoExecute");

    private Fit() {}

    /// Returns all reasons against it, in the order above.
    public static List<Reason> reasons(Ask ask, Place place) {
        return steps(ask, place).flatMap(List::stream).toList();
    }

    /// Returns the sentences that the scheduler would say of this node: those of the first step that rules it
    /// out, and of taints the first alone.
    public static Set<String> schedulersWords(Ask ask, Place place) {
        return steps(ask, place)
                .filter(Predicate.not(List::isEmpty))
                .findFirst()
                .map(step -> step.getFirst() instanceof Untolerated ? step.subList(0, 1) : step)
                .stream()
                .flatMap(List::stream)
                .map(Reason::inSchedulersWords)
                .collect(Collectors.toSet());
    }

    private static Stream<List<Reason>> steps(Ask ask, Place place) {
        return Stream.of(
                cordon(ask, place), name(ask, place), taints(ask, place), labels(ask, place), resources(ask, place));
    }

    private static List<Reason> cordon(Ask ask, Place place) {
        return place.state().cordoned() && !tolerates(ask, CORDON) ? List.of(new Cordoned()) : List.of();
    }

    private static List<Reason> name(Ask ask, Place place) {
        return ask.node().filter(asked -> !asked.equals(place.name())).<Reason>map(OtherNode::new).stream()
                .toList();
    }

    private static List<Reason> taints(Ask ask, Place place) {
        return place.state().taints().stream()
                .filter(taint -> BINDING.contains(taint.effect()) && !tolerates(ask, taint))
                .<Reason>map(Untolerated::new)
                .toList();
    }

    private static boolean tolerates(Ask ask, Taint taint) {
        return ask.tolerations().stream().anyMatch(toleration -> toleration.tolerates(taint));
    }

    private static List<Reason> labels(Ask ask, Place place) {
        var reasons = new ArrayList<Reason>();
        ask.selector().forEach((label, value) -> {
            var has = place.state().label(label);
            if (!has.equals(Optional.of(value))) {
                reasons.add(new Unselected(label, value, has));
            }
        });
        ask.affinity()
                .filter(terms -> terms.stream().noneMatch(term -> term.isMatchedBy(place)))
                .ifPresent(terms -> reasons.add(new OutOfAffinity(nearest(terms, place))));
        return reasons;
    }

    private static List<Requirement> nearest(List<Term> terms, Place place) {
        return terms.stream()
                .map(term -> term.missing(place))
                .filter(Predicate.not(List::isEmpty))
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }

    private static List<Reason> resources(Ask ask, Place place) {
        return Stream.concat(
                        Stream.of(lacking(Lacking.PODS, 1, place)),
                        ask.requests().entrySet().stream()
                                .filter(request -> !request.getKey().equals(Lacking.PODS) && request.getValue() > 0)
                                .map(request -> lacking(request.getKey(), request.getValue(), place)))
                .filter(one -> one.asked() > one.free())
                .map(Reason.class::cast)
                .toList();
    }

    private static Lacking lacking(String resource, long asked, Place place) {
        return new Lacking(resource, asked, place.free(resource), place.allocatable(resource));
    }
}
