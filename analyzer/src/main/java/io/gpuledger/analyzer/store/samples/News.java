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

/// What rows tell of units, unit by unit, each instant once, in the order of time. What is told of an instance tells of
/// its GPU too.
final class News {
    private final Map<UnitId, NavigableMap<Long, Unit>> words = new LinkedHashMap<>();

    static News of(Collection<Row> rows) {
        var news = new News();
        for (var row : rows) {
            var unit = row.unit();
            var device = unit.id().device();
            news.add(about(device, unit), row.millis());
            if (!device.equals(unit.id())) {
                news.add(unit, row.millis());
            }
        }
        return news;
    }

    private void add(Unit unit, long millis) {
        words.computeIfAbsent(unit.id(), _ -> new TreeMap<>()).merge(millis, unit, Join::of);
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

    Map<UnitId, NavigableMap<Long, Unit>> words() {
        return words;
    }
}
