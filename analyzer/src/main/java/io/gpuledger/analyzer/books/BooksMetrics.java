package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.books.Pass.Outcome;
import io.gpuledger.analyzer.books.Settled.Account;
import io.gpuledger.analyzer.books.Settled.Cost;
import io.gpuledger.analyzer.books.Settled.Time;
import io.gpuledger.analyzer.ledger.Span;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.concurrent.TimeUnit;

/// What the books say of the fleet, and of themselves.
final class BooksMetrics {
    private static final double MINUTE = 60_000;

    private final MeterRegistry registry;
    private final MultiGauge gpus;
    private final Counter failures;
    private final Counter late;
    private final Timer passes;
    /// Hours that were settled before are not counted: they were by whoever settled them.
    private long counted = Long.MAX_VALUE;

    private volatile Instant passedAt;

    BooksMetrics(MeterRegistry registry, InstantSource clock) {
        this.registry = registry;
        this.passedAt = clock.instant();
        this.gpus = MultiGauge.builder("gpu.ledger.gpus")
                .description("GPUs by state now, a MIG instance as the part of its GPU that it is.")
                .register(registry);
        this.failures = Counter.builder("gpu.analyzer.books.failures")
                .description("How often the books could not be kept, which is tried again.")
                .register(registry);
        this.late = Counter.builder("gpu.analyzer.books.late")
                .description("How often something was told of hours of a GPU that were settled.")
                .register(registry);
        this.passes = Timer.builder("gpu.analyzer.books.passes")
                .description("How long it takes to book what is due.")
                .register(registry);
        Gauge.builder("gpu.analyzer.books.behind", this, metrics -> metrics.behind(clock))
                .baseUnit("seconds")
                .description("How long ago what the books say of the present was found out.")
                .register(registry);
    }

    private double behind(InstantSource clock) {
        return Duration.between(passedAt, clock.instant()).toMillis() / 1_000.0;
    }

    void failed() {
        failures.increment();
    }

    void late(int howMany) {
        late.increment(howMany);
    }

    /// Who is to count what a pass settles up to that hour; nothing is counted until the pass has come to its end.
    Settled settling(long until) {
        return new Settled(new Span(Math.min(counted, until), until));
    }

    void passed(Outcome outcome, Instant at, long nanos) {
        passedAt = at;
        passes.record(nanos, TimeUnit.NANOSECONDS);
        gpus(outcome);
        outcome.settled().millis().forEach(this::count);
        outcome.settled().micros().forEach(this::count);
        counted = outcome.settled().until();
    }

    private void gpus(Outcome outcome) {
        var sums = new HashMap<Account, Double>();
        outcome.present()
                .forEach(entry -> sums.merge(Account.of(entry), entry.entry().millis() / MINUTE, Double::sum));
        var rows = new ArrayList<Row<?>>();
        sums.forEach((account, sum) -> rows.add(Row.of(tags(account), sum)));
        gpus.register(rows, true);
    }

    private static Tags tags(Account account) {
        return Tags.of(
                "cluster", account.cluster(), "team", account.team(), "sku", account.sku(), "state", account.state());
    }

    /// Each is there with nothing before it is counted for the first time, so that its first hour is seen.
    private void count(Time time, long millis) {
        Counter.builder("gpu.ledger.gpu.seconds")
                .description(
                        "GPU-seconds of hours that were settled since the start, by the account that they stand in.")
                .tags(tags(time.account()).and("cause", time.cause()))
                .register(registry)
                .increment(millis / 1_000.0);
    }

    private void count(Cost cost, long micros) {
        Counter.builder("gpu.ledger.cost")
                .description("What hours cost that were settled since the start.")
                .tags(
                        "cluster",
                        cost.cluster(),
                        "team",
                        cost.team(),
                        "state",
                        cost.state(),
                        "currency",
                        cost.currency())
                .register(registry)
                .increment(micros / 1e6);
    }
}
