package io.gpuledger.analyzer.placement;

import io.gpuledger.analyzer.interruption.Interruption;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.time.Span;
import java.util.Optional;

/// A pod with GPUs, and what became of it.
///
/// @param pod as namespace/pod
/// @param succeeded whether it ended as it was meant to
public record PodRun(String cluster, String pod, Run run, boolean succeeded) {
    /// Returns when it ended before it was done, if it did so within a time.
    Optional<Long> broken(Span window) {
        return run.interruption()
                .map(Interruption::at)
                .or(() -> succeeded ? Optional.empty() : run.end())
                .filter(window::contains);
    }

    /// Returns it as it is where something is known to have interrupted it, and else as interrupted by its end.
    Run interrupted(long at, String reason) {
        return run.interruption().isPresent()
                ? run
                : new Run(
                        run.gpus(),
                        run.placed(),
                        run.ran(),
                        run.end(),
                        run.saved(),
                        Optional.of(new Interruption(at, reason)));
    }
}
