package io.gpuledger.exporter.device;

import io.gpuledger.exporter.device.Reading.Absent;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/// What was read from one GPU, instance, part or process. Immutable.
public final class Readings {
    public static final Readings NONE = new Readings(new EnumMap<>(Quantity.class), DcgmFields.NONE);

    /// Never changed; of this type, because it is merged with others each second.
    private final EnumMap<Quantity, Reading> byQuantity;

    private final DcgmFields fields;

    private Readings(EnumMap<Quantity, Reading> byQuantity, DcgmFields fields) {
        this.byQuantity = byQuantity;
        this.fields = fields;
    }

    public static Readings of(Map<Quantity, Reading> byQuantity) {
        return of(byQuantity, DcgmFields.NONE);
    }

    public static Readings of(Map<Quantity, Reading> byQuantity, DcgmFields fields) {
        if (byQuantity.isEmpty() && fields.isEmpty()) {
            return NONE;
        }
        return new Readings(byQuantity.isEmpty() ? new EnumMap<>(Quantity.class) : new EnumMap<>(byQuantity), fields);
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

    /// What was asked for by DCGM's numbers.
    public DcgmFields fields() {
        return fields;
    }

    /// These readings, with those of `newer` in place of older ones of the same quantity.
    public Readings with(Readings newer) {
        var merged = byQuantity.clone();
        merged.putAll(newer.byQuantity);
        return new Readings(merged, fields.with(newer.fields));
    }

    /// What of these stands from one slow read to the next.
    public Readings standing() {
        var standing = new EnumMap<Quantity, Reading>(Quantity.class);
        byQuantity.forEach((quantity, reading) -> standing.put(quantity, standing(quantity, reading)));
        return new Readings(standing, fields);
    }

    /// What of a reading stands from one slow read to the next. What is read in between stands as [Absent#NO_DATA],
    /// unless it is never given.
    public static Reading standing(Quantity quantity, Reading reading) {
        var lasts = reading instanceof Absent absent && absent.lasting();
        return lasts || quantity.pace() == Pace.SLOW ? reading : Absent.NO_DATA;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Readings that && byQuantity.equals(that.byQuantity) && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return 31 * byQuantity.hashCode() + fields.hashCode();
    }

    @Override
    public String toString() {
        return byQuantity + (fields.isEmpty() ? "" : " " + fields);
    }
}
