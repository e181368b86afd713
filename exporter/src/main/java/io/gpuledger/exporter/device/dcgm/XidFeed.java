package io.gpuledger.exporter.device.dcgm;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.gpuledger.exporter.device.Xid;
import io.gpuledger.exporter.device.dcgm.FieldValue.Content;
import io.gpuledger.exporter.device.dcgm.Structs.FieldValueV1;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The XIDs that DCGM has taken down, each told once: from the instant at which they were first asked for, across polls
/// and across engines. Used by one thread at a time.
final class XidFeed {
    private static final long ALL = 0;

    private final Memory next = EngineConnection.cleared(Long.BYTES);
    private final Dcgm.Values collect = this::take;
    private final List<Happened> found = new ArrayList<>();
    private long sinceMicros = ALL;

    private record Happened(Entity entity, int number, long micros) {}

    private int take(int group, int id, Pointer structs, int count, Pointer userData) {
        for (var i = 0; i < count; i++) {
            var value = FieldValue.ofV1(structs, (long) i * FieldValueV1.SIZE);
            // DCGM says 0 where there was none.
            if (value.content() instanceof Content.Amount(double number) && number > 0) {
                found.add(new Happened(new Entity(group, id), (int) number, value.micros()));
            }
        }
        return 0;
    }

    boolean isBegun() {
        return sinceMicros != ALL;
    }

    /// What happened since the last time. What happened before the first time was not on our watch: it is left out.
    ///
    /// @param uuids of the GPUs that these entities are, or are parts of
    List<Xid> poll(long handle, Watches.Watch watch, Map<Entity, String> uuids) {
        found.clear();
        var status = CallFailedException.statusOf(
                "dcgmGetValuesSince_v2",
                Dcgm.dcgmGetValuesSince_v2(
                        handle, watch.group(), watch.fieldGroup(), sinceMicros, next, collect, Pointer.NULL));
        // An enumeration that broke off is begun anew at the next poll, with what it brought so far.
        if (status != Status.OK) {
            return List.of();
        }
        var ours = isBegun();
        sinceMicros = next.getLong(0);
        return ours ? xids(uuids) : List.of();
    }

    private List<Xid> xids(Map<Entity, String> uuids) {
        return found.stream()
                .flatMap(happened -> Optional.ofNullable(uuids.get(happened.entity())).stream()
                        .map(uuid -> new Xid(uuid, happened.number(), instant(happened.micros()))))
                .toList();
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
