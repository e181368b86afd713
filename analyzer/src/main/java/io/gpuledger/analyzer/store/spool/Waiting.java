package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Row;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A batch that is not safe yet, and whoever waits for that: nothing when it is, else why it is not.
///
/// @param weight about how many bytes of memory it takes
record Waiting(Batch batch, long weight, CompletableFuture<Optional<Refusal>> outcome) {
    /// Why a batch is not safe.
    record Refusal(String sentence, Exception cause) {}

    private static final int ROW = 96;
    private static final int HOLDING = 96;

    static Waiting of(Batch batch) {
        var weight = 0L;
        for (var row : batch.rows()) {
            weight += weight(row);
        }
        return new Waiting(batch, weight, new CompletableFuture<>());
    }

    private static long weight(Row row) {
        return ROW
                + (long) Double.BYTES * row.values().size()
                + (long) HOLDING * (row.holdings().size() + row.xids().size());
    }
}
