package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.BookedEntry;
import java.time.Instant;
import java.util.List;

/// The entries of each unit in the last minute that is known of it.
///
/// @param at when these entries were booked
public record Present(Instant at, List<BookedEntry> entries) {
    public Present {
        entries = List.copyOf(entries);
    }
}
