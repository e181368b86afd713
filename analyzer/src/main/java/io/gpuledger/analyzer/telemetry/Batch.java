package io.gpuledger.analyzer.telemetry;

import java.util.List;

/// What came in at once: a scrape, or a request of a sender.
///
/// @param origin who said it: two origins of the same unit are not both booked
public record Batch(String origin, List<Row> rows) {
    public Batch {
        rows = List.copyOf(rows);
    }
}
