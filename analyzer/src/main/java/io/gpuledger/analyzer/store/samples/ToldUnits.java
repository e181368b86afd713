package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.telemetry.Join;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// What rows tell of units: for each unit the instants in their order, and what it was told to be. What is told of an
/// instance tells of its GPU too.
final class ToldUnits {
    private final Map<UnitId, NavigableMap<Long, Unit>> instants = new LinkedHashMap<>();

    static ToldUnits of(Collection<Row> rows) {
        var toldUnits = new ToldUnits();
        for (var row : rows) {
            var unit = row.unit();
            var device = unit.id().device();
            toldUnits.add(about(device, unit), row.millis());
            if (!device.equals(unit.id())) {
                toldUnits.add(unit, row.millis());
            }
        }
        return toldUnits;
    }

    private void add(Unit unit, long millis) {
        instants.computeIfAbsent(unit.id(), _ -> new TreeMap<>()).merge(millis, unit, Join::of);
    }

    private static Unit about(UnitId device, Unit told) {
        return device.equals(told.id())
                ? told
                : new Unit(
                        device,
                        told.node(),
                        told.index(),
                        told.model(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
    }

    Map<UnitId, NavigableMap<Long, Unit>> all() {
        return instants;
    }
}
