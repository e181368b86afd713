package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.StateOrder;
import io.gpuledger.analyzer.store.gpus.NodePlaces.NodeName;
import io.gpuledger.analyzer.store.gpus.NodePlaces.Place;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// What each GPU was in the last minute that is known of it, node by node.
///
/// @param at when that was found out
/// @param nodes by cluster and name; GPUs of which no node is known have one without a name
record FleetMap(Instant at, List<Node> nodes) {
    private static final Comparator<NodeName> ORDER =
            Comparator.comparing(NodeName::cluster).thenComparing(NodeName::node);

    /// A node with its GPUs, in the order of their UUIDs.
    record Node(NodeName name, Place place, List<Cell> cells) {
        Node {
            cells = List.copyOf(cells);
        }
    }

    /// A GPU. One that is cut into MIG instances, or shared, is in several states and may have several holders.
    ///
    /// @param millis how much of its minute was in which state
    /// @param holders the pods that held it
    record Cell(String gpu, String sku, Map<State, Long> millis, List<Holder> holders) {
        Cell {
            holders = List.copyOf(holders);
        }

        /// Returns the state that most of it was in: of as much, the first of the order in which people read them.
        State state() {
            return StateOrder.ALL.stream()
                    .max(Comparator.comparingLong((State state) -> millis.getOrDefault(state, 0L))
                            .thenComparingInt(state -> -StateOrder.ALL.indexOf(state)))
                    .orElseThrow();
        }

        /// Returns how active it was, as a part of the time in which it was put to use; nothing where it was not.
        Optional<Double> activity() {
            var used = millis.getOrDefault(State.USED, 0L);
            var all = used + millis.getOrDefault(State.UNDERUSED, 0L);
            return all == 0 ? Optional.empty() : Optional.of((double) used / all);
        }
    }

    record Holder(String team, String namespace, String pod) {}

    FleetMap {
        nodes = List.copyOf(nodes);
    }

    static FleetMap of(Instant at, List<BookedEntry> entries, Map<NodeName, Place> places, Predicate<Node> isWanted) {
        var byNode = new TreeMap<NodeName, TreeMap<String, List<BookedEntry>>>(ORDER);
        for (var entry : entries) {
            var unit = entry.entry().unit();
            byNode.computeIfAbsent(new NodeName(unit.cluster(), entry.node().orElse("")), _ -> new TreeMap<>())
                    .computeIfAbsent(unit.gpu(), _ -> new ArrayList<>())
                    .add(entry);
        }
        var nodes = new ArrayList<Node>();
        byNode.forEach((name, gpus) -> {
            var cells = new ArrayList<Cell>();
            gpus.forEach((gpu, some) -> cells.add(cell(gpu, some)));
            nodes.add(new Node(name, places.getOrDefault(name, Place.UNKNOWN), cells));
        });
        nodes.removeIf(isWanted.negate());
        return new FleetMap(at, nodes);
    }

    private static Cell cell(String gpu, List<BookedEntry> entries) {
        var millis = new EnumMap<State, Long>(State.class);
        var holders = new LinkedHashMap<Owner, Holder>();
        for (var entry : entries) {
            millis.merge(entry.entry().account().state(), entry.entry().millis(), Long::sum);
            entry.entry().account().owner().ifPresent(owner -> holders.putIfAbsent(owner, holder(owner, entry)));
        }
        return new Cell(gpu, entries.getFirst().sku(), millis, List.copyOf(holders.values()));
    }

    private static Holder holder(Owner owner, BookedEntry entry) {
        return new Holder(entry.payer().map(Payer::team).orElse(""), owner.namespace(), owner.pod());
    }

    long gpus() {
        return nodes.stream().mapToLong(node -> node.cells().size()).sum();
    }

    /// Returns how much of the GPUs is in which state, in milliseconds of their minute.
    Map<State, Long> millis() {
        var sums = new EnumMap<State, Long>(State.class);
        nodes.forEach(node -> node.cells()
                .forEach(cell -> cell.millis().forEach((state, some) -> sums.merge(state, some, Long::sum))));
        return sums;
    }
}
