package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.time.Timeline;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// An object in the making: its attributes' changes, in their order, become changes of all of them together. Those of
/// before may be in any order, where there is one of each attribute.
final class ObjectDraft {
    private final long from;
    private final SortedMap<String, String> attributes = new TreeMap<>();
    private final Map<Long, Optional<SortedMap<String, String>>> changes = new HashMap<>();
    private long since = Long.MIN_VALUE;

    /// @param from what was before is told as one
    ObjectDraft(long from) {
        this.from = from;
    }

    void put(String attribute, long millis, Optional<String> value) {
        if (isBegun() && millis > Math.max(since, from)) {
            settle();
        }
        since = Math.max(since, millis);
        value.ifPresentOrElse(said -> attributes.put(attribute, said), () -> attributes.remove(attribute));
    }

    boolean isBegun() {
        return since != Long.MIN_VALUE;
    }

    private void settle() {
        changes.put(since, now());
    }

    private Optional<SortedMap<String, String>> now() {
        if (!attributes.containsKey(Attribute.PRESENT)) {
            return Optional.empty();
        }
        var there = new TreeMap<>(attributes);
        there.remove(Attribute.PRESENT);
        return Optional.of(Collections.unmodifiableSortedMap(there));
    }

    Timeline<SortedMap<String, String>> timeline() {
        if (isBegun()) {
            settle();
        }
        return Timeline.of(changes);
    }
}
