package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.store.Backlog;
import io.gpuledger.analyzer.store.Portion;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

/// Portions as they are put in, each given until it is written.
public final class QueuedBacklog implements Backlog {
    private record Waiting(Portion portion, CompletableFuture<Void> written) {}

    private final LinkedBlockingDeque<Waiting> waiting = new LinkedBlockingDeque<>();

    CompletableFuture<Void> put(List<Row> rows) {
        return put(rows, List.of());
    }

    public CompletableFuture<Void> put(List<Row> rows, List<Statement> statements) {
        var written = new CompletableFuture<Void>();
        waiting.add(new Waiting(new Portion(rows, statements, 0), written));
        return written;
    }

    @Override
    public Optional<Portion> next(int rowsMax, Duration patience) throws InterruptedException {
        var first = waiting.pollFirst(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (first == null) {
            return Optional.empty();
        }
        waiting.addFirst(first);
        return Optional.of(first.portion());
    }

    @Override
    public void written(Portion portion) {
        waiting.removeFirst().written().complete(null);
    }
}
