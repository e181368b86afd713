package io.gpuledger.exporter.device;

import io.gpuledger.exporter.device.Reading.Absent;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiFunction;

/// What was read from one GPU, instance, part or process. Immutable.
public final class Readings {
    public static final Readings NONE = new Readings(new Reading[Quantity.ALL.size()], DcgmFields.NONE);

    /// The array is never changed, and holds null for what was not asked for. It is no map, because a node of MIG
    /// instances has thousands of readings a second, and a map costs an object for each that is looked at.
    private final Reading[] byQuantity;

    private final DcgmFields fields;

    private Readings(Reading[] byQuantity, DcgmFields fields) {
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
        var readings = NONE.byQuantity.clone();
        byQuantity.forEach((quantity, reading) -> readings[place(quantity)] = reading);
        return new Readings(readings, fields);
    }

    @SuppressWarnings("EnumOrdinal") // never leaves this process
    private static int place(Quantity quantity) {
        return quantity.ordinal();
    }

    public boolean asks(Quantity quantity) {
        return byQuantity[place(quantity)] != null;
    }

    /// What was not asked for reads as [Absent#NO_DATA].
    public Reading of(Quantity quantity) {
        var reading = byQuantity[place(quantity)];
        return reading == null ? Absent.NO_DATA : reading;
    }

    public OptionalDouble value(Quantity quantity) {
        return switch (of(quantity)) {
            case Reading.Value(double value) -> OptionalDouble.of(value);
            case Absent _ -> OptionalDouble.empty();
        };
    }

    /// Whether any of them is a value.
    public boolean giveAnything() {
        for (var reading : byQuantity) {
            if (reading instanceof Reading.Value) {
                return true;
            }
        }
        return false;
    }

    /// Whether any of them is absent for this reason.
    public boolean lack(Absent reason) {
        for (var reading : byQuantity) {
            if (reading == reason) {
                return true;
            }
        }
        return false;
    }

    /// Returns only what was asked for, in the order of [Quantity].
    public Map<Quantity, Reading> asked() {
        var asked = new EnumMap<Quantity, Reading>(Quantity.class);
        for (var quantity : Quantity.ALL) {
            if (asks(quantity)) {
                asked.put(quantity, of(quantity));
            }
        }
        return Collections.unmodifiableMap(asked);
    }

    /// What was asked for by DCGM's numbers.
    public DcgmFields fields() {
        return fields;
    }

    /// Returns these readings, with those of `newer` in place of older ones of the same quantity.
    public Readings with(Readings newer) {
        return with(newer, (_, reading) -> reading);
    }

    /// Returns these readings with those of `newer`, each as `taken` makes it.
    public Readings with(Readings newer, BiFunction<Quantity, Reading, Reading> taken) {
        var merged = byQuantity.clone();
        for (var i = 0; i < merged.length; i++) {
            if (newer.byQuantity[i] != null) {
                merged[i] = taken.apply(Quantity.ALL.get(i), newer.byQuantity[i]);
            }
        }
        return new Readings(merged, fields.with(newer.fields));
    }

    /// What of these stands from one slow read to the next. What is read in between stands as [Absent#NO_DATA], unless
    /// it is worth a word that it is not given.
    public Readings standing() {
        var standing = byQuantity.clone();
        for (var i = 0; i < standing.length; i++) {
            if (standing[i] != null) {
                standing[i] = standing(i, standing[i]);
            }
        }
        return new Readings(standing, fields.standing());
    }

    /// Whether the same stands of these as of others, most of which are the same objects.
    @SuppressWarnings("ReferenceEquality") // and a record's own way to compare is slow without the second compiler
    public boolean standAs(Readings others) {
        var alike = fields.standAs(others.fields);
        for (var i = 0; alike && i < byQuantity.length; i++) {
            var one = byQuantity[i];
            var other = others.byQuantity[i];
            alike = one == other
                    || (one != null && other != null && standing(i, one).equals(standing(i, other)));
        }
        return alike;
    }

    private static Reading standing(int quantity, Reading reading) {
        return Quantity.ALL.get(quantity).pace() == Pace.SLOW ? reading : reading.passing();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Readings that
                && Arrays.equals(byQuantity, that.byQuantity)
                && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(byQuantity) + fields.hashCode();
    }

    @Override
    public String toString() {
        return asked() + (fields.isEmpty() ? "" : " " + fields);
    }
}
