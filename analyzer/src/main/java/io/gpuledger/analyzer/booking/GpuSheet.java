package io.gpuledger.analyzer.booking;

import java.util.List;
import java.util.Optional;

/// Holds all that one batch books of one GPU: the hours for the books, and what the GPU is at present.
///
/// @param present the entries of its last minute; empty where the hours are over
/// @param carried what may be carried forward; empty where the hours are over
public record GpuSheet(GpuHours hours, List<BookedEntry> present, Optional<Carried> carried) {
    public GpuSheet {
        present = List.copyOf(present);
    }
}
