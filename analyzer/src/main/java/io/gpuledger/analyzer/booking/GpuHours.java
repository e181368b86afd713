package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.ledger.Usage;
import io.gpuledger.analyzer.time.Span;
import java.util.List;

/// All entries of some hours of a GPU, and the usages in the same hours.
///
/// @param window whole hours
public record GpuHours(KnownGpu gpu, Span window, List<BookedEntry> entries, List<Usage> usages) {
    public GpuHours {
        entries = List.copyOf(entries);
        usages = List.copyOf(usages);
    }
}
