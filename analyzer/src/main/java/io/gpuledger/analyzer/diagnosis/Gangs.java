package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.admission.GroupName;
import io.gpuledger.analyzer.cluster.GangLabels;
import io.gpuledger.analyzer.diagnosis.WaitingPod.Member;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The gangs among the pods that wait in a cluster: pods that say by an annotation or a label that they start together
/// or not at all.
///
/// How many of a gang fit at once is told by its kinds of asks: of each kind, as many as there are slots for
/// it. Where kinds want the same nodes, fewer may fit, so that it is told as `at most`. Other schedulers go by the same
/// rules.
final class Gangs {
    /// @param group what the pod says that it is in, where it says so by more than a label
    private record Key(String namespace, String name, Optional<GroupName> group) {}

    /// @param needed how many of them have to start at once
    /// @param fit how many of them fit at once, at most; absent where that is not told by resources alone
    record Gang(String name, long waiting, long needed, Optional<Long> fit) {
        /// Says whether too few of them can start.
        boolean isSplit() {
            return fit.isPresent() && fit.get() < needed;
        }
    }

    private final Map<Key, List<WaitingPod>> members;
    private final Map<Key, Gang> known = new HashMap<>();
    private final Places places;
    private final Function<GroupName, OptionalLong> missing;

    /// @param missing says how many more of a group have to start at once, where that is known
    Gangs(List<WaitingPod> pods, Places places, Function<GroupName, OptionalLong> missing) {
        this.members = pods.stream()
                .filter(pod -> key(pod).isPresent())
                .collect(Collectors.groupingBy(pod -> key(pod).orElseThrow()));
        this.places = places;
        this.missing = missing;
    }

    Optional<Gang> of(WaitingPod pod) {
        return key(pod).map(key -> known.computeIfAbsent(key, this::gang));
    }

    private static Optional<Key> key(WaitingPod pod) {
        return pod.member()
                .map(Member::group)
                .map(group -> new Key(pod.namespace(), group.name(), Optional.of(group)))
                .or(() -> GangLabels.gang(pod.labels()).map(name -> new Key(pod.namespace(), name, Optional.empty())));
    }

    private Gang gang(Key key) {
        var pods = members.getOrDefault(key, List.of());
        var kinds = new HashMap<List<Object>, List<Ask>>();
        for (var pod : pods) {
            if (!(pod.need() instanceof Known(var ask))) {
                return gang(key, pods.size(), Optional.empty());
            }
            kinds.computeIfAbsent(kind(ask), _ -> new ArrayList<>()).add(ask);
        }
        var fit = 0L;
        for (var asks : kinds.values()) {
            var slots = places.slots(asks.getFirst().by(Ask.DEFAULT_SCHEDULER));
            if (slots.isEmpty()) {
                return gang(key, pods.size(), Optional.empty());
            }
            fit += Math.min(slots.getAsLong(), asks.size());
        }
        return gang(key, pods.size(), Optional.of(fit));
    }

    /// Where nobody tells how many have to start, all that wait do.
    private Gang gang(Key key, long waiting, Optional<Long> fit) {
        var needed = key.group().map(missing).orElse(OptionalLong.empty()).orElse(waiting);
        return new Gang(key.name(), waiting, Math.min(needed, waiting), fit);
    }

    /// Workers of a gang differ in their labels, by their numbers, and in nothing that is counted here.
    private static List<Object> kind(Ask ask) {
        return List.of(ask.node(), ask.requests(), ask.selector(), ask.affinity(), ask.tolerations());
    }
}
