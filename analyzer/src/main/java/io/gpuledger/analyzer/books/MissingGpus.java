package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.fleet.Slot;
import io.gpuledger.analyzer.fleet.Vacancies;
import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.entries.EntryTables.Stretch;
import io.gpuledger.analyzer.store.entries.SlotTables;
import io.gpuledger.analyzer.store.entries.SlotTables.Standing;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Stores which GPUs are missing, so that they stand in the books as slots. Where the answer has changed since the last
/// time, for example by something that came late, the settled hours concerned are marked to be booked again.
final class MissingGpus {
    private static final Standing NOTHING = new Standing(0, List.of());

    private final Session session;
    private final Map<Integer, Stretch> booked;
    private final Span known;

    /// @param booked until when the hours of each GPU are settled, by its number
    /// @param known the time of which samples are kept; what was stored of the time before it is not changed
    MissingGpus(Session session, Map<Integer, Stretch> booked, Span known) {
        this.session = session;
        this.booked = booked;
        this.known = known;
    }

    /// Stores which GPUs of this fleet are missing now. Returns whether the answer has changed.
    boolean update(Collection<KnownGpu> fleet) throws DatabaseException {
        var slots = new SlotTables(session);
        var standing = slots.standing();
        var vacant = vacant(slots.clusters(), new NodeGpus(fleet));
        var changed = new HashMap<Slot, List<Span>>();
        var never = new ArrayList<Integer>();
        var late = new ArrayList<Stretch>();
        var all = new HashSet<>(standing.keySet());
        all.addAll(vacant.keySet());
        for (var slot : all) {
            var was = standing.getOrDefault(slot, NOTHING);
            var is = is(was, vacant.getOrDefault(slot, List.of()));
            if (!is.equals(was.vacant())) {
                late.addAll(late(was, is));
                if (is.isEmpty()) {
                    never.add(was.gpu());
                } else {
                    changed.put(slot, is);
                }
            }
        }
        slots.clear(never);
        slots.put(changed);
        new EntryTables().unsettled(session, late);
        return !changed.isEmpty() || !never.isEmpty();
    }

    private Map<Slot, List<Span>> vacant(Collection<String> clusters, NodeGpus nodeGpus) throws DatabaseException {
        var vacant = new HashMap<Slot, List<Span>>();
        for (var cluster : clusters) {
            var nodes = new ClusterTables(session).nodes(cluster, known.from(), known.to() + 1);
            vacant.putAll(new Vacancies(nodeGpus, cluster, nodes, known.to()).all());
        }
        return vacant;
    }

    /// Joins the vacancies that were stored of the time before `known` with those that are known; one that lasts until
    /// now has no end yet.
    private List<Span> is(Standing was, List<Span> vacant) {
        var before = new Span(Long.MIN_VALUE, known.from());
        return Span.union(Stream.concat(
                        was.vacant().stream().map(span -> span.within(before)),
                        vacant.stream()
                                .map(span -> span.to() < known.to() ? span : new Span(span.from(), Long.MAX_VALUE)))
                .toList());
    }

    /// Returns the settled stretch from the first to the last time at which the new answer differs from the old one.
    private Collection<Stretch> late(Standing was, List<Span> is) {
        var settled = booked.get(was.gpu());
        if (settled == null) {
            return List.of();
        }
        var different = Stream.concat(
                        was.vacant().stream().flatMap(span -> span.without(is).stream()),
                        is.stream().flatMap(span -> span.without(was.vacant()).stream()))
                .filter(span -> span.from() < settled.until())
                .toList();
        if (different.isEmpty()) {
            return List.of();
        }
        var all = Span.union(different);
        return List.of(new Stretch(
                was.gpu(), all.getFirst().from(), Math.min(all.getLast().to(), settled.until())));
    }
}
