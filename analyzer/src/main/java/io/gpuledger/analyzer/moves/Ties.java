package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.cluster.EvictionAnnotations;
import io.gpuledger.analyzer.cluster.GangLabels;
import io.gpuledger.analyzer.fit.Ask;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Holds the facts of a pod that may tie it to its node.
///
/// @param ask what it needs of a node, where that is known whole
/// @param owner who made it, as `Job/train`
/// @param isInGroup whether it is told by more than a label that it is one of a gang
/// @param hasFolder whether it has a folder of its node for a volume
/// @param labels and its annotations, both by their normal names
/// @param budgets that cover it; nothing where it is not known which do
public record Ties(
        Optional<Ask> ask,
        Optional<String> owner,
        boolean isInGroup,
        boolean hasFolder,
        SortedMap<String, String> labels,
        SortedMap<String, String> annotations,
        Optional<List<Budget>> budgets) {
    private static final String DAEMON_SET = "DaemonSet/";
    /// The kubelet shows so the pods that it has by itself.
    private static final String NODE = "Node/";

    public Ties {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
        budgets = budgets.map(List::copyOf);
    }

    /// Returns why it stays, if it does.
    public Optional<Stay> stay() {
        return Stay.ALL.stream().filter(this::holds).findFirst();
    }

    private boolean holds(Stay stay) {
        return switch (stay) {
            case UNREAD -> ask.isEmpty();
            case DAEMON ->
                owner.filter(name -> name.startsWith(DAEMON_SET) || name.startsWith(NODE))
                        .isPresent();
            case UNOWNED -> owner.isEmpty();
            case ANNOTATED -> EvictionAnnotations.forbid(annotations);
            case GANG -> isInGroup || GangLabels.gang(labels).isPresent();
            case VOLUME ->
                hasFolder || ask.filter(one -> !one.mounts().isEmpty()).isPresent();
            case DEVICES -> ask.filter(one -> !one.devices().isEmpty()).isPresent();
            case PORT -> ask.filter(one -> !one.ports().isEmpty()).isPresent();
            case COMPANY -> ask.filter(Ask::mindsCompany).isPresent();
            case BUDGET -> isKeptByBudget();
            case PRIORITY -> false;
        };
    }

    /// The eviction API refuses to evict a pod that more than one budget covers.
    private boolean isKeptByBudget() {
        return budgets.isEmpty()
                || budgets.get().size() > 1
                || budgets.get().stream().anyMatch(budget -> budget.allowed() < 1);
    }

    /// Returns the budget that has to let it go, if one covers it.
    public Optional<Budget> budget() {
        return budgets.flatMap(all -> all.stream().findFirst());
    }
}
