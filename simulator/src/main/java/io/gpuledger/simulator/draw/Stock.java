package io.gpuledger.simulator.draw;

import io.gpuledger.simulator.draw.WorkloadKind.Wants;
import io.gpuledger.simulator.fleet.Fleet;
import io.gpuledger.simulator.fleet.Unit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/// What of a fleet is free.
final class Stock {
    private final Fleet fleet;
    private final List<Shelf> shelves;
    /// The number of a node's shelf, by its name; and by each of its GPUs.
    private final Map<String, Integer> byNode = new HashMap<>();

    private final Map<String, Integer> byGpu = new HashMap<>();
    private final Map<Wants, Choices> choices = new EnumMap<>(Wants.class);

    Stock(Fleet fleet) {
        this.fleet = fleet;
        this.shelves = fleet.nodes().stream().map(Shelf::new).toList();
        for (var wants : Wants.values()) {
            choices.put(wants, new Choices(shelves.size()));
        }
        for (var number = 0; number < shelves.size(); number++) {
            var shelf = number;
            byNode.put(fleet.nodes().get(number).name(), shelf);
            fleet.nodes().get(number).gpus().forEach(gpu -> byGpu.put(gpu.uuid(), shelf));
            changed(shelf);
        }
    }

    private void changed(int shelf) {
        choices.forEach((wants, all) -> all.set(shelf, shelves.get(shelf).choice(wants)));
    }

    /// Nobody is taken in there, until it is opened as often as it was closed.
    void close(String node) {
        var shelf = Objects.requireNonNull(byNode.get(node), node);
        shelves.get(shelf).close();
        changed(shelf);
    }

    void open(String node) {
        var shelf = Objects.requireNonNull(byNode.get(node), node);
        shelves.get(shelf).open();
        changed(shelf);
    }

    String node(Unit unit) {
        return fleet.nodes().get(shelf(unit)).name();
    }

    private int shelf(Unit unit) {
        return Objects.requireNonNull(byGpu.get(unit.gpu().uuid()), unit.id());
    }

    /// A place for each of so many pods, taken from now on; nothing where there is none for one of them. Nodes that are
    /// nearly full are filled first.
    Optional<List<List<Unit>>> take(WorkloadKind kind, int pods) {
        var places = new ArrayList<List<Unit>>();
        for (var pod = 0; pod < pods; pod++) {
            var fullest = fullest(kind);
            if (fullest.isEmpty()) {
                places.forEach(taken -> taken.forEach(this::give));
                return Optional.empty();
            }
            var shelf = fullest.getAsInt();
            places.add(shelves.get(shelf).take(kind));
            changed(shelf);
        }
        return Optional.of(places);
    }

    private OptionalInt fullest(WorkloadKind kind) {
        return Objects.requireNonNull(choices.get(kind.wants())).fullest(kind.unitsInPod());
    }

    void give(Unit unit) {
        var shelf = shelf(unit);
        shelves.get(shelf).give(unit);
        changed(shelf);
    }
}
