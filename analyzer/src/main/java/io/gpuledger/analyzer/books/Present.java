package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.BookedEntry;
import java.time.Instant;
import java.util.List;

/// What each unit was in the last minute that is known of it.
///
/// @param at when that was found out
public record Present(Instant at, List<BookedEntry> entries) {
    public Present {
        entries = List.copyOf(entries);
    }
}
