package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.health.Evidence;
import io.gpuledger.analyzer.health.GpuHistory;
import io.gpuledger.analyzer.health.Sickness;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Mark;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The evidence against a GPU that follows from its rows, as the ledger is told it.
final class Sick {
    private Sick() {}

    static List<Mark> of(UnitId gpu, Map<UnitId, List<Row>> rows, long until) {
        var instances = new HashMap<>(rows);
        var whole = Optional.ofNullable(instances.remove(gpu)).orElse(List.of());
        var history = new GpuHistory(whole, List.copyOf(instances.values()), List.of(), Set.of());
        return Sickness.of(history, until).stream().map(Evidence.During::mark).toList();
    }
}
