package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets.Dropped;
import java.util.List;

/// Everything that was found, as Prometheus' `/api/v1/targets` has it: what is scraped, and what is not.
///
/// @param elsewhere how many are scraped by others with whom the targets are shared out
public record TargetList(List<TargetState> active, List<Dropped> dropped, int elsewhere) {
    public TargetList {
        active = List.copyOf(active);
        dropped = List.copyOf(dropped);
    }
}
