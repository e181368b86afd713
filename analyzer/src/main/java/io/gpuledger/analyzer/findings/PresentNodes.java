package io.gpuledger.analyzer.findings;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.health.Skew;
import io.gpuledger.analyzer.health.watch.NodeSigns;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Finds out what the books say of each node now: how many GPUs it has, and of how many of them nothing is told.
final class PresentNodes {
    private static final String SILENT = "silent";
    private static final String NODE_NOT_READY = "node_not_ready";

    /// Collects what the entries of one node say.
    private static final class Draft {
        private final Set<UnitId> gpus = new HashSet<>();
        private final Set<UnitId> silent = new HashSet<>();
        private boolean isReady = true;

        void add(BookedEntry entry) {
            var gpu = entry.entry().unit().device();
            var account = entry.entry().account();
            gpus.add(gpu);
            if (account.state() == State.UNOBSERVED && account.cause().equals(Optional.of(SILENT))) {
                silent.add(gpu);
            }
            isReady &= !account.cause().equals(Optional.of(NODE_NOT_READY));
        }
    }

    private PresentNodes() {}

    /// Returns what is known of all nodes that have GPUs.
    ///
    /// @param ailing which parts of a node's GPU software are not well
    /// @param skews in what a node's GPUs differ from those that they should be like
    static List<NodeSigns> of(
            Present present, Function<NodeName, Collection<String>> ailing, Function<NodeName, List<Skew>> skews) {
        Map<NodeName, Draft> nodes = new HashMap<>();
        for (var entry : present.entries()) {
            entry.node()
                    .ifPresent(node -> nodes.computeIfAbsent(
                                    new NodeName(entry.entry().unit().cluster(), node), _ -> new Draft())
                            .add(entry));
        }
        return nodes.entrySet().stream()
                .map(each -> {
                    var name = each.getKey();
                    var draft = each.getValue();
                    return new NodeSigns(
                            name.cluster(),
                            name.node(),
                            draft.gpus.size(),
                            draft.silent.size(),
                            draft.isReady,
                            List.copyOf(ailing.apply(name)),
                            skews.apply(name));
                })
                .toList();
    }
}
