package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Books the hours of a GPU: all time in which it was in the fleet, each millisecond of it once.
///
/// The parts of a unit are exact ([UnitBook]). The weight of a unit is how many of the compute slices of its GPU it
/// has; slices that are in no instance are in nobody's share. Of each hour the GPU's milliseconds are dealt out to its
/// units, and those of a unit to its accounts, by largest remainder: so what stands in the accounts adds up to the time
/// that the unit was there, and the units to the GPU, to the millisecond.
public final class Ledger {

    private final GpuUnits units;

    /// What is booked of a unit, for as long as its GPU was cut in one way.
    private record Book(UnitId unit, UnitBook parts, int slices, int allSlices) {
        long partsInMillisecond() {
            return parts.partsInMillisecond() * allSlices;
        }

        double part() {
            return (double) slices / allSlices;
        }
    }

    private Ledger(GpuUnits units) {
        this.units = units;
    }

    public static Ledger of(GpuUnits units) {
        return new Ledger(units);
    }

    public static Ledger of(GpuFacts facts) {
        return of(GpuUnits.of(facts));
    }

    /// Returns what stands in the accounts of each hour of a window.
    public static List<Entry> entries(GpuFacts facts, Span window) {
        return of(facts).entries(window);
    }

    /// Returns what stands in the accounts of each hour of a window. Of an hour that the window cuts, only the part
    /// within the window counts.
    public List<Entry> entries(Span window) {
        var entries = new ArrayList<Entry>();
        for (var hour = Hour.of(window.from()); hour < window.to(); hour += Hour.MILLIS) {
            var part = Hour.from(hour).within(window);
            var books = books(part);
            var times = new ArrayList<Entry>();
            round(books, hour, millis(part), times);
            times.forEach(entry -> entries.add(entry.with(uncertain(books, entry), millijoules(books, entry))));
        }
        return entries;
    }

    /// Returns how those who held the GPU's units used them, in each hour of a window.
    public List<Usage> usages(Span window) {
        var usages = new ArrayList<Usage>();
        for (var hour = Hour.of(window.from()); hour < window.to(); hour += Hour.MILLIS) {
            var part = Hour.from(hour).within(window);
            for (var cut : units.cuts()) {
                if (cut.span().meets(part)) {
                    for (var unit : units.slices(cut).keySet()) {
                        var known = units.unit(unit);
                        usages.addAll(new Usages(
                                        unit,
                                        units.facts().of(unit),
                                        known,
                                        units.facts().tenants())
                                .of(hour, part.within(cut.span())));
                    }
                }
            }
        }
        return usages;
    }

    private List<Book> books(Span part) {
        var books = new ArrayList<Book>();
        for (var cut : units.cuts()) {
            if (cut.span().meets(part)) {
                var there = units.facts().inFleet().stream()
                        .map(span -> span.within(cut.span()))
                        .filter(span -> !span.isEmpty())
                        .toList();
                units.slices(cut).forEach((unit, slices) -> {
                    var known = units.unit(unit);
                    books.add(new Book(unit, UnitBook.of(known.there(there), part), slices, cut.all()));
                });
            }
        }
        return books;
    }

    private static void round(List<Book> books, long hour, long millis, List<Entry> entries) {
        var partsInMillisecond =
                books.stream().mapToLong(Book::partsInMillisecond).reduce(1, Split::leastCommonMultiple);
        var parts = new TreeMap<UnitId, SortedMap<Account, Long>>(GpuUnits.ORDER);
        for (var book : books) {
            var factor = book.slices() * (partsInMillisecond / book.partsInMillisecond());
            var accounts = parts.computeIfAbsent(book.unit(), _ -> new TreeMap<>(Account.ORDER));
            book.parts()
                    .accounts()
                    .forEach((account, some) ->
                            accounts.merge(account, Math.multiplyExact(some, factor), Math::addExact));
        }
        var sums = parts.values().stream().mapToLong(Ledger::sum).toArray();
        var units = LargestRemainder.round(sums, partsInMillisecond, millis);
        var at = 0;
        for (var unit : parts.entrySet()) {
            round(unit.getKey(), hour, unit.getValue(), partsInMillisecond, units[at++], entries);
        }
    }

    private static void round(
            UnitId unit,
            long hour,
            SortedMap<Account, Long> accounts,
            long partsInMillisecond,
            long millis,
            List<Entry> entries) {
        var parts = accounts.values().stream().mapToLong(some -> some).toArray();
        var rounded = LargestRemainder.round(parts, partsInMillisecond, millis);
        var at = 0;
        for (var account : accounts.keySet()) {
            if (rounded[at] > 0) {
                entries.add(new Entry(unit, hour, account, rounded[at]));
            }
            at++;
        }
    }

    private static long uncertain(List<Book> books, Entry entry) {
        return Math.round(books.stream()
                .filter(book -> book.unit().equals(entry.unit()))
                .mapToDouble(book -> book.parts().uncertain().getOrDefault(entry.account(), 0L)
                        * book.part()
                        / book.parts().partsInMillisecond())
                .sum());
    }

    private static Optional<Long> millijoules(List<Book> books, Entry entry) {
        return books.stream()
                .filter(book -> book.unit().equals(entry.unit()))
                .flatMap(
                        book -> Optional.ofNullable(book.parts().joules().get(entry.account()))
                                .map(joules -> joules * book.part())
                                .stream())
                .reduce(Double::sum)
                .map(joules -> Math.round(1000 * joules));
    }

    /// Returns how long the GPU was in the fleet within a span.
    private long millis(Span span) {
        return units.facts().inFleet().stream()
                .mapToLong(there -> there.within(span).millis())
                .sum();
    }

    private static long sum(Map<Account, Long> parts) {
        return parts.values().stream().mapToLong(some -> some).reduce(0, Math::addExact);
    }
}
