package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Collects what three tables say of a unit until its rows can be put together, which takes the names of its holders.
final class UnitDraft {
    /// A holding of which only the number of the holder is known so far.
    record Held(int holder, Optional<Share> share, OptionalDouble busy, OptionalDouble memory) {
        private Holding by(Map<Integer, Holder> holders) {
            var known = Optional.ofNullable(holders.get(holder))
                    .orElseThrow(() -> new IllegalStateException("no holder has the number " + holder));
            return new Holding(known, share, busy, memory);
        }
    }

    private final TreeMap<Long, Values> values = new TreeMap<>();
    private final Map<Long, List<Held>> holdings = new HashMap<>();
    private final Map<Long, List<XidCount>> xids = new HashMap<>();

    void sampled(long millis, Values told) {
        values.put(millis, told);
    }

    void held(long millis, Held held) {
        holdings.computeIfAbsent(millis, _ -> new ArrayList<>(1)).add(held);
    }

    void counted(long millis, XidCount count) {
        xids.computeIfAbsent(millis, _ -> new ArrayList<>(1)).add(count);
    }

    Stream<Integer> holders() {
        return holdings.values().stream().flatMap(List::stream).map(Held::holder);
    }

    /// Returns a row for each instant, with the unit as it was told to be then.
    List<Row> rows(Timeline<Unit> unit, Map<Integer, Holder> holders) {
        holdings.keySet().forEach(millis -> values.putIfAbsent(millis, Values.NONE));
        xids.keySet().forEach(millis -> values.putIfAbsent(millis, Values.NONE));
        return values.entrySet().stream()
                .map(entry -> new Row(
                        unit.at(entry.getKey()).orElseThrow(),
                        entry.getKey(),
                        entry.getValue(),
                        holdings.getOrDefault(entry.getKey(), List.of()).stream()
                                .map(held -> held.by(holders))
                                .toList(),
                        xids.getOrDefault(entry.getKey(), List.of())))
                .toList();
    }
}
