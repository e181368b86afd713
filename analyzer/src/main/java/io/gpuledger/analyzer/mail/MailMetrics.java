package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.store.outbox.DeliveryState;
import io.gpuledger.analyzer.store.outbox.OutboxStatus.Sums;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// The metrics of letters. Those of the outbox are of the whole of it, whichever process has filled it.
final class MailMetrics {
    private static final List<String> OUTCOMES = List.of("taken", "not_now", "refused", "uncertain", "held_back");

    private final MeterRegistry registry;
    private final InstantSource clock;
    private volatile Sums sums = Sums.NOTHING;
    private volatile Optional<Instant> unwrittenSince = Optional.empty();
    private volatile Instant round;
    private volatile boolean isRelayUp = true;

    MailMetrics(MeterRegistry registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
        this.round = clock.instant();
        for (var state : DeliveryState.values()) {
            Gauge.builder(
                            "gpu.analyzer.mail.deliveries",
                            this,
                            one -> one.sums.deliveries().getOrDefault(state, 0L))
                    .description("Letters to an address by what became of them: those of two weeks, and all that are"
                            + " still to be sent.")
                    .tag("state", state.word())
                    .register(registry);
        }
        letters("written", Sums::written);
        letters("withheld", Sums::withheld);
        gauge(
                "gpu.analyzer.mail.refused",
                "addresses",
                "Addresses that nothing is sent to, as they were refused for good.",
                one -> one.sums.refusals());
        gauge(
                "gpu.analyzer.mail.waiting",
                "seconds",
                "How long the oldest letter has waited that is to be sent.",
                one -> one.age(one.sums.oldest()));
        gauge(
                "gpu.analyzer.mail.unwritten",
                "seconds",
                "For how long letters of the last week should be written, and are not.",
                one -> one.age(one.unwrittenSince));
        gauge(
                "gpu.analyzer.mail.round.age",
                "seconds",
                "How long ago the outbox was last looked through without a failure.",
                one -> one.age(Optional.of(one.round)));
        Gauge.builder("gpu.analyzer.mail.relay.up", this, one -> one.isRelayUp ? 1 : 0)
                .description("Whether the relay, or the folder, took the last connection.")
                .register(registry);
        OUTCOMES.forEach(outcome -> outcome(outcome, 0));
    }

    private void letters(String state, ToDoubleFunction<Sums> value) {
        Gauge.builder("gpu.analyzer.mail.letters", this, one -> value.applyAsDouble(one.sums))
                .description("Editions of the last two weeks that have a letter, or a reason why there is none.")
                .tag("state", state)
                .register(registry);
    }

    private void gauge(String name, String unit, String description, ToDoubleFunction<MailMetrics> value) {
        Gauge.builder(name, this, value).description(description).baseUnit(unit).register(registry);
    }

    private double age(Optional<Instant> since) {
        return since.map(then -> Duration.between(then, clock.instant()).toMillis() / 1_000.0)
                .orElse(0.0);
    }

    void outcome(Outcome outcome) {
        outcome(
                switch (outcome) {
                    case Outcome.Taken _ -> "taken";
                    case Outcome.NotNow _ -> "not_now";
                    case Outcome.Refused _ -> "refused";
                    case Outcome.Uncertain _ -> "uncertain";
                    case Outcome.HeldBack _ -> "held_back";
                },
                1);
    }

    private void outcome(String outcome, double count) {
        Counter.builder("gpu.analyzer.mail.attempts")
                .description("How often a letter was handed over, or not, by what came of it.")
                .tag("outcome", outcome)
                .register(registry)
                .increment(count);
    }

    void relay(boolean isUp) {
        isRelayUp = isUp;
    }

    void unwritten(Optional<Instant> since) {
        unwrittenSince = since;
    }

    void passed(Sums counted) {
        sums = counted;
        round = clock.instant();
    }
}
