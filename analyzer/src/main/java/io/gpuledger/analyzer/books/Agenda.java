package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.Carried;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.ledger.Reach;
import io.gpuledger.analyzer.store.entries.EntryTables.Late;
import io.gpuledger.analyzer.store.entries.EntryTables.Stretch;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The hours that are to be booked: of each GPU those open ones about which something is new, and those settled ones
/// for which something came late. GPUs of which the same hours are due are booked together.
final class Agenda {
    private static final long PIECE = Duration.ofHours(24).toMillis();

    /// Some GPUs of a cluster, and the hours that are due of each of them. [Batches] cuts it into smaller ones.
    ///
    /// @param window whole hours; where something is carried forward, from where that ends
    /// @param carried what is carried forward, by the GPUs' numbers: of all of them, or of none
    record Item(String cluster, Span window, List<KnownGpu> gpus, Map<Integer, Carried> carried) {
        Item(String cluster, Span window, List<KnownGpu> gpus) {
            this(cluster, window, gpus, Map.of());
        }

        /// Returns the whole hours that it is about.
        Span hours() {
            return new Span(Hour.of(window.from()), window.to());
        }

        /// Returns the time of which all that was told is read.
        ///
        /// @param longestQuiet the longest quiet run that hours wait for
        Span around(Duration longestQuiet) {
            return carried.isEmpty() ? Reach.around(window, longestQuiet) : Reach.afterEarlier(window, longestQuiet);
        }

        Item of(List<KnownGpu> some) {
            return new Item(cluster, window, some, carried);
        }
    }

    /// Returns of each cluster the time from the first hour that is due to the last.
    static Map<String, Span> windows(List<Item> items) {
        var windows = new HashMap<String, Span>();
        items.forEach(item -> windows.merge(
                item.cluster(),
                item.window(),
                (one, other) -> new Span(Math.min(one.from(), other.from()), Math.max(one.to(), other.to()))));
        return windows;
    }

    private record Key(String cluster, long from, long to) {}

    private final TreeMap<Long, Map<Key, List<KnownGpu>>> byBegin = new TreeMap<>();

    /// @param kept from the oldest hour that samples are kept of to the end of the current hour
    /// @param open from when on something may be new of open hours of GPUs whose books were kept before
    static List<Item> of(NodeGpus fleet, Map<Integer, Stretch> booked, Collection<Late> late, Span kept, long open) {
        var from = kept.from();
        var to = kept.to();
        var agenda = new Agenda();
        var lateOf = new HashMap<Integer, Stretch>();
        late.forEach(one -> lateOf.put(one.stretch().gpu(), one.stretch()));
        var settledUntil =
                booked.values().stream().mapToLong(Stretch::until).max().orElse(Long.MIN_VALUE);
        // What comes late of one GPU may change who holds the others that were ever on a node with it, and what they
        // cost.
        var told = new HashMap<Integer, List<Span>>();
        for (var gpu : fleet.all()) {
            var its = booked.containsKey(gpu.id())
                    ? late(Optional.ofNullable(lateOf.get(gpu.id())))
                    : ofNewcomer(gpu, settledUntil);
            its.ifPresent(span -> fleet.and(List.of(gpu))
                    .forEach(other -> told.computeIfAbsent(other.id(), _ -> new ArrayList<>())
                            .add(span)));
        }
        for (var gpu : fleet.all()) {
            var spans = new ArrayList<Span>();
            var begin = Math.max(from, Hour.of(gpu.firstSeen()));
            var settled = booked.get(gpu.id());
            if (settled == null || !gpu.hasLeft(settled.until())) {
                add(spans, settled == null ? begin : Hour.of(Math.max(settled.until(), open)), to);
            }
            told.getOrDefault(gpu.id(), List.of())
                    .forEach(span -> add(spans, Math.max(begin, span.from()), Math.min(to, span.to())));
            Span.union(spans).forEach(span -> agenda.add(gpu, span));
        }
        return agenda.items();
    }

    /// Returns the settled hours for which something came late.
    private static Optional<Span> late(Optional<Stretch> told) {
        return told.map(Agenda::hours);
    }

    /// Returns the hours that are booked because something in this stretch came late.
    static Span hours(Stretch late) {
        return new Span(Hour.of(late.since()), Hour.of(late.until()) + Hour.MILLIS);
    }

    /// All hours that are settled are late for a GPU that was not known when they were settled.
    private static Optional<Span> ofNewcomer(KnownGpu gpu, long settledUntil) {
        return gpu.firstSeen() < settledUntil
                ? Optional.of(new Span(Hour.of(gpu.firstSeen()), settledUntil))
                : Optional.empty();
    }

    private static void add(List<Span> spans, long from, long to) {
        if (from < to) {
            spans.add(new Span(from, to));
        }
    }

    private void add(KnownGpu gpu, Span span) {
        for (var from = span.from(); from < span.to(); ) {
            var to = Math.min(span.to(), (Math.floorDiv(from, PIECE) + 1) * PIECE);
            // The few hours of today are booked in one piece with those of yesterday.
            if (span.to() - to < Duration.ofHours(6).toMillis()) {
                to = span.to();
            }
            byBegin.computeIfAbsent(from, _ -> new HashMap<>())
                    .computeIfAbsent(new Key(gpu.gpu().cluster(), from, to), _ -> new ArrayList<>())
                    .add(gpu);
            from = to;
        }
    }

    /// The items with the oldest hours come first.
    private List<Item> items() {
        var items = new ArrayList<Item>();
        byBegin.values()
                .forEach(keys -> keys.forEach((key, gpus) ->
                        items.add(new Item(key.cluster(), new Span(key.from(), key.to()), List.copyOf(gpus)))));
        return items;
    }
}
