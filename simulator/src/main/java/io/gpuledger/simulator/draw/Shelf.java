package io.gpuledger.simulator.draw;

import io.gpuledger.simulator.draw.WorkloadKind.Wants;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.fleet.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The units of a node of which replicas are free: whole GPUs, and parts of GPUs.
final class Shelf {
    private final Map<Unit, Integer> whole = new LinkedHashMap<>();
    private final Map<Unit, Integer> parts = new LinkedHashMap<>();
    /// How many reasons there are not to take anybody in.
    private int closed;

    Shelf(Node node) {
        for (var gpu : node.gpus()) {
            gpu.units().forEach(unit -> of(unit).put(unit, gpu.replicas()));
        }
    }

    private Map<Unit, Integer> of(Unit unit) {
        return isPart(unit) ? parts : whole;
    }

    private static boolean isPart(Unit unit) {
        return unit.profile().isPresent() || unit.gpu().replicas() > 1;
    }

    void close() {
        closed++;
    }

    void open() {
        closed--;
    }

    /// How many units a pod with such wishes could choose from.
    int choice(Wants wants) {
        if (closed > 0) {
            return 0;
        }
        return switch (wants) {
            case WHOLE -> whole.size();
            case PART -> parts.size();
            case ANY -> whole.size() + parts.size();
        };
    }

    /// Takes one replica of each unit that a pod of this kind gets.
    List<Unit> take(WorkloadKind kind) {
        var taken = new ArrayList<Unit>();
        if (kind.wants() != Wants.WHOLE) {
            parts.keySet().stream().limit(kind.unitsInPod()).forEach(taken::add);
        }
        if (kind.wants() != Wants.PART) {
            whole.keySet().stream().limit(kind.unitsInPod() - taken.size()).forEach(taken::add);
        }
        taken.forEach(unit -> of(unit).computeIfPresent(unit, (_, replicas) -> replicas > 1 ? replicas - 1 : null));
        return taken;
    }

    void give(Unit unit) {
        of(unit).merge(unit, 1, Integer::sum);
    }
}
