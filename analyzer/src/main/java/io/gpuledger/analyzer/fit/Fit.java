package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.PodReason.Gated;
import io.gpuledger.analyzer.fit.PodReason.NamesConflict;
import io.gpuledger.analyzer.fit.PodReason.OtherScheduler;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds what is against putting a pod on a node. A pod fits where there is nothing:
///
///  1. a gate stands before the pod, or it is for another scheduler;
///  2. all terms of its affinity name nodes, and not this one;
///  3. the node is cordoned, unless the pod tolerates the taint `node.kubernetes.io/unschedulable`;
///  4. the pod names another node;
///  5. a taint `NoSchedule` or `NoExecute` that it does not tolerate;
///  6. a label of its selector that the node does not have with this value, and an affinity of which no term
///     matches;
///  7. a port that a pod on the node has, on the same address or on all;
///  8. a resource of which it requests more than is allocatable less what the pods there request; each pod
///     takes one of `pods`, and a request of nothing is met anywhere.
///
/// [Places] goes on with what needs more than one node: volumes, how pods are spread, and pods that want to
/// be near each other or must not be.
///
/// The scheduler looks at these in the same order and ends with the first that it finds. Here all are told,
/// as a person who has mended the first wants to know of the next.
public final class Fit {
    private Fit() {}

    /// Returns all reasons against it, in the order above.
    public static List<Reason> reasons(Ask ask, Place place) {
        var reasons = new ArrayList<Reason>(barred(ask));
        checks(ask).forEach(check -> reasons.addAll(check.against(place)));
        return reasons;
    }

    /// Returns the sentences that the scheduler would say of this node.
    public static Set<String> schedulersWords(Ask ask, Place place) {
        return schedulersWords(reasons(ask, place));
    }

    /// Returns which of all reasons the scheduler would say: those of the first step that rules the node out,
    /// and in most steps the first alone.
    public static Set<String> schedulersWords(Collection<? extends Reason> all) {
        return decisive(all).stream().map(Reason::inSchedulersWords).collect(Collectors.toCollection(TreeSet::new));
    }

    /// Returns those of the reasons that the scheduler would say.
    static List<Reason> decisive(Collection<? extends Reason> all) {
        return all.stream()
                .map(Reason::step)
                .min(Comparator.naturalOrder())
                .map(step -> all.stream()
                        .filter(reason -> reason.step() == step)
                        .limit(step.tellsAll() ? Long.MAX_VALUE : 1)
                        .<Reason>map(reason -> reason)
                        .toList())
                .orElse(List.of());
    }

    /// Returns what is against putting it anywhere, as far as its own spec says.
    static List<PodReason> barred(Ask ask) {
        var reasons = new ArrayList<PodReason>();
        if (!ask.gates().isEmpty()) {
            reasons.add(new Gated(ask.gates()));
        }
        if (!ask.scheduler().equals(Ask.DEFAULT_SCHEDULER)) {
            reasons.add(new OtherScheduler(ask.scheduler()));
        }
        if (names(ask).filter(Set::isEmpty).isPresent()) {
            reasons.add(new NamesConflict());
        }
        return reasons;
    }

    /// Returns what is to be looked at on each node by itself.
    static List<NodeCheck> checks(Ask ask) {
        var checks = new ArrayList<NodeCheck>();
        var names = names(ask);
        names.map(NodeCheck.OfNames::new).ifPresent(checks::add);
        checks.add(new NodeCheck.OfCordon(ask.tolerations()));
        ask.node().map(NodeCheck.OfNode::new).ifPresent(checks::add);
        checks.add(new NodeCheck.OfTaints(ask.tolerations()));
        checks.add(new NodeCheck.OfLabels(ask.selector(), ask.affinity(), names));
        if (!ask.ports().isEmpty()) {
            checks.add(new NodeCheck.OfPorts(ask.ports()));
        }
        checks.add(new NodeCheck.OfResource(Resource.PODS, 1));
        ask.requests().forEach((resource, asked) -> {
            if (!resource.equals(Resource.PODS) && asked > 0) {
                checks.add(new NodeCheck.OfResource(resource, asked));
            }
        });
        return checks;
    }

    /// Returns those checks that look at what the pod itself asks of a node's name and labels.
    static Stream<NodeCheck> selection(Ask ask) {
        return checks(ask).stream().filter(check -> switch (check) {
            case NodeCheck.OfNames _, NodeCheck.OfNode _, NodeCheck.OfLabels _ -> true;
            case NodeCheck.OfCordon _, NodeCheck.OfTaints _, NodeCheck.OfPorts _, NodeCheck.OfResource _ -> false;
        });
    }

    /// Returns the nodes that its affinity names, where each term names some.
    private static Optional<SortedSet<String>> names(Ask ask) {
        var terms = ask.affinity().orElse(List.of());
        var each = terms.stream().map(Fit::names).flatMap(Optional::stream).toList();
        return terms.isEmpty() || each.size() < terms.size()
                ? Optional.empty()
                : Optional.of(each.stream().flatMap(Set::stream).collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Optional<Set<String>> names(Term term) {
        return term.fields().stream()
                .filter(field -> field.key().equals(Term.NAME) && field.operator() == Operator.IN)
                .<Set<String>>map(field -> new TreeSet<>(field.values()))
                .reduce((one, other) -> {
                    one.retainAll(other);
                    return one;
                });
    }
}
