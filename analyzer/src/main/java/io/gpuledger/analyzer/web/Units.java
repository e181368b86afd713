package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Puts entries of the last minute together to what each unit was in it.
///
/// @param all by cluster, GPU and instance: the accounts that they stood in
/// @param gpus by state, in milliseconds of that minute
record Units(SortedMap<UnitId, List<BookedEntry>> all, EnumMap<State, Long> gpus) {
    static final long MINUTE = 60_000;

    private static final Comparator<UnitId> ORDER = Comparator.comparing(UnitId::cluster)
            .thenComparing(UnitId::gpu)
            .thenComparing(unit -> unit.instance().orElse(""));

    static Units of(Collection<BookedEntry> entries) {
        var units = new TreeMap<UnitId, List<BookedEntry>>(ORDER);
        var gpus = new EnumMap<State, Long>(State.class);
        for (var booked : entries) {
            var entry = booked.entry();
            gpus.merge(entry.account().state(), entry.millis(), Math::addExact);
            add(units.computeIfAbsent(entry.unit(), _ -> new ArrayList<>()), booked);
        }
        return new Units(units, gpus);
    }

    /// A minute may reach over the end of an hour: then an account has two entries.
    private static void add(List<BookedEntry> all, BookedEntry more) {
        for (var i = 0; i < all.size(); i++) {
            var entry = all.get(i).entry();
            if (entry.account().equals(more.entry().account())) {
                var sum = new Entry(
                        entry.unit(),
                        entry.hour(),
                        entry.account(),
                        entry.millis() + more.entry().millis(),
                        entry.uncertain() + more.entry().uncertain(),
                        Optional.empty());
                all.set(i, new BookedEntry(sum, more.settled(), more.node(), more.sku(), more.payer(), more.cost()));
                return;
            }
        }
        all.add(more);
    }

    long millis(State state) {
        return gpus.getOrDefault(state, 0L);
    }

    long sum() {
        return gpus.values().stream().mapToLong(some -> some).sum();
    }
}
