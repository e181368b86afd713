package io.gpuledger.analyzer.booking;

import java.util.List;

/// What is booked of a GPU.
///
/// @param present the entries of its last minute; empty where the hours are over
public record GpuSheet(GpuHours hours, List<BookedEntry> present) {
    public GpuSheet {
        present = List.copyOf(present);
    }
}
