package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.ledger.Slices.Cut;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Books the hours of a GPU: all time in which it was in the fleet, each millisecond of it once.
///
/// The parts of a unit are exact ([UnitBook]). A unit weighs as many slices as it has of those that its GPU has; slices
/// that form no unit are in nobody's share. Of each hour the GPU's milliseconds are dealt out to its units, and those
/// of a unit to its accounts, by largest remainder: so what stands in the accounts adds up to the time that the unit
/// was there, and the units to the GPU, to the millisecond.
public final class Ledger {

    private static final Comparator<UnitId> ORDER =
            Comparator.comparing(unit -> unit.instance().orElse(""));

    private final GpuFacts facts;
    private final List<Cut> cuts;
    private final List<Energy> energy;
    private final Map<UnitId, UnitFacts> units = new HashMap<>();

    /// A unit, for as long as its GPU was cut like that.
    private record Book(UnitId unit, UnitBook parts, int slices, int allSlices) {
        long partsInMillisecond() {
            return parts.partsInMillisecond() * allSlices;
        }

        double part() {
            return (double) slices / allSlices;
        }
    }

    private Ledger(GpuFacts facts) {
        this.facts = facts;
        this.cuts = Slices.of(facts);
        this.energy = Energy.of(facts.of(facts.gpu()));
    }

    /// That of a GPU.
    public static Ledger of(GpuFacts facts) {
        return new Ledger(facts);
    }

    /// What stands in the accounts of each hour of a window.
    public static List<Entry> entries(GpuFacts facts, Span window) {
        return of(facts).entries(window);
    }

    /// What stands in the accounts of each hour of a window; of an hour that is cut by it, of that part.
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

    /// How those who held its units used them, in each hour of a window.
    public List<Usage> usages(Span window) {
        var usages = new ArrayList<Usage>();
        for (var hour = Hour.of(window.from()); hour < window.to(); hour += Hour.MILLIS) {
            var part = Hour.from(hour).within(window);
            for (var cut : cuts) {
                if (cut.span().meets(part)) {
                    for (var unit : slices(cut).keySet()) {
                        var known = units.computeIfAbsent(unit, this::facts);
                        usages.addAll(new Usages(unit, facts.of(unit), known, facts.tenants())
                                .of(hour, part.within(cut.span())));
                    }
                }
            }
        }
        return usages;
    }

    /// Who holds it, or any part of it, at any time within a span, and when.
    public Map<Owner, List<Span>> holders(Span part) {
        var holders = new HashMap<Owner, List<Span>>();
        for (var cut : cuts) {
            if (cut.span().meets(part)) {
                for (var unit : slices(cut).keySet()) {
                    for (var tenancy : units.computeIfAbsent(unit, this::facts).tenancies()) {
                        if (tenancy.span().meets(part)) {
                            holders.computeIfAbsent(tenancy.tenant().owner(), _ -> new ArrayList<>())
                                    .add(tenancy.span());
                        }
                    }
                }
            }
        }
        return holders;
    }

    /// Whether it is a unit itself, all that time.
    public boolean isWhole(Span part) {
        return cuts.stream().filter(cut -> cut.span().meets(part)).allMatch(Cut::isWhole);
    }

    private List<Book> books(Span part) {
        var books = new ArrayList<Book>();
        for (var cut : cuts) {
            if (cut.span().meets(part)) {
                var there = facts.inFleet().stream()
                        .map(span -> span.within(cut.span()))
                        .filter(span -> !span.isEmpty())
                        .toList();
                slices(cut).forEach((unit, slices) -> {
                    var known = units.computeIfAbsent(unit, this::facts);
                    books.add(new Book(unit, UnitBook.of(known.there(there), part), slices, cut.all()));
                });
            }
        }
        return books;
    }

    private Map<UnitId, Integer> slices(Cut cut) {
        var slices = new HashMap<UnitId, Integer>();
        if (cut.isWhole()) {
            slices.put(facts.gpu(), 1);
        } else {
            cut.of().forEach((instance, some) -> slices.put(instance(instance), some));
            if (cut.rest() > 0) {
                slices.put(rest(facts.gpu()), cut.rest());
            }
        }
        return slices;
    }

    /// What of a GPU forms no instance.
    public static UnitId rest(UnitId gpu) {
        return new UnitId(gpu.cluster(), gpu.gpu(), Optional.of(Slices.REST));
    }

    private UnitId instance(String name) {
        return new UnitId(facts.gpu().cluster(), facts.gpu().gpu(), Optional.of(name));
    }

    private UnitFacts facts(UnitId unit) {
        if (unit.equals(rest(facts.gpu()))) {
            return facts(readingsOfRest(), List.of(), List.of(), facts.of(facts.gpu()));
        }
        var rows = facts.of(unit);
        var readings = readings(rows, Holds.starts(rows, facts.tenants()));
        var reckoned = unit.equals(facts.gpu()) ? facts.reckoned() : List.<Reckoned>of();
        var tenancies = new Tenancies(rows, readings, facts, reckoned);
        return facts(readings, tenancies.all(), tenancies.guessed(), rows);
    }

    private UnitFacts facts(List<Stretch> readings, List<Tenancy> tenancies, List<Span> guessed, List<Row> rows) {
        return new UnitFacts(
                List.of(),
                facts.unhealthy(),
                facts.withheld(),
                facts.stranded(),
                readings,
                energy,
                Uncertain.of(rows, readings, tenancies, guessed, facts.unhealthy()),
                tenancies);
    }

    /// Nobody counts how long it was seen: as long as any instance, or as its GPU answered.
    private List<Stretch> readingsOfRest() {
        var readings = List.<Stretch>of();
        for (var unit : facts.rows().keySet().stream().sorted(ORDER).toList()) {
            readings = Readings.filled(readings, Counted.presence(facts.of(unit)));
        }
        return Readings.filled(readings, readings(facts.of(facts.gpu()), Collections.emptyNavigableSet()));
    }

    /// What is quiet depends on the product, which may be told to be another.
    private List<Stretch> readings(List<Row> rows, NavigableSet<Long> starts) {
        var readings = new ArrayList<Stretch>();
        facts.model().map(Quiet::of).each((from, to, quiet) -> {
            var time = new Span(from, to);
            Stretch.during(Readings.of(rows, quiet, starts), time)
                    .forEach(stretch -> readings.add(stretch.within(time)));
        });
        return readings;
    }

    private static void round(List<Book> books, long hour, long millis, List<Entry> entries) {
        var partsInMillisecond =
                books.stream().mapToLong(Book::partsInMillisecond).reduce(1, Split::leastCommonMultiple);
        var parts = new TreeMap<UnitId, SortedMap<Account, Long>>(ORDER);
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

    /// In the fleet.
    private long millis(Span span) {
        return facts.inFleet().stream()
                .mapToLong(there -> there.within(span).millis())
                .sum();
    }

    private static long sum(Map<Account, Long> parts) {
        return parts.values().stream().mapToLong(some -> some).reduce(0, Math::addExact);
    }
}
