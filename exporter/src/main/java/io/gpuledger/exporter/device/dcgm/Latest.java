package io.gpuledger.exporter.device.dcgm;

import java.util.Map;
import java.util.Optional;

/// The newest values of all entities, from one look into DCGM's cache. Immutable.
///
/// @param newestMicros the youngest value's time: as good as DCGM's clock
/// @param newestNanos when that was first seen, by our own clock
/// @param lookedNanos when DCGM was asked, by our own clock
record Latest(Map<Entity, Map<Integer, FieldValue>> values, long newestMicros, long newestNanos, long lookedNanos) {

    static Latest first(Map<Entity, Map<Integer, FieldValue>> values, long nowNanos) {
        return new Latest(values, newest(values), nowNanos, nowNanos);
    }

    /// Returns these values with newer ones. Where nothing is newer, DCGM's clock has gone on all the same.
    Latest then(Map<Entity, Map<Integer, FieldValue>> values, long nowNanos) {
        var newest = newest(values);
        return new Latest(values, newest, newest == newestMicros ? newestNanos : nowNanos, nowNanos);
    }

    private static long newest(Map<Entity, Map<Integer, FieldValue>> values) {
        return values.values().stream()
                .flatMap(byField -> byField.values().stream())
                .mapToLong(FieldValue::micros)
                .max()
                .orElse(0);
    }

    /// Returns the value of the entity, or that of the whole node where it has none.
    Optional<FieldValue> of(Entity entity, int field) {
        return of(values.getOrDefault(entity, Map.of()), field)
                .or(() -> of(values.getOrDefault(Entity.NODE, Map.of()), field));
    }

    private static Optional<FieldValue> of(Map<Integer, FieldValue> byField, int field) {
        return Optional.ofNullable(byField.get(field));
    }

    /// How long ago DCGM looked at the device, when this was read: whatever its clock and ours have to do with each
    /// other.
    long ageMicros(FieldValue value) {
        return newestMicros - value.micros() + (lookedNanos - newestNanos) / 1000;
    }
}
