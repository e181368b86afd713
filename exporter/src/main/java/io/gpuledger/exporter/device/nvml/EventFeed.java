package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.exporter.device.Incident;
import io.gpuledger.exporter.device.Xid;
import io.gpuledger.exporter.device.nvml.Structs.EventData;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the driver reports of a session's GPUs as it happens. For one thread, inside the session.
final class EventFeed {
    private static final long XID = 0x8;
    private static final Map<Long, Incident.Kind> INCIDENTS = Map.of(
            0x1L, Incident.Kind.SINGLE_BIT_ECC_ERROR,
            0x2L, Incident.Kind.DOUBLE_BIT_ECC_ERROR,
            0x100L, Incident.Kind.MIG_CONFIG_CHANGE,
            0x4000L, Incident.Kind.GPU_UNAVAILABLE,
            0x8000L, Incident.Kind.RECOVERY_ACTION_CHANGE);
    private static final long ALL = XID | INCIDENTS.keySet().stream().reduce(0L, (one, other) -> one | other);

    private final NvmlSession session;
    private final InstantSource clock;
    private final Memory out;
    private final Set<Long> registered = new HashSet<>();
    private long set;

    EventFeed(NvmlSession session, InstantSource clock, Buffers buffers) {
        this.out = buffers.take(EventData.SIZE);
        this.session = session;
        this.clock = clock;
    }

    /// What came of waiting: an event, nothing in time, or nothing ever again from this set.
    record Outcome(Optional<DeviceEvent> event, boolean broken) {
        static final Outcome NOTHING = new Outcome(Optional.empty(), false);
        static final Outcome BROKEN = new Outcome(Optional.empty(), true);
    }

    Outcome await(int milliseconds) {
        if (set == 0 && !create()) {
            return Outcome.BROKEN;
        }
        register();
        return switch (Nvml.nvmlEventSetWait_v2(set, out, milliseconds)) {
            case NvmlReturn.SUCCESS -> new Outcome(event(), false);
            case NvmlReturn.TIMEOUT -> Outcome.NOTHING;
            // A lost GPU ends the waiting for all others: the next set is made without it.
            default -> {
                free();
                yield Outcome.BROKEN;
            }
        };
    }

    private boolean create() {
        if (Nvml.nvmlEventSetCreate(out) != NvmlReturn.SUCCESS) {
            return false;
        }
        set = out.getLong(0);
        return true;
    }

    private void register() {
        for (var device : session.uuids().keySet()) {
            if (registered.add(device) && Nvml.nvmlDeviceGetSupportedEventTypes(device, out) == NvmlReturn.SUCCESS) {
                // Who refuses has no events.
                var _ = Nvml.nvmlDeviceRegisterEvents(device, out.getLong(0) & ALL, set);
            }
        }
    }

    private Optional<DeviceEvent> event() {
        var uuid = session.uuids().get(out.getLong(EventData.device));
        if (uuid == null) {
            return Optional.empty();
        }
        var type = out.getLong(EventData.eventType);
        if (type == XID) {
            return Optional.of(new Xid(uuid, (int) out.getLong(EventData.eventData), clock.instant()));
        }
        return Optional.ofNullable(INCIDENTS.get(type)).map(kind -> new Incident(uuid, kind, clock.instant()));
    }

    void free() {
        if (set != 0) {
            var _ = Nvml.nvmlEventSetFree(set);
            set = 0;
            registered.clear();
        }
    }
}
