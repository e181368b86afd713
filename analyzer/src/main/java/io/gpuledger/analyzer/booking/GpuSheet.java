package io.gpuledger.analyzer.booking;

import java.util.List;

/// Holds all that one batch books of one GPU: the hours for the books, and what the GPU is at present.
///
/// @param present the entries of its last minute; empty where the hours are over
public record GpuSheet(GpuHours hours, List<BookedEntry> present) {
    public GpuSheet {
        present = List.copyOf(present);
    }
}
