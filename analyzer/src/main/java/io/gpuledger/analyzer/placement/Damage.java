package io.gpuledger.analyzer.placement;

import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.interruption.Run;
import java.util.List;

/// A failure has hit workloads, and taken GPUs and pods with it.
///
/// @param neighbours how many workloads held GPUs of its node in the hour in which it began
/// @param workloads how many of them it hit
/// @param unhealthy milliseconds of GPUs of its node that the books have as such in its hours
/// @param broken the pods that it took, each with its interruption
public record Damage(Failure failure, int neighbours, int workloads, long unhealthy, List<Run> broken) {
    public Damage {
        broken = List.copyOf(broken);
    }
}
