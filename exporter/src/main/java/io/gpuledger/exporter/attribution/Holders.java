package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.device.Unit;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// This is who holds which unit of this node. It is immutable.
///
/// @param byUnit by the unit's UUID
/// @param unmapped by resource, how many ids of devices the kubelet names that are no unit of this node
public record Holders(Map<String, Held> byUnit, SortedMap<String, Integer> unmapped) {
    public static final Holders NONE = new Holders(Map.of(), new TreeMap<>());

    public Holders {
        byUnit = Map.copyOf(byUnit);
    }

    public Optional<Held> of(Unit unit) {
        return Optional.ofNullable(byUnit.get(unit.uuid()));
    }
}
