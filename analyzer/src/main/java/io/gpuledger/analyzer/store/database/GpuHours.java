package io.gpuledger.analyzer.store.database;

import io.gpuledger.analyzer.ledger.Span;
import java.util.List;

/// All entries of some hours of a GPU.
///
/// @param window whole hours
public record GpuHours(KnownGpu gpu, Span window, List<BookedEntry> entries) {
    public GpuHours {
        entries = List.copyOf(entries);
    }
}
