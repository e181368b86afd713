package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.ledger.State;
import java.util.Optional;
import java.util.SortedMap;

/// What stands in an account of a GPU in an hour, or in part of a GPU where a MIG instance is told.
///
/// @param hour its begin, in milliseconds since 1970
/// @param instance the number of the MIG instance, if it is of one
/// @param owner who held it, if anybody did
/// @param cost millionths by currency
public record GpuAccount(
        long hour,
        Optional<String> instance,
        State state,
        Optional<String> cause,
        Optional<Owner> owner,
        long millis,
        boolean isSettled,
        SortedMap<String, Long> cost) {
    /// A pod that held it.
    ///
    /// @param workload kind and name of what the pod belongs to
    /// @param workloadId the number by which the API knows it
    public record Owner(String team, String namespace, String pod, String workload, int workloadId) {}
}
