package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.booking.Prices.Rented;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.fleet.PodName;
import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.Ledger;
import io.gpuledger.analyzer.ledger.Money;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.ledger.Usage;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Books a GPU: it adds to each entry of its ledger who pays for it, and what it costs.
final class GpuBooking {
    private static final long MINUTE = 60_000;

    private final GpuToBook known;
    private final KnownGpu gpu;
    private final Ledger ledger;
    private final BatchFacts facts;
    private final ClusterFacts cluster;
    private final Rules rules;

    GpuBooking(GpuToBook known, BatchFacts facts, Rules rules) {
        this.known = known;
        this.gpu = known.gpu();
        this.ledger = known.ledger();
        this.facts = facts;
        this.cluster = facts.cluster();
        this.rules = rules;
    }

    GpuSheet sheet(Settling settling, CarryingForward forward) {
        var window = facts.window();
        return new GpuSheet(
                hours(window, settling),
                window.to() > facts.now() ? present() : List.of(),
                forward.instant(known).stream()
                        .mapToObj(instant -> carried(instant, forward.named(known)))
                        .findFirst());
    }

    /// Returns what is carried forward from an instant on: of its hour, what was carried up to here and what follows.
    private Carried carried(long instant, Map<PodName, List<Long>> named) {
        var before = facts.carried(gpu);
        if (before.until() == instant) {
            return before;
        }
        var hour = Hour.of(instant);
        var part = new Span(Math.max(hour, facts.window().from()), instant);
        var isOfHour = before.until() > hour;
        return new Carried(
                instant,
                Entry.together(
                        isOfHour ? before.entries() : List.of(), part.isEmpty() ? List.of() : ledger.entries(part)),
                Usage.together(
                        isOfHour ? before.usages() : List.of(), part.isEmpty() ? List.of() : ledger.usages(part)),
                known.tenancies(instant),
                named);
    }

    private GpuHours hours(Span window, Settling settling) {
        var entries = new ArrayList<BookedEntry>();
        var hour = new ArrayList<Entry>();
        var past = new Span(window.from(), Math.clamp(known.until(), window.from(), window.to()));
        var carried = facts.carried(gpu);
        for (var entry : Entry.together(carried.entries(), ledger.entries(past))) {
            if (!hour.isEmpty() && hour.getFirst().hour() != entry.hour()) {
                book(hour, settling.settles(gpu, hour), entries);
                hour.clear();
            }
            hour.add(entry);
        }
        if (!hour.isEmpty()) {
            book(hour, settling.settles(gpu, hour), entries);
        }
        return new GpuHours(
                gpu,
                new Span(Hour.of(window.from()), window.to()),
                entries,
                Usage.together(carried.usages(), ledger.usages(past)));
    }

    /// The present of a GPU is what is booked of the last minute that is known of it.
    private List<BookedEntry> present() {
        var present = new ArrayList<BookedEntry>();
        ledger.entries(new Span(known.until() - MINUTE, known.until())).stream()
                .collect(Collectors.groupingBy(Entry::hour, TreeMap::new, Collectors.toList()))
                .values()
                .forEach(entries -> book(entries, false, present));
        return present;
    }

    private void book(List<Entry> entries, boolean isSettled, List<BookedEntry> booked) {
        var hour = entries.getFirst().hour();
        var price = rules.prices().of(rented(hour));
        var costs = price.map(money -> Costs.of(entries, money.micros()));
        for (var i = 0; i < entries.size(); i++) {
            var at = i;
            var cost = price.map(money -> new Money(costs.orElseThrow()[at], money.currency()));
            booked.add(booked(entries.get(i), isSettled, cost));
        }
    }

    private Rented rented(long hour) {
        var node = gpu.node(hour);
        var state = node.flatMap(name -> cluster.node(name, hour));
        var there = node.map(name -> facts.nodeGpus().on(gpu.gpu().cluster(), name, hour))
                .orElse(List.of());
        var expected = state.flatMap(NodeGpus::expected)
                .or(() -> there.isEmpty() ? state.flatMap(NodeGpus::advertised) : Optional.of(there.size()));
        return new Rented(
                gpu.gpu().cluster(),
                state.flatMap(NodeGpus::pool),
                known.product(cluster, hour),
                gpu.ordinal()
                        .map(ordinal -> ordinal - 1)
                        .orElse(Math.max(0, there.indexOf(gpu.gpu().gpu()))),
                expected.orElse(1),
                hour);
    }

    private BookedEntry booked(Entry entry, boolean isSettled, Optional<Money> cost) {
        return new BookedEntry(
                entry,
                isSettled,
                gpu.node(entry.hour()),
                known.product(cluster, entry.hour()),
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
