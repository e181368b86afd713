package io.gpuledger.analyzer.sharing;

import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.PodName;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Join;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;

/// Puts into rows the holders that a layer above the kubelet has given parts of a GPU to, which the exporter cannot
/// know: those that HAMi has assigned parts to, where a row names nobody; and those that KAI-Scheduler has put
/// behind a reservation pod, where a row names that pod, or where it names nobody and that pod says which GPU it
/// has. A holder that the exporter names itself stays what it is.
///
/// What is said of an instant goes by what was so at that instant, and by nothing else.
public final class SharedGpus {
    private static final String HAMI = "hami";
    private static final String KAI = "kai";

    private final Assignments assignments;
    private final Reservations reservations;

    private SharedGpus(Assignments assignments, Reservations reservations) {
        this.assignments = assignments;
        this.reservations = reservations;
    }

    /// Returns who shares the GPUs of a cluster, as far as these facts tell.
    ///
    /// @param assigned the states of each assignment of a part of a GPU
    /// @param shared the states of each GPU of which parts are assigned
    public static SharedGpus of(
            ClusterFacts cluster,
            Map<ObjectId, Timeline<SortedMap<String, String>>> assigned,
            Map<ObjectId, Timeline<SortedMap<String, String>>> shared) {
        return new SharedGpus(new Assignments(assigned, shared), new Reservations(cluster));
    }

    /// The rows of a GPU once the holders that a sharing layer has given parts to stand in them.
    ///
    /// @param rows of the GPU, with those who hold it
    /// @param relieved the pods that have it for others, and when these stood in their place
    public record Held(List<Row> rows, Map<PodName, List<Long>> relieved) {}

    /// Returns the rows of a GPU with those who hold it.
    ///
    /// @param rows of the GPU as a whole, in any order, whole or in pieces
    public Held of(UnitId gpu, List<Row> rows) {
        if (!assignments.areAny(gpu.gpu()) && !reservations.areAny()) {
            return new Held(rows, Map.of());
        }
        var held = new ArrayList<Row>();
        var relieved = new HashMap<PodName, List<Long>>();
        Join.rows(rows).forEach(row -> held.add(held(row, relieved)));
        return new Held(held, relieved);
    }

    private Row held(Row row, Map<PodName, List<Long>> relieved) {
        var memory = memory(row.values());
        var reservation = reservations.of(row);
        if (reservation.isPresent()) {
            var pod = reservation.get();
            var parts = reservations.at(pod, row.millis(), memory);
            if (!parts.isEmpty()) {
                relieved.computeIfAbsent(new PodName(pod.namespace(), pod.name()), _ -> new ArrayList<>())
                        .add(row.millis());
            }
            return held(row, Deal.holdings(parts, KAI));
        }
        return row.holdings().isEmpty()
                ? held(row, Deal.holdings(assignments.at(row.unit().id().gpu(), row.millis(), memory), HAMI))
                : row;
    }

    private static Row held(Row row, List<Holding> holders) {
        return holders.isEmpty() ? row : new Row(row.unit(), row.millis(), row.values(), holders, row.xids());
    }

    /// dcgm-exporter's usual list has no metric of all memory, but of its parts.
    private static OptionalDouble memory(Values values) {
        var total = values.get(Field.MEMORY_TOTAL_BYTES);
        var used = values.get(Field.MEMORY_USED_BYTES);
        var free = values.get(Field.MEMORY_FREE_BYTES);
        if (total.isPresent() || used.isEmpty() || free.isEmpty()) {
            return total;
        }
        return OptionalDouble.of(used.getAsDouble()
                + free.getAsDouble()
                + values.get(Field.MEMORY_RESERVED_BYTES).orElse(0));
    }
}
