package io.gpuledger.exporter.sampler;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.exporter.device.Xid;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Every XID that came, counted per GPU and number. Written by the thread that waits for them, read by the sampler.
final class Xids {
    private static final System.Logger LOG = System.getLogger(Xids.class.getName());

    private final Map<String, SortedMap<Integer, Long>> counts = new HashMap<>();
    private final Map<String, Integer> last = new HashMap<>();

    synchronized void add(Xid xid) {
        var count = counts.computeIfAbsent(xid.uuid(), _ -> new TreeMap<>()).merge(xid.number(), 1L, Long::sum);
        last.put(xid.uuid(), xid.number());
        // A storm of the same XID is one line; the counter has the rest.
        LOG.log(count == 1 ? WARNING : DEBUG, () -> "XID %d on %s".formatted(xid.number(), xid.uuid()));
    }

    synchronized SortedMap<Integer, Long> counts(String uuid) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(counts.getOrDefault(uuid, new TreeMap<>())));
    }

    synchronized Optional<Integer> last(String uuid) {
        return Optional.ofNullable(last.get(uuid));
    }
}
