package io.gpuledger.analyzer.books;

import static java.lang.Double.NaN;

import io.gpuledger.analyzer.books.Pass.Outcome;
import io.gpuledger.analyzer.books.Settled.Account;
import io.gpuledger.analyzer.books.Settled.Cost;
import io.gpuledger.analyzer.books.Settled.Hour;
import io.gpuledger.analyzer.books.Settled.Time;
import io.gpuledger.analyzer.time.Span;
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
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// The metrics that the books have of the fleet, and of themselves.
final class BooksMetrics {
    private static final double MINUTE = 60_000;

    private final MeterRegistry registry;
    private final MultiGauge gpus;
    private final Counter failures;
    private final Counter late;
    private final Timer passes;
    /// An account that had GPUs before and has none now is reported as 0, which is not the same as an account
    /// that is unknown.
    private final Set<Account> known = new HashSet<>();
    /// Hours until this time are counted. After a start, those that were settled before it are taken as counted.
    private OptionalLong counted = OptionalLong.empty();
    /// These hours are before `counted`, and are not settled yet, as their GPUs' past is still coming in.
    private Set<Hour> open = Set.of();

    private final AtomicLong waiting = new AtomicLong();
    private final AtomicLong marks = new AtomicLong();
    private volatile Instant passedAt;

    BooksMetrics(MeterRegistry registry, Keeper keeper, InstantSource clock) {
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
        Gauge.builder("gpu.analyzer.books.kept", keeper, known -> known.isHere() ? 1 : 0)
                .description("Whether this analyzer keeps the books: 0 where another does, for which it stands in.")
                .register(registry);
        Gauge.builder("gpu.analyzer.books.behind", this, metrics -> keeper.isElsewhere() ? NaN : metrics.behind(clock))
                .baseUnit("seconds")
                .description(
                        "How long ago what the books say of the present was found out; NaN where another finds out.")
                .register(registry);
        Gauge.builder("gpu.analyzer.books.waiting", waiting, AtomicLong::doubleValue)
                .baseUnit("gpus")
                .description("GPUs of which something was told of settled hours that is not booked yet.")
                .register(registry);
    }

    private double behind(InstantSource clock) {
        return Duration.between(passedAt, clock.instant()).toMillis() / 1_000.0;
    }

    /// Withdraws the present, as another analyzer keeps the books and reports the present itself: nothing is
    /// reported twice.
    void standBy() {
        gpus.register(List.of(), true);
        counted = OptionalLong.empty();
        open = Set.of();
    }

    void failed() {
        failures.increment();
    }

    void late(int howMany) {
        marks.incrementAndGet();
        waiting.accumulateAndGet(howMany, Math::max);
        late.increment(howMany);
    }

    /// Returns how often something came late so far.
    long marks() {
        return marks.get();
    }

    /// Whether no GPU waits to be booked again.
    boolean isUpToDate() {
        return waiting.get() == 0;
    }

    /// Sets how many GPUs wait to be booked again, unless more has come late since the number was asked for.
    void waiting(long howMany, long marksThen) {
        if (marks.get() == marksThen) {
            waiting.set(howMany);
        }
    }

    /// Returns what counts the hours that a pass settles until then. Nothing is counted before the pass is at
    /// its end.
    ///
    /// @param before until when hours were settled at the begin of the pass. The first pass after a start
    ///     counts from there. Where no hours were settled, the hours that there are to book lie in the past,
    ///     and are not counted.
    Settled settling(long until, OptionalLong before) {
        var from = counted.orElseGet(() -> before.orElse(until));
        counted = OptionalLong.of(from);
        return new Settled(new Span(Math.min(from, until), until), open);
    }

    void passed(Outcome outcome, Instant at, long nanos) {
        passedAt = at;
        passes.record(nanos, TimeUnit.NANOSECONDS);
        gpus(outcome);
        outcome.settled().millis().forEach(this::count);
        outcome.settled().micros().forEach(this::count);
        // Hours that are open again were counted once, and are not counted a second time.
        counted = OptionalLong.of(
                Math.max(counted.orElse(Long.MIN_VALUE), outcome.settled().until()));
        open = outcome.settled().waiting();
    }

    private void gpus(Outcome outcome) {
        var sums = new HashMap<Account, Double>();
        outcome.present()
                .forEach(entry -> sums.merge(Account.of(entry), entry.entry().millis() / MINUTE, Double::sum));
        known.addAll(sums.keySet());
        var rows = new ArrayList<Row<?>>();
        known.forEach(account -> rows.add(Row.of(tags(account), sums.getOrDefault(account, 0.0))));
        gpus.register(rows, true);
    }

    private static Tags tags(Account account) {
        return Tags.of(
                "cluster", account.cluster(), "team", account.team(), "sku", account.sku(), "state", account.state());
    }

    /// A counter is registered with 0 before it counts anything, so that its first hour is seen as an increase.
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
