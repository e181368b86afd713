package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.diagnosis.FreeWhileWaiting.Part;
import io.gpuledger.analyzer.fit.Places;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/// Sets free GPUs against pods that wait, as [FreeWhileWaiting] says.
final class Matching {
    private record Key(Optional<String> freeSku, Optional<String> wantedSku, String team, Blocker reason) {
        Part part(double gpus) {
            return new Part(freeSku, wantedSku, team, reason, gpus);
        }
    }

    /// A pod, how much is against giving it each of the free units, and the kinds of GPUs that it would take.
    private static final class Side {
        private final Claimant pod;
        private final byte[] against;
        private final Optional<String> wantedSku;

        Side(Claimant pod, byte[] against, Optional<String> wantedSku) {
            this.pod = pod;
            this.against = against;
            this.wantedSku = wantedSku;
        }
    }

    private final Places places;
    private final GpuNodes nodes;
    private final Set<String> skus;
    private final List<FreeUnits> units;
    private final Map<Key, Double> parts = new HashMap<>();

    /// @param skuOf says by the name of a node which GPUs it has, where that is known
    Matching(Places places, Function<String, Optional<String>> skuOf) {
        this.places = places;
        this.nodes = new GpuNodes(places.all(), skuOf);
        this.skus = nodes.skus();
        this.units = FreeUnits.of(places.all(), skuOf);
    }

    /// @param verdicts in the order in which the scheduler would take the pods
    FreeWhileWaiting of(List<Verdict> verdicts) {
        var pods = verdicts.stream()
                .map(verdict -> new Claimant(verdict, places, nodes::largestPart))
                .toList();
        var free = units.stream().mapToDouble(FreeUnits::left).sum();
        var wanted = pods.stream().mapToDouble(Claimant::wanted).sum();
        if (!units.isEmpty()) {
            pair(pods.stream().map(this::side).toList());
        }
        return new FreeWhileWaiting(
                free,
                wanted,
                parts.entrySet().stream()
                        .map(each -> each.getKey().part(each.getValue()))
                        .sorted(Comparator.comparingDouble(Part::gpus)
                                .reversed()
                                .thenComparing(Part::toString))
                        .toList());
    }

    private Side side(Claimant pod) {
        var against = pod.against();
        var before = new HashMap<String, Integer>();
        var few = new byte[units.size()];
        for (var i = 0; i < few.length; i++) {
            var unit = units.get(i);
            var more = before.computeIfAbsent(unit.resource(), pod::against);
            few[i] = (byte) Math.min(Byte.MAX_VALUE, against[unit.node()] + more);
        }
        return new Side(pod, few, wantedSku(pod));
    }

    private void pair(List<Side> sides) {
        var rounds = new TreeSet<Byte>();
        sides.forEach(side -> {
            for (var against : side.against) {
                rounds.add(against);
            }
        });
        for (var round : rounds) {
            for (var side : sides) {
                pair(side, round);
            }
        }
    }

    private void pair(Side side, byte round) {
        var pod = side.pod;
        for (var i = 0; i < units.size() && !pod.isServed(); i++) {
            var unit = units.get(i);
            if (side.against[i] == round && unit.left() > 0) {
                var key =
                        new Key(unit.sku(), side.wantedSku, pod.verdict().pod().team(), pod.reason(unit));
                parts.merge(key, pod.take(unit), Double::sum);
            }
        }
    }

    /// Returns the kinds that a pod would take, of those that there are. Where there are none, it is what it asks for.
    private Optional<String> wantedSku(Claimant pod) {
        var wanted = nodes.skus(pod.selected(), pod.resources());
        if (wanted.isEmpty()) {
            return Optional.of(pod.inItsWords());
        }
        return wanted.equals(skus) && wanted.size() > 1 ? Optional.empty() : Optional.of(String.join(" or ", wanted));
    }
}
