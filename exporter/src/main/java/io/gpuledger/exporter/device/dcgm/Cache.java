package io.gpuledger.exporter.device.dcgm;

import com.sun.jna.Pointer;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.dcgm.Structs.FieldValueV1;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// What DCGM has of everything that is watched, asked for once a cycle, whoever reads first. Used by one thread at a
/// time.
final class Cache {
    private final long handle;
    private final Intervals intervals;
    private final LongSupplier nanos;
    private final Map<Pace, Latest> byPace = new EnumMap<>(Pace.class);
    /// What the look in progress has found.
    private Map<Entity, Map<Integer, FieldValue>> found = new HashMap<>();
    /// One callback serves all looks, as JNA makes machine code for each.
    private final Dcgm.Values collect = this::take;

    Cache(long handle, Intervals intervals, LongSupplier nanos) {
        this.handle = handle;
        this.intervals = intervals;
        this.nanos = nanos;
    }

    private int take(int group, int id, Pointer structs, int count, Pointer userData) {
        var byField = found.computeIfAbsent(new Entity(group, id), _ -> new HashMap<>());
        for (var i = 0; i < count; i++) {
            var value = FieldValue.ofV1(structs, (long) i * FieldValueV1.SIZE);
            byField.put(value.field(), value);
        }
        return 0;
    }

    /// Returns what DCGM has, at most half as old as the time from one of its looks to the next.
    Latest latest(Pace pace, Watches watches) {
        var now = nanos.getAsLong();
        var last = Optional.ofNullable(byPace.get(pace));
        if (last.isPresent()
                && now - last.get().lookedNanos()
                        < intervals.of(pace).dividedBy(2).toNanos()) {
            return last.get();
        }
        look(watches.of(pace));
        var latest = last.map(before -> before.then(found, now)).orElseGet(() -> Latest.first(found, now));
        byPace.put(pace, latest);
        return latest;
    }

    /// A watch that cannot be read has no values; the others have theirs.
    private void look(List<Watches.Watch> watches) {
        found = new HashMap<>();
        for (var watch : watches) {
            CallFailedException.statusOf(
                    "dcgmGetLatestValues_v2",
                    Dcgm.dcgmGetLatestValues_v2(handle, watch.group(), watch.fieldGroup(), collect, Pointer.NULL));
        }
    }

    /// Something else is watched from now on.
    void forget() {
        byPace.clear();
    }
}
