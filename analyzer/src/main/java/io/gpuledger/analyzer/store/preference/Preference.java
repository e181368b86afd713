package io.gpuledger.analyzer.store.preference;

import io.gpuledger.analyzer.store.preference.UnitOrigins.Verdict;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Lets one origin at a time tell of a unit, so that what two of them tell (a scrape and a sender, or the senders of an
/// HA pair) is booked once.
///
/// Whoever tells of a unit first is preferred. What others tell is dropped and counted, until the preferred one has
/// been silent for three of its own intervals: then the next that tells of it takes over. Silence is judged by the
/// times that rows say, and by nothing else: [UnitOrigins] has the rule.
public final class Preference implements Intake {
    private static final long FORGOTTEN_MILLIS = Duration.ofDays(1).toMillis();
    private static final long SWEPT_MILLIS = Duration.ofHours(1).toMillis();

    private final Intake next;
    private final InstantSource clock;
    private final Takeovers takeovers = new Takeovers();
    private final Map<UnitId, UnitOrigins> units = new ConcurrentHashMap<>();
    /// One copy of each name, however many units are heard of from it.
    private final Map<String, String> origins = new ConcurrentHashMap<>();
    private final AtomicLong sweptMillis;
    private final Counter notPreferred;
    private final Counter takenOver;

    public Preference(Intake next, InstantSource clock, MeterRegistry registry) {
        this.next = next;
        this.clock = clock;
        this.sweptMillis = new AtomicLong(clock.millis());
        this.notPreferred = Counter.builder("gpu.analyzer.rows")
                .tag("result", "not_preferred")
                .description("Rows of units, by what became of them.")
                .register(registry);
        this.takenOver = Counter.builder("gpu.analyzer.takeovers")
                .description("How often another origin came to be preferred for a unit.")
                .register(registry);
        Gauge.builder("gpu.analyzer.units", units, Map::size)
                .description("GPUs and instances that were told of within the last day.")
                .register(registry);
    }

    @Override
    public void take(Batch batch) throws NotTakenException {
        var now = clock.millis();
        var kept = kept(batch, now);
        takeovers.tellWhenDue(now);
        sweepSometimes(now);
        if (kept.size() == batch.rows().size()) {
            next.take(batch);
        } else if (!kept.isEmpty() || !batch.statements().isEmpty()) {
            next.take(new Batch(batch.origin(), kept, batch.statements()));
        }
    }

    private List<Row> kept(Batch batch, long now) {
        var origin = origins.computeIfAbsent(batch.origin(), name -> name);
        var kept = new ArrayList<Row>(batch.rows().size());
        var from = new HashMap<String, Integer>();
        for (var row : batch.rows()) {
            switch (judge(origin, row, now)) {
                case Verdict.Kept() -> kept.add(row);
                case Verdict.Dropped() -> {
                    // Counted below.
                }
                case Verdict.Takeover(String before) -> {
                    kept.add(row);
                    from.merge(before, 1, Integer::sum);
                }
            }
        }
        notPreferred.increment((double) batch.rows().size() - kept.size());
        from.forEach((before, howMany) -> {
            takenOver.increment((double) howMany);
            takeovers.add(before, origin, howMany, now);
        });
        return kept;
    }

    private Verdict judge(String origin, Row row, long now) {
        var origins = origins(row.unit().id());
        origins.seen(now);
        return row.isReading() ? origins.judge(origin, row.millis()) : origins.judgeName(origin, row.millis());
    }

    private UnitOrigins origins(UnitId unit) {
        // Most are known, and then nothing is locked.
        var known = units.get(unit);
        return known == null ? units.computeIfAbsent(unit, _ -> new UnitOrigins()) : known;
    }

    /// Units that nobody tells of any more are forgotten.
    private void sweepSometimes(long now) {
        var last = sweptMillis.get();
        if (now - last >= SWEPT_MILLIS && sweptMillis.compareAndSet(last, now)) {
            units.values().removeIf(origins -> now - origins.seenMillis() > FORGOTTEN_MILLIS);
            origins.clear();
        }
    }
}
