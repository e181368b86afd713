package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.attribution.Held.Mode;
import io.gpuledger.exporter.attribution.Held.Share;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// What there is to be held of one unit, and who says that he holds it.
///
/// A unit that is not shared is one slot, one that is shared has a slot for each replica. However many containers the
/// kubelet lists for a slot (it goes on listing pods that have ended, and init containers), one of them holds it: so
/// shares never add up to more than the unit. Claims are the other way: all who have claimed a device have it.
final class Slots {
    private final Map<Optional<String>, List<Holder>> candidates = new LinkedHashMap<>();
    private final Set<String> offered = new LinkedHashSet<>();
    private final Set<Holder> claimants = new LinkedHashSet<>();

    void held(Optional<String> replica, Holder by) {
        candidates.computeIfAbsent(replica, _ -> new ArrayList<>()).add(by);
    }

    void claimed(Holder by) {
        claimants.add(by);
    }

    void offered(String replica) {
        offered.add(replica);
    }

    /// Returns nothing where nobody holds anything of the unit.
    ///
    /// @param contest who may hold, best last
    Optional<Held> held(UnaryOperator<List<Holder>> contest) {
        var winners = new TreeMap<Holder, Integer>();
        for (var slot : candidates.values()) {
            var fit = contest.apply(slot);
            if (!fit.isEmpty()) {
                winners.merge(fit.getLast(), 1, Integer::sum);
            }
        }
        if (!winners.isEmpty()) {
            return Optional.of(isShared() ? shared(winners) : exclusive(winners.firstKey()));
        }
        return claimed(contest.apply(List.copyOf(claimants)));
    }

    private boolean isShared() {
        return !offered.isEmpty() || candidates.keySet().stream().anyMatch(Optional::isPresent);
    }

    private Held shared(Map<Holder, Integer> winners) {
        var shares = winners.entrySet().stream()
                .map(winner -> new Share(winner.getKey(), winner.getValue()))
                .toList();
        // One that was held before it was advertised several times is a slot beside the replicas.
        var slots = new LinkedHashSet<>(candidates.keySet());
        offered.forEach(replica -> slots.add(Optional.of(replica)));
        return new Held(Mode.REPLICAS, offered.isEmpty() ? Optional.empty() : Optional.of(slots.size()), shares);
    }

    private static Held exclusive(Holder holder) {
        return new Held(Mode.EXCLUSIVE, Optional.of(1), List.of(new Share(holder, 1)));
    }

    private static Optional<Held> claimed(List<Holder> claimants) {
        return switch (claimants.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(exclusive(claimants.getFirst()));
            default ->
                Optional.of(new Held(
                        Mode.CLAIMS,
                        Optional.of(claimants.size()),
                        claimants.stream()
                                .sorted()
                                .map(holder -> new Share(holder, 1))
                                .toList()));
        };
    }
}
