package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.stranded.Candidates;
import io.gpuledger.analyzer.stranded.Cause;
import io.gpuledger.analyzer.stranded.Expectations;
import io.gpuledger.analyzer.stranded.Lens;
import io.gpuledger.analyzer.stranded.QuotaRoom;
import io.gpuledger.analyzer.stranded.Rejections;
import io.gpuledger.analyzer.stranded.SpareUnits;
import io.gpuledger.analyzer.stranded.Stranding;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds which units of a node are stranded, and when: those that nobody holds, and that no pod which is expected could
/// use ([Stranding]). Which of several units that are alike these are is not known: they are taken in the order of
/// their UUIDs.
///
/// What is found at an instant follows from what is so at that instant alone, so that it does not matter which hours
/// are booked together. Where nothing is known of a node, or no pods are expected, nothing is stranded.
final class StrandedUnits {
    private final ClusterFacts cluster;
    private final Timeline<Lens> lenses;
    private final QuotaRoom quotas;
    private final IdentityHashMap<Lens, Judges> judges = new IdentityHashMap<>();
    /// The marks are those of each unit, by its device.
    private final Map<UnitId, Map<UnitId, List<Mark>>> marks = new HashMap<>();

    StrandedUnits(ClusterFacts cluster, Expectations expectations) {
        this.cluster = cluster;
        this.lenses = expectations.lenses();
        this.quotas = expectations.quotas();
    }

    /// Looks at a node within a span.
    ///
    /// @param gpus all that were ever on it, in the order in which they are taken
    void look(String node, List<GpuToBook> gpus, Span span) {
        var states = cluster.nodes().getOrDefault(node, Timeline.empty());
        if (states.isEmpty() || lenses.isEmpty()) {
            return;
        }
        var units = new ArrayList<SpareUnit>();
        gpus.forEach(gpu -> units.addAll(gpu.units(node, span)));
        if (units.stream().anyMatch(unit -> !unit.spare().isEmpty())) {
            new Node(node, states, units).look(span);
        }
    }

    /// Returns when each unit is stranded, and why.
    Map<UnitId, List<Mark>> of(GpuToBook gpu) {
        return marks.getOrDefault(gpu.gpu().gpu(), Map.of());
    }

    /// Those of a lens by whom units are judged, while quotas leave room for some and not for others.
    private final class Judges {
        private final Lens lens;
        private final Timeline<List<Boolean>> allowed;
        private final Map<List<Boolean>, Candidates> candidates = new HashMap<>();

        Judges(Lens lens) {
            this.lens = lens;
            this.allowed = quotas.allowed(lens);
        }

        Candidates at(long millis) {
            return candidates.computeIfAbsent(
                    allowed.at(millis).orElse(List.of()), _ -> new Candidates(lens, pod -> quotas.allows(pod, millis)));
        }
    }

    private Judges judges(Lens lens) {
        return judges.computeIfAbsent(lens, Judges::new);
    }

    private final class Node {
        private final String name;
        private final Timeline<NodeState> states;
        private final List<SpareUnit> units;
        private final List<Pod> pods;
        private final Timeline<SortedMap<String, Long>> others;
        private final List<Span> rejecting;

        Node(String name, Timeline<NodeState> states, List<SpareUnit> units) {
            this.name = name;
            this.states = states;
            this.units = units;
            this.pods = cluster.podsOn(name);
            this.others = cluster.otherPods(name);
            this.rejecting = Rejections.of(pods, states);
        }

        void look(Span span) {
            var instants = instants(span);
            for (var from : instants) {
                var to = Optional.ofNullable(instants.higher(from)).orElse(span.to());
                states.at(from).ifPresent(state -> look(new Span(from, to), state));
            }
        }

        /// Returns the instants at which anything may change: between two of them nothing does.
        private NavigableSet<Long> instants(Span span) {
            var instants = new TreeSet<Long>();
            units.forEach(unit -> {
                unit.healthy().forEach(one -> add(instants, one));
                unit.spare().forEach(one -> add(instants, one));
            });
            states.changes().forEach(change -> instants.add(change.since()));
            lenses.changes().forEach(change -> {
                instants.add(change.since());
                change.value()
                        .ifPresent(
                                lens -> judges(lens).allowed.changes().forEach(quota -> instants.add(quota.since())));
            });
            others.changes().forEach(change -> instants.add(change.since()));
            pods.forEach(pod -> add(instants, pod.life()));
            rejecting.forEach(one -> add(instants, one));
            instants.headSet(span.from()).clear();
            instants.tailSet(span.to()).clear();
            instants.add(span.from());
            return instants;
        }

        private void look(Span span, NodeState state) {
            var byResource = new TreeMap<String, List<SpareUnit>>();
            for (var unit : units) {
                if (unit.isSpare(span.from())) {
                    if (unit.isRest()) {
                        add(unit.unit(), span, Cause.MIG_REMAINDER);
                    } else {
                        byResource
                                .computeIfAbsent(unit.resource(state), _ -> new ArrayList<>())
                                .add(unit);
                    }
                }
            }
            var lens = lenses.at(span.from());
            if (byResource.isEmpty() || lens.isEmpty()) {
                return;
            }
            var place = new Place(name, state, taken(span.from()));
            var who = judges(lens.get()).at(span.from());
            byResource.forEach((resource, some) -> judge(spare(place, resource, some, span), who, some, span));
        }

        private SortedMap<String, Long> taken(long millis) {
            var taken = new TreeMap<String, Long>();
            others.at(millis).ifPresent(taken::putAll);
            for (var pod : pods) {
                if (!pod.isRejected() && pod.life().contains(millis)) {
                    taken.merge(Resource.PODS, 1L, Long::sum);
                    pod.requests().forEach((resource, amount) -> taken.merge(resource, amount, Long::sum));
                }
            }
            return taken;
        }

        /// A GPU that is advertised several times counts as often: that is what pods ask for.
        private SpareUnits spare(Place place, String resource, List<SpareUnit> some, Span span) {
            var areInstances = some.getFirst().profile().isPresent();
            var count = some.size() * (areInstances ? 1 : NodeGpus.replicas(place.state()));
            var notOffered = 0;
            if (SpareUnits.isBeingCut(place.state())) {
                notOffered = count;
            } else if (areInstances) {
                notOffered = notOffered(place, resource, span.from());
            }
            var isRejecting = rejecting.stream().anyMatch(one -> one.contains(span.from()));
            return new SpareUnits(place, resource, areInstances, count, notOffered, isRejecting);
        }

        /// What is broken is not offered either, but for another reason.
        private int notOffered(Place place, String resource, long millis) {
            var healthy = units.stream()
                    .filter(unit -> unit.isHealthy(millis) && !unit.isRest())
                    .filter(unit -> unit.resource(place.state()).equals(resource))
                    .count();
            return place.state().allocatable().containsKey(resource)
                    ? (int) Math.max(0, healthy - place.allocatable(resource))
                    : 0;
        }

        /// A GPU that is advertised several times is stranded only as a whole, for the first cause that any of it has.
        private void judge(SpareUnits spare, Candidates who, List<SpareUnit> some, Span span) {
            var causes = new ArrayList<Cause>();
            Stranding.of(spare, who)
                    .units()
                    .forEach((cause, units) -> causes.addAll(Collections.nCopies(units, cause)));
            var each = spare.count() / some.size();
            for (var i = 0; (i + 1) * each <= causes.size(); i++) {
                add(some.get(i).unit(), span, causes.get(i * each));
            }
        }
    }

    private void add(UnitId unit, Span span, Cause cause) {
        var its = marks.computeIfAbsent(unit.device(), _ -> new HashMap<>())
                .computeIfAbsent(unit, _ -> new ArrayList<>());
        if (!its.isEmpty()
                && its.getLast().span().to() == span.from()
                && its.getLast().cause().equals(cause.word())) {
            its.set(its.size() - 1, new Mark(new Span(its.getLast().span().from(), span.to()), cause.word()));
        } else {
            its.add(new Mark(span, cause.word()));
        }
    }

    private static void add(NavigableSet<Long> instants, Span span) {
        instants.add(span.from());
        instants.add(span.to());
    }
}
