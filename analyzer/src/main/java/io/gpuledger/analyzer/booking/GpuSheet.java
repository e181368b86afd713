package io.gpuledger.analyzer.booking;

import java.util.List;

/// What is booked of a GPU.
///
/// @param present what it is now, where that is within the hours
public record GpuSheet(GpuHours hours, List<BookedEntry> present) {
    public GpuSheet {
        present = List.copyOf(present);
    }
}
