package io.gpuledger.simulator.draw;

import io.gpuledger.simulator.fleet.Fleet;
import io.gpuledger.simulator.fleet.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// What of a fleet is free.
final class Stock {
    private final Map<String, Shelf> shelves = new LinkedHashMap<>();
    /// By GPU.
    private final Map<String, String> nodes = new HashMap<>();

    Stock(Fleet fleet) {
        for (var node : fleet.nodes()) {
            shelves.put(node.name(), new Shelf(node));
            node.gpus().forEach(gpu -> nodes.put(gpu.uuid(), node.name()));
        }
    }

    Shelf of(String node) {
        return Objects.requireNonNull(shelves.get(node), node);
    }

    String node(Unit unit) {
        return Objects.requireNonNull(nodes.get(unit.gpu().uuid()), unit.id());
    }

    /// A place for each of so many pods, taken from now on; nothing where there is none for one of them. Nodes that are
    /// nearly full are filled first.
    Optional<List<List<Unit>>> take(Kind kind, int pods) {
        var places = new ArrayList<List<Unit>>();
        for (var pod = 0; pod < pods; pod++) {
            var fullest = fullest(kind);
            if (fullest.isEmpty()) {
                places.forEach(taken -> taken.forEach(this::give));
                return Optional.empty();
            }
            places.add(fullest.get().take(kind));
        }
        return Optional.of(places);
    }

    private Optional<Shelf> fullest(Kind kind) {
        var found = Optional.<Shelf>empty();
        var least = Integer.MAX_VALUE;
        for (var shelf : shelves.values()) {
            var choice = shelf.choice(kind);
            if (choice >= kind.unitsInPod() && choice < least) {
                found = Optional.of(shelf);
                least = choice;
            }
        }
        return found;
    }

    void give(Unit unit) {
        of(node(unit)).give(unit);
    }
}
