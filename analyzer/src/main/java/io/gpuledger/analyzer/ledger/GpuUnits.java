package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.ledger.Slices.Cut;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The units of a GPU: from when to when it was cut into which, who held them, and how active they were. What is known
/// of a unit is put together when somebody first asks for it, and kept.
///
/// Who is said to hold a unit is known before anybody is counted as its holder, and the counts depend on it: so whoever
/// counts asks the units first, and then gets the same units with the counts ([#counting]). How active the units were
/// is the same with counts and without, and is found out once.
public final class GpuUnits {
    static final Comparator<UnitId> ORDER =
            Comparator.comparing(unit -> unit.instance().orElse(""));

    private final GpuFacts facts;
    private final List<Cut> cuts;
    private final List<Energy> energy;
    private final Map<UnitId, List<Stretch>> readings;
    private final Map<UnitId, UnitFacts> known = new HashMap<>();

    private GpuUnits(GpuFacts facts, List<Cut> cuts, List<Energy> energy, Map<UnitId, List<Stretch>> readings) {
        this.facts = facts;
        this.cuts = cuts;
        this.energy = energy;
        this.readings = readings;
    }

    public static GpuUnits of(GpuFacts facts) {
        return new GpuUnits(facts, Slices.of(facts), Energy.of(facts.of(facts.gpu())), new HashMap<>());
    }

    /// Returns the same units, with the pods that hold the GPU by count and the times in which it is withheld by count.
    public GpuUnits counting(List<Reckoned> holders, List<Mark> withheld) {
        return holders.isEmpty() && withheld.isEmpty()
                ? this
                : new GpuUnits(facts.counting(holders, withheld), cuts, energy, readings);
    }

    /// Returns the same units, with the times in which they are stranded.
    public GpuUnits stranding(Map<UnitId, List<Mark>> marks) {
        if (marks.isEmpty()) {
            return this;
        }
        var stranded = new GpuUnits(facts.stranding(marks), cuts, energy, readings);
        known.forEach((unit, its) -> stranded.known.put(unit, its.stranded(stranded.facts.stranded(unit))));
        return stranded;
    }

    /// Returns the units that there are at any time within a span, and when each of them is there. The slices that are
    /// in no instance are one of them ([#rest]).
    public Map<UnitId, List<Span>> there(Span part) {
        var there = new HashMap<UnitId, List<Span>>();
        for (var cut : cuts) {
            if (cut.span().meets(part)) {
                slices(cut)
                        .keySet()
                        .forEach(unit -> there.computeIfAbsent(unit, _ -> new ArrayList<>())
                                .add(cut.span().within(part)));
            }
        }
        return there;
    }

    /// Returns when anybody holds a unit, or any replica of it, within a span.
    public List<Span> held(UnitId unit, Span part) {
        return Span.union(unit(unit).tenancies().stream()
                .flatMap(tenancy -> tenancy.holds().stream())
                .map(hold -> hold.span().within(part))
                .toList());
    }

    /// Returns who holds the GPU, or any part of it, at any time within a span, and when. A time that reaches beyond
    /// the span is given as a whole.
    public Map<Owner, List<Span>> holders(Span part) {
        var holders = new HashMap<Owner, List<Span>>();
        for (var cut : cuts) {
            if (cut.span().meets(part)) {
                for (var unit : slices(cut).keySet()) {
                    for (var tenancy : unit(unit).tenancies()) {
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

    /// Returns what is known of the tenancies of each unit up to an instant, as far as it matters to the time after it.
    public Map<UnitId, List<EarlierTenancy>> earlier(long instant) {
        var earlier = new HashMap<UnitId, List<EarlierTenancy>>();
        var soon = instant - Tenancies.AWAY_MAX.toMillis();
        for (var unit : there(new Span(soon, instant)).keySet()) {
            var found = unit(unit).tenancies().stream()
                    .flatMap(tenancy -> EarlierTenancy.of(tenancy, instant).stream())
                    .toList();
            var owners = found.stream().map(EarlierTenancy::owner).collect(Collectors.toSet());
            var all = Stream.concat(
                            facts.earlier(unit).stream().filter(one -> !owners.contains(one.owner())), found.stream())
                    .filter(one -> one.until() >= soon)
                    .toList();
            if (!all.isEmpty()) {
                earlier.put(unit, all);
            }
        }
        return earlier;
    }

    /// Returns the latest instant, up to a given one, before which all is decided, whatever is told from now on. It
    /// is not where a unit is silent, or tells only now and then: what stands there depends on the next few
    /// readings. Nor is it where a quiet run goes on that is not long enough yet to be idle, or only just: all of
    /// that run is one or the other.
    ///
    /// @param instant up to which all that was told is known
    public long decided(long instant) {
        var followed = facts.rows().values().stream()
                .mapToLong(rows -> followed(rows, instant))
                .reduce(instant, Math::min);
        var decided = followed;
        for (var unit :
                there(new Span(followed, Math.max(followed + 1, facts.until()))).keySet()) {
            for (var tenancy : unit(unit).tenancies()) {
                decided = tenancy.runs().stream()
                        .filter(run -> run.to() >= followed && !tenancy.isDecided(run))
                        .mapToLong(Span::from)
                        .reduce(decided, Math::min);
            }
        }
        return decided;
    }

    /// Returns the latest instant, up to a given one, after which there are enough readings to know what was before it.
    private static long followed(List<Row> rows, long instant) {
        if (rows.isEmpty()) {
            return instant;
        }
        var few = rows.get(Math.max(0, rows.size() - 1 - Reach.READINGS_AFTER)).millis();
        return Math.min(instant, Math.min(few, rows.getLast().millis() - Reach.AFTER_RUN.toMillis()));
    }

    /// Says whether the GPU is a unit itself, and not cut into instances, all that time.
    public boolean isWhole(Span part) {
        return cuts.stream().filter(cut -> cut.span().meets(part)).allMatch(Cut::isWhole);
    }

    public GpuFacts facts() {
        return facts;
    }

    List<Cut> cuts() {
        return cuts;
    }

    /// Returns how many compute slices each unit has while the GPU is cut like that. A GPU that is not cut counts as
    /// one.
    Map<UnitId, Integer> slices(Cut cut) {
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

    /// Returns the unit that consists of the slices of a GPU that are in no instance.
    public static UnitId rest(UnitId gpu) {
        return new UnitId(gpu.cluster(), gpu.gpu(), Optional.of(Slices.REST));
    }

    private UnitId instance(String name) {
        return new UnitId(facts.gpu().cluster(), facts.gpu().gpu(), Optional.of(name));
    }

    UnitFacts unit(UnitId unit) {
        return known.computeIfAbsent(unit, this::factsOf);
    }

    private UnitFacts factsOf(UnitId unit) {
        if (unit.equals(rest(facts.gpu()))) {
            return with(unit, readingsOfRest(), List.of(), List.of(), facts.of(facts.gpu()));
        }
        var rows = facts.of(unit);
        var its = readings.computeIfAbsent(unit, _ -> readings(rows, Holds.starts(rows, facts.tenants())));
        var reckoned = unit.equals(facts.gpu()) ? facts.reckoned() : List.<Reckoned>of();
        var tenancies = new Tenancies(rows, its, facts, reckoned, facts.earlier(unit));
        return with(unit, its, tenancies.all(), tenancies.guessed(), rows);
    }

    private UnitFacts with(
            UnitId unit, List<Stretch> its, List<Tenancy> tenancies, List<Span> guessed, List<Row> rows) {
        return new UnitFacts(
                List.of(),
                facts.unhealthy(),
                facts.withheld(),
                facts.stranded(unit),
                its,
                energy,
                Uncertain.of(rows, its, tenancies, guessed, facts.unhealthy()),
                tenancies);
    }

    /// Returns the readings of the slices that are in no instance. Nobody counts how long these were seen: they are
    /// taken to be seen while any instance was, or while their GPU answered.
    private List<Stretch> readingsOfRest() {
        var all = List.<Stretch>of();
        for (var unit : facts.rows().keySet().stream().sorted(ORDER).toList()) {
            all = Readings.filled(all, Counted.presence(facts.of(unit)));
        }
        return Readings.filled(all, readings(facts.of(facts.gpu()), Collections.emptyNavigableSet()));
    }

    /// Returns the readings of a unit. What is quiet depends on the product, and the product may be told to be another
    /// from some instant on: so the time of each product is read by itself.
    private List<Stretch> readings(List<Row> rows, NavigableSet<Long> starts) {
        var all = new ArrayList<Stretch>();
        facts.model().map(Quiet::of).each((from, to, quiet) -> {
            var time = new Span(from, to);
            Stretch.during(Readings.of(rows, quiet, starts), time).forEach(stretch -> all.add(stretch.within(time)));
        });
        return all;
    }
}
