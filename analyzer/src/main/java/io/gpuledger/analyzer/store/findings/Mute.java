package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.health.Finding;
import java.time.Instant;
import java.util.Optional;

/// Says that nobody wants to be told of some findings for some time. What is not named may be any.
///
/// @param id its number; 0 before it is written down
/// @param who has seen to them, or does not want to hear of them
public record Mute(
        long id,
        Optional<String> cluster,
        Optional<String> node,
        Optional<String> gpu,
        Optional<String> kind,
        Instant since,
        Instant until,
        String who,
        String reason) {
    /// Whether it is about this finding at an instant.
    public boolean isOf(Finding finding, Instant at) {
        var key = finding.key();
        return !at.isBefore(since)
                && at.isBefore(until)
                && cluster.map(key.subject().cluster()::equals).orElse(true)
                && node.map(finding.node()::equals).orElse(true)
                && gpu.map(FindingRows.gpu(finding)::equals).orElse(true)
                && kind.map(key.kind().word()::equals).orElse(true);
    }
}
