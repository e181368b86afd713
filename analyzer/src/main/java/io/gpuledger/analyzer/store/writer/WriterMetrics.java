package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.store.postgres.Failure;
import io.gpuledger.analyzer.store.samples.RowCounts;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// The metrics of the writer.
final class WriterMetrics implements RowCounts {
    /// Why a row was not taken.
    enum Reason {
        TOO_OLD,
        TOO_NEW,
        DATABASE
    }

    final Timer writing;
    private final Counter joined;
    private final Counter defects;
    final Counter portions;
    final Counter statements;
    final AtomicInteger up = new AtomicInteger();
    private final AtomicLong newestLagMillis = new AtomicLong();
    private final AtomicLong oldestLagMillis = new AtomicLong();
    private final MeterRegistry registry;

    WriterMetrics(MeterRegistry registry) {
        this.registry = registry;
        writing = Timer.builder("gpu.analyzer.copy")
                .description("Time in which portions were written.")
                .register(registry);
        joined = Counter.builder("gpu.analyzer.joined.rows")
                .description("Rows of a portion that were joined with another of the same unit and instant.")
                .register(registry);
        defects = Counter.builder("gpu.analyzer.defective.values")
                .description("Values that no device can have, left out.")
                .register(registry);
        portions = Counter.builder("gpu.analyzer.portions")
                .description("Portions of the backlog that were written.")
                .register(registry);
        statements = Counter.builder("gpu.analyzer.statements")
                .description("Statements of nodes, pods and what else is in a cluster that were written.")
                .register(registry);
        Gauge.builder("gpu.analyzer.database.up", up, AtomicInteger::get)
                .description("1 while what comes in gets into the database.")
                .register(registry);
        lag("newest", newestLagMillis);
        lag("oldest", oldestLagMillis);
        for (var reason : Reason.values()) {
            // There from the beginning, so that the first one shows as an increase.
            rejected(reason, 0);
        }
        for (var failure : Failure.values()) {
            retried(failure, 0);
        }
    }

    private void lag(String edge, AtomicLong millis) {
        Gauge.builder("gpu.analyzer.writer.lag", millis, value -> value.get() / 1_000.0)
                .description("Age of the newest and the oldest row of the last portion when it was written.")
                .baseUnit("seconds")
                .tag("edge", edge)
                .register(registry);
    }

    @Override
    public void joined(int count) {
        joined.increment(count);
    }

    @Override
    public void defects(int count) {
        defects.increment(count);
    }

    @Override
    public void written(String table, Path path, int count) {
        Counter.builder("gpu.analyzer.copy.rows")
                .description("Rows that were copied into a table, or merged with what is there.")
                .tags("table", table, "path", path.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment(count);
    }

    void retry(Failure failure) {
        retried(failure, 1);
    }

    private void retried(Failure failure, double count) {
        Counter.builder("gpu.analyzer.database.retries")
                .description("Portions that were tried once more, by what went wrong.")
                .tag("kind", failure.word())
                .register(registry)
                .increment(count);
    }

    void rejected(Reason reason, double count) {
        Counter.builder("gpu.analyzer.rejected.rows")
                .description("Rows that were not written, and will not be.")
                .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment(count);
    }

    /// All three are milliseconds since 1970.
    void lag(long now, long oldest, long newest) {
        newestLagMillis.set(now - newest);
        oldestLagMillis.set(now - oldest);
    }
}
