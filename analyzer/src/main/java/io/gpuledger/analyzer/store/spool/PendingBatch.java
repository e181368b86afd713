package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

/// A batch that is not safe yet, and whoever waits for that: nothing when it is, else why it is not.
///
/// @param weight about how many bytes of memory it takes
record PendingBatch(Batch batch, long weight, CompletableFuture<Optional<Refusal>> outcome) {
    /// Why a batch is not safe.
    record Refusal(String sentence, Exception cause) {}

    private static final int ROW = 96;
    private static final int HOLDING = 96;
    private static final int STATEMENT = 96;
    private static final int ATTRIBUTE = 64;

    static PendingBatch of(Batch batch) {
        var weight = 0L;
        for (var row : batch.rows()) {
            weight += weight(row);
        }
        for (var statement : batch.statements()) {
            weight += weight(statement);
        }
        return new PendingBatch(batch, weight, new CompletableFuture<>());
    }

    private static long weight(Row row) {
        return ROW
                + (long) Double.BYTES * row.values().size()
                + (long) HOLDING * (row.holdings().size() + row.xids().size());
    }

    private static long weight(Statement statement) {
        return switch (statement) {
            case Statement.Part part ->
                STATEMENT
                        + weight(part.attributes())
                        + ATTRIBUTE * (long) part.ended().size();
            case Statement.Whole whole -> STATEMENT + weight(whole.attributes());
            case Statement.Gone _, Statement.Unsaid _, Statement.Census _ -> STATEMENT;
        };
    }

    private static long weight(SortedMap<String, String> attributes) {
        var weight = 0L;
        for (var value : attributes.values()) {
            weight += ATTRIBUTE + value.length();
        }
        return weight;
    }
}
