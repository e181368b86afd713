package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.Counted;
import io.gpuledger.analyzer.fleet.CountedGpu;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.Membership;
import io.gpuledger.analyzer.fleet.PodName;
import io.gpuledger.analyzer.health.Evidence;
import io.gpuledger.analyzer.health.Sickness;
import io.gpuledger.analyzer.ledger.EarlierTenancy;
import io.gpuledger.analyzer.ledger.GpuFacts;
import io.gpuledger.analyzer.ledger.GpuUnits;
import io.gpuledger.analyzer.ledger.Ledger;
import io.gpuledger.analyzer.ledger.Reckoned;
import io.gpuledger.analyzer.ledger.Tenant;
import io.gpuledger.analyzer.ledger.Tenants;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A GPU with all that the ledger has to know of it, except who holds it by count.
final class GpuToBook implements CountedGpu {
    /// A GPU that was seen this recently is not silent yet: its books end where its rows end.
    private static final long FRESH = 3 * 60_000L;

    private final KnownGpu gpu;
    private final Rules rules;
    private final GpuUnits units;
    /// When pods that hold nothing of it are said to: those that have the GPU for others while these hold it, and those
    /// that held it before the time that is looked at.
    private final Map<PodName, List<Long>> named;

    private GpuToBook(KnownGpu gpu, Rules rules, GpuUnits units, Map<PodName, List<Long>> named) {
        this.gpu = gpu;
        this.rules = rules;
        this.units = units;
        this.named = named;
    }

    static GpuToBook of(KnownGpu gpu, BatchFacts batch, Rules rules) {
        var held = batch.shared().of(gpu.gpu(), batch.told(gpu.gpu()).rows());
        var carried = batch.carried(gpu);
        var facts = facts(gpu, held.rows(), batch, rules).after(carried.tenancies());
        var named = new HashMap<>(held.relieved());
        carried.named().forEach((pod, instants) -> named.merge(pod, instants, GpuToBook::both));
        return new GpuToBook(gpu, rules, GpuUnits.of(facts), named);
    }

    private static <T> List<T> both(List<T> some, List<T> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /// @param whole the rows of the GPU as a whole
    private static GpuFacts facts(KnownGpu gpu, List<Row> whole, BatchFacts batch, Rules rules) {
        var cluster = batch.cluster();
        var told = told(gpu, batch);
        var until = until(gpu, told.last(), batch.now());
        return new GpuFacts(
                gpu.gpu(),
                batch.told(gpu.gpu()).unit().map(unit -> unit.model().orElse("")),
                rows(gpu, whole, batch),
                isSlot(gpu) ? batch.vacancies().of(gpu) : Membership.of(told, cluster.gone(gpu), until),
                unhealthy(gpu, batch, until),
                cluster.withheld(gpu, rules.maintenanceTaints()),
                tenants(cluster, rules),
                until);
    }

    private static long until(KnownGpu gpu, long lastTold, long now) {
        return isSlot(gpu) || now - lastTold > FRESH ? now : Math.min(now, lastTold);
    }

    /// Whether this is a slot: a GPU that its node should have, and that was never seen.
    private static boolean isSlot(KnownGpu gpu) {
        return gpu.ordinal().isPresent();
    }

    /// Returns the times at which the GPU was seen.
    private static NavigableSet<Long> told(KnownGpu gpu, BatchFacts batch) {
        var told = new TreeSet<Long>();
        told.add(gpu.firstSeen());
        gpu.units().values().forEach(unit -> {
            var its = batch.told(unit.id());
            its.before().ifPresent(told::add);
            its.rows().forEach(row -> told.add(row.millis()));
        });
        return told;
    }

    private static Map<UnitId, List<Row>> rows(KnownGpu gpu, List<Row> whole, BatchFacts batch) {
        var rows = new HashMap<UnitId, List<Row>>();
        gpu.units().values().forEach(unit -> {
            var its =
                    unit.id().equals(gpu.gpu()) ? whole : batch.told(unit.id()).rows();
            if (!its.isEmpty()) {
                rows.put(unit.id(), its);
            }
        });
        return rows;
    }

    private static List<Mark> unhealthy(KnownGpu gpu, BatchFacts batch, long until) {
        var marks = new ArrayList<Mark>();
        Sickness.of(batch.history(gpu), until).forEach(one -> marks.add(one.mark()));
        batch.cluster()
                .notReady(gpu)
                .forEach(span -> marks.add(new Mark(span, Evidence.Condition.NODE_NOT_READY.word())));
        return marks;
    }

    private static Tenants tenants(ClusterFacts cluster, Rules rules) {
        var known = new HashMap<String, Tenant>();
        var unknown = new HashMap<PodName, Tenant>();
        return (holder, millis) -> cluster.pod(holder.namespace(), holder.pod(), millis)
                .map(pod -> known.computeIfAbsent(pod.uid(), _ -> rules.tenant(pod)))
                .orElseGet(() -> unknown.computeIfAbsent(
                        new PodName(holder.namespace(), holder.pod()),
                        pod -> rules.unknown(pod.namespace(), pod.name())));
    }

    KnownGpu gpu() {
        return gpu;
    }

    /// Returns until when the GPU is known.
    long until() {
        return units.facts().until();
    }

    /// Returns the product as the device names it, or, for a slot, as its node does.
    String product(ClusterFacts cluster, long hour) {
        return isSlot(gpu)
                ? gpu.node(hour)
                        .flatMap(name -> cluster.node(name, hour))
                        .flatMap(state -> state.label("nvidia.com/gpu.product"))
                        .map(Product::ofLabel)
                        .orElse("")
                : units.facts().model().at(hour).orElse("");
    }

    /// Returns the same GPU, with what is known of it by count.
    GpuToBook counting(Counted counted) {
        var holders = counted.holds().stream()
                .map(hold -> new Reckoned(hold.span(), rules.tenant(hold.pod())))
                .toList();
        return new GpuToBook(gpu, rules, units.counting(holders, counted.withheld()), named);
    }

    /// Returns the same GPU, with the times in which its units are stranded.
    GpuToBook stranding(Map<UnitId, List<Mark>> marks) {
        return new GpuToBook(gpu, rules, units.stranding(marks), named);
    }

    Ledger ledger() {
        return Ledger.of(units);
    }

    /// Returns the latest instant, up to a given one, before which nothing that is told later changes anything.
    long decided(long instant) {
        return isSlot(gpu) ? instant : units.decided(instant);
    }

    Map<UnitId, List<EarlierTenancy>> tenancies(long instant) {
        return isSlot(gpu) ? Map.of() : units.earlier(instant);
    }

    /// Returns the units of the GPU that are on a node at any time within a span. A slot has none: nobody has seen it.
    List<SpareUnit> units(String node, Span span) {
        if (isSlot(gpu)) {
            return List.of();
        }
        var on = inFleet().stream()
                .flatMap(there -> on(node, there.within(span)).stream())
                .filter(part -> !part.isEmpty())
                .toList();
        var unhealthy = units.facts().unhealthy().stream().map(Mark::span).toList();
        var withheld = units.facts().withheld().stream().map(Mark::span).toList();
        var all = new ArrayList<SpareUnit>();
        units.there(span).forEach((unit, spans) -> {
            var there = common(spans, on);
            if (!there.isEmpty()) {
                var healthy = without(there, unhealthy);
                var taken = Stream.concat(withheld.stream(), units.held(unit, span).stream());
                all.add(new SpareUnit(unit, profile(unit), healthy, without(healthy, taken.toList())));
            }
        });
        all.sort(Comparator.comparing(one -> one.unit().instance().orElse("")));
        return all;
    }

    private static List<Span> without(List<Span> some, List<Span> others) {
        var all = Span.union(others);
        return some.stream().flatMap(one -> one.without(all).stream()).toList();
    }

    private static List<Span> common(List<Span> some, List<Span> others) {
        return some.stream()
                .flatMap(one -> others.stream().map(one::within))
                .filter(both -> !both.isEmpty())
                .toList();
    }

    private List<Span> on(String node, Span span) {
        var cuts = new TreeSet<>(gpu.nodes().navigableKeySet().subSet(span.from(), true, span.to(), false));
        cuts.add(span.from());
        return cuts.stream()
                .map(from ->
                        new Span(from, Optional.ofNullable(cuts.higher(from)).orElse(span.to())))
                .filter(part -> gpu.node(part.from()).equals(Optional.of(node)))
                .toList();
    }

    /// Returns the profile of a MIG device, an empty text for slices that are in none, and nothing for a whole GPU.
    private Optional<String> profile(UnitId unit) {
        return unit.instance()
                .map(_ -> gpu.units().values().stream()
                        .filter(known -> known.id().equals(unit))
                        .flatMap(known -> known.profile().stream())
                        .findFirst()
                        .orElse(""));
    }

    @Override
    public List<Span> inFleet() {
        return units.facts().inFleet();
    }

    @Override
    public boolean isOn(String node, Span span) {
        return inFleet().stream().anyMatch(span::meets)
                && units.isWhole(span)
                && gpu.node(span.from()).equals(Optional.of(node));
    }

    @Override
    public boolean isSick(Span span) {
        return units.facts().unhealthy().stream().anyMatch(mark -> mark.span().meets(span));
    }

    /// Returns which pods are said to hold the GPU within a span, and for each the instants from when to when.
    Map<PodName, List<Long>> named(Span span) {
        var instants = new HashMap<PodName, List<Long>>();
        holders(span)
                .forEach((pod, spans) -> instants.put(
                        pod,
                        spans.stream()
                                .map(span::within)
                                .filter(one -> !one.isEmpty())
                                .flatMap(one -> Stream.of(one.from(), one.to() - 1))
                                .toList()));
        named.forEach((pod, its) ->
                instants.merge(pod, its.stream().filter(span::contains).toList(), GpuToBook::both));
        return instants;
    }

    @Override
    public Map<PodName, List<Span>> holders(Span span) {
        var holders = new HashMap<PodName, List<Span>>();
        units.holders(span)
                .forEach((owner, spans) -> holders.computeIfAbsent(
                                new PodName(owner.namespace(), owner.pod()), _ -> new ArrayList<>())
                        .addAll(spans));
        named.forEach((pod, instants) -> {
            if (instants.stream().anyMatch(span::contains)) {
                holders.computeIfAbsent(pod, _ -> new ArrayList<>());
            }
        });
        return holders;
    }
}
