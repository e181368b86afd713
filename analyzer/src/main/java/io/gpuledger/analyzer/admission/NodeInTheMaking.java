package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Taint;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Requirement;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import io.gpuledger.analyzer.fit.Surroundings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A node in the making, which has room for some pods. Before a machine is chosen, of some labels it is only known
/// which values they may have: it takes a pod if it does so with any of them.
final class NodeInTheMaking {
    private static final int LABELLINGS_MAX = 64;
    private static final String PODS = "pods";
    /// As many as a kubelet takes that nobody told anything else.
    private static final long PODS_MAX = 110;

    private final Fact claim;
    private final SortedMap<String, Long> allocatable;
    private final SortedMap<String, Long> taken = new TreeMap<>();
    private final SortedMap<String, String> labels;
    private final Map<String, List<Requirement>> open;

    NodeInTheMaking(Fact claim) {
        this.claim = claim;
        var known = claim.amounts(Attribute.ALLOCATABLE);
        this.allocatable = known.isEmpty() ? claim.amounts(Attribute.MIN) : known;
        allocatable.putIfAbsent(PODS, PODS_MAX);
        this.labels = Pairs.of(claim.text(Attribute.LABELS).orElse(""));
        labels.putIfAbsent("kubernetes_io_hostname", claim.name());
        this.open = claim.under(Attribute.REQUIREMENT).entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> LabelName.normal(entry.getKey()),
                        entry -> requirements(entry.getKey(), entry.getValue()),
                        (one, _) -> one));
        open.keySet().removeAll(labels.keySet());
    }

    Fact claim() {
        return claim;
    }

    private static List<Requirement> requirements(String key, String text) {
        return Arrays.stream(text.split(";"))
                .map(clause -> clause.split(" ", 2))
                .flatMap(words -> Operator.of(words[0]).stream()
                        .map(operator -> new Requirement(
                                key, operator, words.length > 1 ? List.of(words[1].split(",")) : List.of())))
                .toList();
    }

    /// Gives a pod its room, if it would take it. Returns whether it does.
    boolean take(Ask ask) {
        var takes = labellings(ask).stream().anyMatch(labelling -> fits(ask, labelling));
        if (takes) {
            taken.merge(PODS, 1L, Long::sum);
            ask.requests().forEach((resource, amount) -> taken.merge(resource, amount, Long::sum));
        }
        return takes;
    }

    private boolean fits(Ask ask, SortedMap<String, String> labelling) {
        var state = new NodeState(true, false, taints(), allocatable, allocatable, labelling, Optional.empty());
        var place = new Place(claim.name(), state, taken);
        return new Places(List.of(place), Surroundings.NONE)
                .diagnose(ask)
                .fitting()
                .isPresent();
    }

    private List<Taint> taints() {
        var taints = new ArrayList<Taint>();
        claim.under(Attribute.TAINT).forEach((what, value) -> {
            var colon = what.lastIndexOf(':');
            taints.add(new Taint(what.substring(0, Math.max(0, colon)), value, what.substring(colon + 1)));
        });
        return taints;
    }

    /// Returns the labels that it may come to have, as far as the pod asks for them.
    private List<SortedMap<String, String>> labellings(Ask ask) {
        var asked = asked(ask);
        List<SortedMap<String, String>> all = List.of(labels);
        for (var one : open.entrySet()) {
            var values = values(one.getValue(), asked.getOrDefault(one.getKey(), Set.of()));
            if (asked.containsKey(one.getKey()) && !values.isEmpty()) {
                all = all.stream()
                        .flatMap(before -> values.stream().map(value -> with(before, one.getKey(), value)))
                        .limit(LABELLINGS_MAX)
                        .toList();
            }
        }
        return all;
    }

    private static SortedMap<String, String> with(SortedMap<String, String> before, String label, String value) {
        var labelled = new TreeMap<>(before);
        labelled.put(label, value);
        return labelled;
    }

    /// Returns the values that a label may have, those first that are asked for. Where any may be, what is asked for
    /// is.
    private static List<String> values(List<Requirement> requirements, Set<String> asked) {
        var listed = requirements.stream()
                .filter(one -> one.operator() == Operator.IN)
                .flatMap(one -> one.values().stream());
        return Stream.concat(asked.stream(), listed)
                .distinct()
                .filter(value -> requirements.stream().allMatch(one -> one.isMetBy(Optional.of(value))))
                .toList();
    }

    /// Returns the labels that a pod asks for, by their normal names, with the values that it names.
    private static Map<String, Set<String>> asked(Ask ask) {
        var asked = new HashMap<String, Set<String>>();
        ask.selector()
                .forEach((label, value) -> asked.computeIfAbsent(LabelName.normal(label), _ -> new TreeSet<>())
                        .add(value));
        ask.affinity().orElse(List.of()).stream()
                .flatMap(term -> term.labels().stream())
                .forEach(one -> asked.computeIfAbsent(LabelName.normal(one.key()), _ -> new TreeSet<>())
                        .addAll(one.values()));
        ask.company()
                .spreads()
                .forEach(spread -> asked.computeIfAbsent(LabelName.normal(spread.key()), _ -> new TreeSet<>()));
        return asked;
    }
}
