package io.gpuledger.analyzer.store.database;

import io.gpuledger.analyzer.ledger.Span;
import io.gpuledger.analyzer.ledger.Usage;
import java.util.List;

/// All entries of some hours of a GPU, and what stands beside them.
///
/// @param window whole hours
public record GpuHours(KnownGpu gpu, Span window, List<BookedEntry> entries, List<Usage> usages) {
    public GpuHours {
        entries = List.copyOf(entries);
        usages = List.copyOf(usages);
    }
}
