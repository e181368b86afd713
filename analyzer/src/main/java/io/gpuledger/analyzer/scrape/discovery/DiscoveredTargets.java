package io.gpuledger.analyzer.scrape.discovery;

import io.gpuledger.analyzer.scrape.http.Url;
import java.util.List;
import java.util.Optional;

/// All that there is to scrape, and what was found and is not scraped.
///
/// @param targets each URL once, in the order of their discoveries
/// @param isComplete whether all discoveries have answered since the start
public record DiscoveredTargets(List<Target> targets, List<Dropped> dropped, boolean isComplete) {
    /// A target was found and is not scraped.
    ///
    /// @param pool who found it
    /// @param duplicateOf the page that is scraped already; otherwise it is no target at all
    public record Dropped(String pool, FoundTarget found, Optional<Url> duplicateOf, String reason) {
        public boolean isDuplicate() {
            return duplicateOf.isPresent();
        }
    }

    public DiscoveredTargets {
        targets = List.copyOf(targets);
        dropped = List.copyOf(dropped);
    }
}
