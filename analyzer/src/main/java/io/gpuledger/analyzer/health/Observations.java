package io.gpuledger.analyzer.health;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Life;
import io.gpuledger.analyzer.telemetry.Row;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Says for how long an exporter has observed a GPU, as told at each of its readings. A GPU that is cut into instances
/// has no such count of its own: what is observed of any of its instances is observed of the GPU.
final class Observations {
    /// The readings that tell it, by their instant and their instance. The instance of the GPU itself is empty.
    private final Map<Long, Map<Optional<String>, Row>> told = new HashMap<>();

    /// Collects what was told of a GPU and of its instances.
    static Observations of(Collection<List<Row>> units) {
        var observations = new Observations();
        units.forEach(rows -> rows.forEach(observations::add));
        return observations;
    }

    /// Forgets what was told at other instants than this.
    void keep(long millis) {
        told.keySet().removeIf(other -> other != millis);
    }

    void add(Row row) {
        if (row.values().get(Field.OBSERVED_SECONDS).isPresent()) {
            told.computeIfAbsent(row.millis(), _ -> new HashMap<>(1))
                    .put(row.unit().id().instance(), row);
        }
    }

    /// Returns the readings of an instant that tell for how long the unit has been observed, by instance.
    Map<Optional<String>, Row> at(long millis) {
        return told.getOrDefault(millis, Map.of());
    }

    /// Returns how many milliseconds longer the GPU had been observed at an instant than at an earlier one. This is
    /// empty where no count is told at both, or where its exporter began to count anew in between.
    OptionalLong between(long before, long now) {
        return pairs(at(before), at(now))
                .filter(pair -> !pair.isNewLife())
                .mapToLong(Pair::observed)
                .max();
    }

    /// Says whether the exporter that told these earlier readings has begun to count anew by an instant.
    boolean isNewLife(Map<Optional<String>, Row> before, long now) {
        return pairs(before, at(now)).findAny().isPresent()
                && pairs(before, at(now)).allMatch(Pair::isNewLife);
    }

    /// Two readings of the same unit.
    private record Pair(Row before, Row now) {
        boolean isNewLife() {
            return Life.isNew(before, now);
        }

        long observed() {
            return millis(now) - millis(before);
        }

        private static long millis(Row row) {
            return Math.round(row.values().get(Field.OBSERVED_SECONDS).orElse(0) * 1000);
        }
    }

    private static Stream<Pair> pairs(Map<Optional<String>, Row> before, Map<Optional<String>, Row> now) {
        return now.entrySet().stream()
                .flatMap(unit ->
                        Optional.ofNullable(before.get(unit.getKey()))
                                .map(last -> new Pair(last, unit.getValue()))
                                .stream());
    }
}
