package io.gpuledger.exporter.device;

import io.gpuledger.exporter.device.Reading.Absent;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/// What was read from one GPU, instance or link. Immutable.
public final class Readings {
    public static final Readings NONE = new Readings(new EnumMap<>(Quantity.class));

    /// Never changed; of this type, because it is merged with others each second.
    private final EnumMap<Quantity, Reading> byQuantity;

    private Readings(EnumMap<Quantity, Reading> byQuantity) {
        this.byQuantity = byQuantity;
    }

    public static Readings of(Map<Quantity, Reading> byQuantity) {
        if (byQuantity.isEmpty()) {
            return NONE;
        }
        return new Readings(new EnumMap<>(byQuantity));
    }

    /// What was not asked for reads as [Absent#NO_DATA].
    public Reading of(Quantity quantity) {
        return byQuantity.getOrDefault(quantity, Absent.NO_DATA);
    }

    public OptionalDouble value(Quantity quantity) {
        return switch (of(quantity)) {
            case Reading.Value(double value) -> OptionalDouble.of(value);
            case Absent _ -> OptionalDouble.empty();
        };
    }

    /// Only what was asked for, in the order of [Quantity].
    public Map<Quantity, Reading> asked() {
        return Collections.unmodifiableMap(byQuantity);
    }

    /// These readings, with those of `newer` in place of older ones of the same quantity.
    public Readings with(Readings newer) {
        var merged = byQuantity.clone();
        merged.putAll(newer.byQuantity);
        return new Readings(merged);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Readings that && byQuantity.equals(that.byQuantity);
    }

    @Override
    public int hashCode() {
        return byQuantity.hashCode();
    }

    @Override
    public String toString() {
        return byQuantity.toString();
    }
}
