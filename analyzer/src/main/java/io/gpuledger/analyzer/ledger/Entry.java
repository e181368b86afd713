package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// What stands in an account, of one unit and hour.
///
/// @param hour its begin, in milliseconds since 1970
/// @param millis milliseconds of the GPU: a millisecond of a unit counts as the part of one that the unit is of the GPU
/// @param uncertain how much of `millis` may belong to another account, as an instant between two readings was
///     estimated
/// @param millijoules that the GPU took in that time, as far as that is known
public record Entry(UnitId unit, long hour, Account account, long millis, long uncertain, Optional<Long> millijoules) {
    private static final Comparator<Entry> ORDER = Comparator.comparingLong(Entry::hour)
            .thenComparing(Entry::unit, GpuUnits.ORDER)
            .thenComparing(Entry::account, Account.ORDER);

    public Entry(UnitId unit, long hour, Account account, long millis) {
        this(unit, hour, account, millis, 0, Optional.empty());
    }

    Entry with(long unsure, Optional<Long> energy) {
        return new Entry(unit, hour, account, millis, Math.min(millis, unsure), energy);
    }

    /// Returns the entries of two parts of a GPU's time, which have nothing in common: what stands in the same account
    /// of an hour is one entry.
    public static List<Entry> together(List<Entry> some, List<Entry> others) {
        if (some.isEmpty()) {
            return others;
        }
        var all = new TreeMap<Entry, Entry>(ORDER);
        some.forEach(entry -> all.merge(entry, entry, Entry::and));
        others.forEach(entry -> all.merge(entry, entry, Entry::and));
        return List.copyOf(all.values());
    }

    private Entry and(Entry other) {
        var energy = millijoules.isPresent() && other.millijoules.isPresent()
                ? Optional.of(millijoules.get() + other.millijoules.get())
                : millijoules.or(other::millijoules);
        return new Entry(unit, hour, account, millis + other.millis, uncertain + other.uncertain, energy);
    }
}
