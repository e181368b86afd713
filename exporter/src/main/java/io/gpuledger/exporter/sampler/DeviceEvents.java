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

    private final Map<String, Happened> byGpu = new HashMap<>();

    synchronized void add(DeviceEvent event) {
        var before = happened(event.uuid());
        switch (event) {
            case Xid xid -> {
                var xids = counted(before.xids(), xid.number());
                log("XID " + xid.number(), xid, !before.xids().containsKey(xid.number()));
                byGpu.put(xid.uuid(), new Happened(xids, Optional.of(xid.number()), before.incidents()));
            }
            case Incident incident -> {
                var incidents = counted(before.incidents(), incident.kind());
                log(incident.kind().word(), incident, !before.incidents().containsKey(incident.kind()));
                byGpu.put(incident.uuid(), new Happened(before.xids(), before.lastXid(), incidents));
            }
        }
    }

    private static <K> SortedMap<K, Long> counted(SortedMap<K, Long> before, K key) {
        var counts = new TreeMap<>(before);
        counts.merge(key, 1L, Long::sum);
        return Collections.unmodifiableSortedMap(counts);
    }

    /// A storm of the same event is one line; the counter has the rest.
    private static void log(String what, DeviceEvent event, boolean first) {
        LOG.log(first ? WARNING : DEBUG, () -> what + " on " + event.uuid());
    }

    /// Returns the same object for as long as nothing happens.
    synchronized Happened happened(String uuid) {
        return byGpu.getOrDefault(uuid, Happened.NOTHING);
    }
}
