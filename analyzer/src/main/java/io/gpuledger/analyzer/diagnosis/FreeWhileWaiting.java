package io.gpuledger.analyzer.diagnosis;

import java.util.List;
import java.util.Optional;

/// The GPUs of a cluster that nobody holds while pods wait for GPUs, each set against one pod and the one thing that
/// stands between the two.
///
/// A GPU counts that no pod has been given, on a node whose kubelet says that it is ready: in the books it is free,
/// stranded or withheld. An instance of a GPU counts as its part of the GPU ([GpuPart]).
///
/// Pods are set against GPUs beginning with the pairs that the least is against, and among these with the pod that the
/// scheduler would take first. A pod is set against as many GPUs as it asks for, at most, and a GPU against one pod.
/// So each pair says what would have to go first, and
///
///     sum of parts <= min(free, wanted)
///
/// where either all that is free is set against a pod, or all pods have been set against as many as they ask for. Of a
/// resource that is more of a GPU on some nodes than on others, the most is wanted.
///
/// @param free how many GPUs nobody holds
/// @param wanted how many GPUs pods wait for
public record FreeWhileWaiting(double free, double wanted, List<Part> parts) {
    /// GPUs of one kind that stand free while pods of one team wait for GPUs of a kind.
    ///
    /// @param freeSku the kind of those that are free, where it is known
    /// @param wantedSku the kinds that the pods would take; absent where they would take any
    /// @param reason what stands between them
    public record Part(Optional<String> freeSku, Optional<String> wantedSku, String team, Blocker reason, double gpus) {
        /// Returns the same pair with another number of GPUs.
        public Part with(double otherGpus) {
            return new Part(freeSku, wantedSku, team, reason, otherGpus);
        }
    }

    public FreeWhileWaiting {
        parts = List.copyOf(parts);
    }

    /// Returns how many GPUs are set against a pod.
    public double gpus() {
        return parts.stream().mapToDouble(Part::gpus).sum();
    }
}
