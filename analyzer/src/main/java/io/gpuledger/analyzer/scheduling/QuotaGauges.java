package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.quota.Quota;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.quotas.QuotaTables;
import io.gpuledger.service.life.Lifelong;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Tells what quotas over GPUs give, and what is used and borrowed of them now, on a thread of its own: from what the
/// database was told of them.
public final class QuotaGauges implements AutoCloseable {
    private static final Logger LOG = System.getLogger(QuotaGauges.class.getName());
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    /// Each makes three series. Those beyond are told by `/api/v1/quota` alone.
    static final int QUOTAS_MAX = 2_000;

    private final Database database;
    private final QuotaTables tables;
    private final Duration interval;
    private final InstantSource clock;
    private final MultiGauge hard;
    private final MultiGauge used;
    private final MultiGauge borrowed;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread = Lifelong.platform("quotas", this::run);
    private String trouble = "";

    QuotaGauges(Database database, Duration interval, InstantSource clock, MeterRegistry registry) {
        this.database = database;
        this.tables = new QuotaTables(database);
        this.interval = interval;
        this.clock = clock;
        this.hard = gauge("gpu.quota.hard", "How many GPUs, or instances of GPUs, a quota gives.", registry);
        this.used = gauge("gpu.quota.used", "How many stand against a quota; absent where nobody tells.", registry);
        this.borrowed = gauge("gpu.quota.borrowed", "How many of these are of others' quota.", registry);
    }

    private static MultiGauge gauge(String name, String description, MeterRegistry registry) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    /// Begins to tell.
    ///
    /// @param interval how often the database is asked
    public static QuotaGauges start(Database database, Duration interval, InstantSource clock, MeterRegistry registry) {
        var gauges = new QuotaGauges(database, interval, clock, registry);
        gauges.thread.start();
        return gauges;
    }

    private void run() {
        try {
            do {
                tellOrSay();
            } while (!stop.await(interval.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// What is not known any more is not told any more. Nothing may leave the thread.
    private void tellOrSay() {
        try {
            tell();
        } catch (DatabaseException | SchemaException | RuntimeException e) {
            tell(List.of());
            say("Quotas are not told, which is tried again: " + e.getMessage());
        }
    }

    /// Asks the database, and tells what it says.
    void tell() throws DatabaseException, SchemaException {
        database.migrate();
        var quotas = tables.standing(clock.millis());
        tell(quotas.stream().limit(QUOTAS_MAX).toList());
        say(
                quotas.size() > QUOTAS_MAX
                        ? "Of %,d quotas over GPUs, metrics tell the first %,d.".formatted(quotas.size(), QUOTAS_MAX)
                        : "");
    }

    private void say(String words) {
        if (stop.getCount() > 0 && !words.isEmpty() && !words.equals(trouble)) {
            LOG.log(Level.WARNING, words);
        }
        trouble = words;
    }

    private void tell(List<Quota> quotas) {
        hard.register(rows(quotas, quota -> Optional.of(quota.allowance().nominal())), true);
        used.register(rows(quotas, quota -> quota.allowance().used()), true);
        borrowed.register(rows(quotas, Quota::borrowed), true);
    }

    private static List<Row<?>> rows(List<Quota> quotas, Function<Quota, Optional<Long>> value) {
        return quotas.stream()
                .<Row<?>>flatMap(quota -> value.apply(quota).map(number -> Row.of(tags(quota.id()), number)).stream())
                .toList();
    }

    private static Tags tags(Quota.Id id) {
        return Tags.of(
                "cluster", id.cluster(),
                "kind", id.kind().word(),
                "namespace", id.namespace().orElse(""),
                "name", id.name(),
                "resource", id.resource(),
                "flavor", id.flavor().orElse(""));
    }

    /// Ends after the question under way.
    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join(FAREWELL);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
