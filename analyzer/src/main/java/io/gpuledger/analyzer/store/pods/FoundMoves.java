package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.diagnosis.WaitingPod;
import io.gpuledger.analyzer.moves.MoveList;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The answer to a [MoveQuestion]: whom it is about, and the moves that make room.
///
/// @param pod that waits; nothing where a size was asked for
/// @param requests how much it needs of each resource, of cores in thousandths
/// @param restarts how long those that are moved may be gone
public record FoundMoves(Optional<WaitingPod> pod, SortedMap<String, Long> requests, MoveList list, Restarts restarts) {
    /// Where no pod waits, nothing has to be moved.
    public static final FoundMoves FOR_NOBODY =
            new FoundMoves(Optional.empty(), new TreeMap<>(), MoveList.EMPTY, Restarts.NONE);

    public FoundMoves {
        requests = Collections.unmodifiableSortedMap(new TreeMap<>(requests));
    }

    /// Says whether pods have to be moved, and can.
    public boolean helps() {
        return list.node().isPresent() && !list.moves().isEmpty();
    }
}
