package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.moves.Covers.Candidate;
import java.util.List;

/// A node that a pod can have once some others have gone from it.
///
/// @param covers the sets of pods of which any would have to go, the smallest first
record Target(int node, List<List<Candidate>> covers) {
    int least() {
        return covers.getFirst().size();
    }

    double lost() {
        return covers.getFirst().stream().mapToDouble(Candidate::lost).sum();
    }
}
