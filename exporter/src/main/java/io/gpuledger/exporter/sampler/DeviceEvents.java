package io.gpuledger.exporter.sampler;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.exporter.device.Incident;
import io.gpuledger.exporter.device.Snapshot.Happened;
import io.gpuledger.exporter.device.Xid;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Every event that came, counted per GPU and kind. Written by the thread that waits for them, read by the sampler.
final class DeviceEvents {
    private static final System.Logger LOG = System.getLogger(DeviceEvents.class.getName());

    private final Map<String, SortedMap<Integer, Long>> xids = new HashMap<>();
    private final Map<String, Integer> lastXids = new HashMap<>();
    private final Map<String, SortedMap<Incident.Kind, Long>> incidents = new HashMap<>();

    synchronized void add(DeviceEvent event) {
        switch (event) {
            case Xid xid -> {
                lastXids.put(xid.uuid(), xid.number());
                log("XID " + xid.number(), xid, count(xids, xid, xid.number()));
            }
            case Incident incident ->
                log(incident.kind().word(), incident, count(incidents, incident, incident.kind()));
        }
    }

    private static <K> long count(Map<String, SortedMap<K, Long>> counts, DeviceEvent event, K key) {
        return counts.computeIfAbsent(event.uuid(), _ -> new TreeMap<>()).merge(key, 1L, Long::sum);
    }

    /// A storm of the same event is one line; the counter has the rest.
    private static void log(String what, DeviceEvent event, long count) {
        LOG.log(count == 1 ? WARNING : DEBUG, () -> what + " on " + event.uuid());
    }

    synchronized Happened happened(String uuid) {
        return new Happened(copy(xids, uuid), Optional.ofNullable(lastXids.get(uuid)), copy(incidents, uuid));
    }

    private static <K> SortedMap<K, Long> copy(Map<String, SortedMap<K, Long>> counts, String uuid) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(counts.getOrDefault(uuid, new TreeMap<>())));
    }
}
