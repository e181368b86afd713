package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.Costs;
import io.gpuledger.analyzer.booking.GpuHours;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.booking.Prices.Rented;
import io.gpuledger.analyzer.booking.Product;
import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.booking.Settling;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.Membership;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.fleet.Vacancies;
import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.GpuFacts;
import io.gpuledger.analyzer.ledger.Ledger;
import io.gpuledger.analyzer.ledger.Money;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.ledger.Reckoned;
import io.gpuledger.analyzer.ledger.Tenant;
import io.gpuledger.analyzer.ledger.Tenants;
import io.gpuledger.analyzer.store.samples.RowTables.Told;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Books a GPU: brings together what is known of it and of its cluster, and says who is behind each entry, and what it
/// costs.
final class Booking {
    /// Who was told of so lately is not silent yet: its books end there.
    private static final long FRESH = 3 * 60_000L;

    private final KnownGpu gpu;
    private final Map<UnitId, Told> told;
    private final ClusterFacts cluster;
    private final Vacancies vacancies;
    private final NodeGpus neighbours;
    private final Rules rules;
    private final long until;
    private final Timeline<String> model;
    private GpuFacts facts;
    private Ledger ledger;

    /// @param now how far the clock has come
    Booking(
            KnownGpu gpu,
            Map<UnitId, Told> told,
            Evidence evidence,
            ClusterFacts cluster,
            Vacancies vacancies,
            NodeGpus neighbours,
            Rules rules,
            long now)
            throws SQLException {
        this.gpu = gpu;
        this.told = told;
        this.cluster = cluster;
        this.vacancies = vacancies;
        this.neighbours = neighbours;
        this.rules = rules;
        this.model = Optional.ofNullable(told.get(gpu.gpu()))
                .map(Told::unit)
                .orElse(Timeline.empty())
                .map(unit -> unit.model().orElse(""));
        var ticks = ticks();
        this.until = isSlot() || now - ticks.last() > FRESH ? now : Math.min(now, ticks.last());
        this.facts = facts(ticks, isSlot() ? List.of() : evidence.against(gpu, until));
        this.ledger = Ledger.of(facts);
    }

    /// With what is known by count, where anything is.
    void count(List<Reckoned> holders, List<Mark> withheld) {
        if (!holders.isEmpty() || !withheld.isEmpty()) {
            facts = facts.counting(holders, withheld);
            ledger = Ledger.of(facts);
        }
    }

    KnownGpu gpu() {
        return gpu;
    }

    Ledger ledger() {
        return ledger;
    }

    List<Span> inFleet() {
        return facts.inFleet();
    }

    /// Whether it is in the fleet, whole, and on that node, for a time in which nothing changes.
    boolean isOn(String node, Span span) {
        return facts.inFleet().stream().anyMatch(span::meets)
                && ledger.isWhole(span)
                && gpu.node(span.from()).equals(Optional.of(node));
    }

    boolean isSick(Span span) {
        return facts.unhealthy().stream().anyMatch(mark -> mark.span().meets(span));
    }

    /// Whether nobody has told of it.
    private boolean isSlot() {
        return gpu.ordinal().isPresent();
    }

    private NavigableSet<Long> ticks() {
        var ticks = new TreeSet<Long>();
        ticks.add(gpu.firstSeen());
        gpu.units().values().forEach(unit -> {
            var its = told.get(unit.id());
            if (its != null) {
                its.before().ifPresent(ticks::add);
                its.rows().forEach(row -> ticks.add(row.millis()));
            }
        });
        return ticks;
    }

    private GpuFacts facts(NavigableSet<Long> ticks, List<Mark> sick) {
        var rows = new HashMap<UnitId, List<Row>>();
        gpu.units().values().forEach(unit -> {
            var its = told.get(unit.id());
            if (its != null && !its.rows().isEmpty()) {
                rows.put(unit.id(), its.rows());
            }
        });
        return new GpuFacts(
                gpu.gpu(),
                model,
                rows,
                isSlot() ? vacancies.of(gpu) : Membership.of(ticks, cluster.gone(gpu), until),
                Stream.concat(sick.stream(), cluster.unhealthy(gpu).stream()).toList(),
                cluster.withheld(gpu, rules.maintenanceTaints()),
                List.<Mark>of(),
                tenants(),
                until);
    }

    private Tenants tenants() {
        var known = new HashMap<String, Tenant>();
        return (holder, millis) -> cluster.pod(holder.namespace(), holder.pod(), millis)
                .map(pod -> known.computeIfAbsent(pod.uid(), _ -> rules.tenant(pod)))
                .orElseGet(() -> rules.unknown(holder.namespace(), holder.pod()));
    }

    GpuHours hours(Span window, Settling settling) {
        var entries = new ArrayList<BookedEntry>();
        var hour = new ArrayList<Entry>();
        var known = new Span(window.from(), Math.clamp(until, window.from(), window.to()));
        for (var entry : ledger.entries(known)) {
            if (!hour.isEmpty() && hour.getFirst().hour() != entry.hour()) {
                book(hour, settling, entries);
                hour.clear();
            }
            hour.add(entry);
        }
        if (!hour.isEmpty()) {
            book(hour, settling, entries);
        }
        return new GpuHours(gpu, window, entries, ledger.usages(known));
    }

    /// What it is now: what it was in the last minute.
    List<BookedEntry> present() {
        var entries = new ArrayList<BookedEntry>();
        var minute = ledger.entries(new Span(until - 60_000, until));
        minute.forEach(entry -> entries.add(booked(entry, false, Optional.empty())));
        return entries;
    }

    private void book(List<Entry> entries, Settling settling, List<BookedEntry> booked) {
        var hour = entries.getFirst().hour();
        var price = rules.prices().of(rented(hour));
        var costs = price.map(money -> Costs.of(entries, money.micros()));
        var isSettled = settling.settles(gpu, entries);
        for (var i = 0; i < entries.size(); i++) {
            var at = i;
            var cost = price.map(money -> new Money(costs.orElseThrow()[at], money.currency()));
            booked.add(booked(entries.get(i), isSettled, cost));
        }
    }

    private Rented rented(long hour) {
        var node = gpu.node(hour);
        var state = node.flatMap(name -> cluster.node(name, hour));
        var there =
                node.map(name -> neighbours.on(gpu.gpu().cluster(), name, hour)).orElse(List.of());
        var expected = state.flatMap(NodeGpus::expected)
                .or(() -> there.isEmpty() ? state.flatMap(NodeGpus::advertised) : Optional.of(there.size()));
        return new Rented(
                gpu.gpu().cluster(),
                state.flatMap(NodeGpus::pool),
                product(hour),
                gpu.ordinal()
                        .map(ordinal -> ordinal - 1)
                        .orElse(Math.max(0, there.indexOf(gpu.gpu().gpu()))),
                expected.orElse(1),
                hour);
    }

    /// As the device tells it, or its node, where nobody knows of the device.
    private String product(long hour) {
        return isSlot()
                ? gpu.node(hour)
                        .flatMap(name -> cluster.node(name, hour))
                        .flatMap(state -> state.label("nvidia.com/gpu.product"))
                        .map(Product::ofLabel)
                        .orElse("")
                : model.at(hour).orElse("");
    }

    private BookedEntry booked(Entry entry, boolean isSettled, Optional<Money> cost) {
        return new BookedEntry(
                entry,
                isSettled,
                gpu.node(entry.hour()),
                product(entry.hour()),
                entry.account().owner().map(owner -> payer(owner, entry.hour())),
                cost);
    }

    private Payer payer(Owner owner, long hour) {
        var pod = cluster.pod(owner.namespace(), owner.pod(), hour)
                .filter(known -> owner.uid().map(known.uid()::equals).orElse(true))
                .or(() -> owner.uid().flatMap(cluster::podOf));
        return new Payer(
                rules.teams().of(owner.namespace(), pod, cluster.namespaces(), hour),
                pod.flatMap(Pod::workload).orElseGet(() -> new Workload("Pod", owner.pod())));
    }
}
