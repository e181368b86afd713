package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.diagnosis.WaitingPod;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.moves.MoveList;
import java.util.Optional;

/// What makes room for a pod.
///
/// @param pod that waits; nothing where a size was asked for
/// @param ask what it needs
public record FoundMoves(Optional<WaitingPod> pod, Ask ask, MoveList list) {
    /// Says whether pods have to be moved, and can.
    boolean helps() {
        return list.node().isPresent() && !list.moves().isEmpty();
    }
}
