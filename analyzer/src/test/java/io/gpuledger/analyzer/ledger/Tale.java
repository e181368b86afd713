package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// What is told of one GPU, written down minute by minute, and what the ledger makes of it.
///
/// It is a day, read each minute, by counters if nothing else is said. Times are `hh:mm` or `hh:mm:ss`.
final class Tale {
    static final long DAY = 1_790_035_200_000L;
    static final UnitId GPU = new UnitId("here", "GPU-1", Optional.empty());
    private static final long MINUTE = 60_000;

    /// Who holds it, or a part of it, and how active they are.
    private record Part(String pod, Span span, Share share, List<Active> active, boolean own) {}

    private record Active(Span span, double level) {}

    private final List<Part> parts = new ArrayList<>();
    private final List<Active> device = new ArrayList<>();
    private final List<Span> unread = new ArrayList<>();
    private final List<Long> restarts = new ArrayList<>();
    private final Map<String, Tenant> tenants = new HashMap<>();
    private final List<Mark> unhealthy = new ArrayList<>();
    private final List<Mark> withheld = new ArrayList<>();
    private final Map<Field, Double> extra = new EnumMap<>(Field.class);
    private Span told = new Span(DAY, DAY + 24 * Hour.MILLIS);
    private String model = "NVIDIA H100 80GB HBM3";
    private boolean counts = true;
    private boolean sharesTold = true;
    private boolean activityTold = true;
    private boolean startTold;
    private Optional<Long> clockSetAt = Optional.empty();
    private long interval = MINUTE;

    /// An instant of the day, or of the next where the hour is 24 or more.
    static long at(String time) {
        var parts = time.split(":", -1);
        var seconds = parts.length > 2 ? Integer.parseInt(parts[2]) : 0;
        return DAY + (Integer.parseInt(parts[0]) * 3600L + Integer.parseInt(parts[1]) * 60L + seconds) * 1000;
    }

    static Span span(String from, String to) {
        return new Span(at(from), at(to));
    }

    /// That is told of only within a time.
    Tale told(String from, String to) {
        told = span(from, to);
        return this;
    }

    Tale model(String other) {
        model = other;
        return this;
    }

    Tale gauges() {
        counts = false;
        return this;
    }

    Tale withoutActivity() {
        activityTold = false;
        return this;
    }

    Tale namesOnly() {
        sharesTold = false;
        return this;
    }

    Tale each(Duration other) {
        interval = other.toMillis();
        return this;
    }

    /// It has this value, always.
    Tale with(Field field, double value) {
        extra.put(field, value);
        return this;
    }

    /// A pod that is idle after half an hour has it to itself.
    Tale held(String pod, String from, String to) {
        return held(pod, from, to, Optional.of(Tenant.IDLE_AFTER));
    }

    /// @param idleAfter nothing of one that is never idle
    Tale held(String pod, String from, String to, Optional<Duration> idleAfter) {
        return holds(pod, from, to, 1, 1, idleAfter);
    }

    /// It has some of its replicas.
    Tale shared(String pod, String from, String to, int held, int replicas) {
        return holds(pod, from, to, held, replicas, Optional.of(Tenant.IDLE_AFTER));
    }

    private Tale holds(String pod, String from, String to, int held, int replicas, Optional<Duration> idleAfter) {
        var span = span(from, to);
        var mode = replicas > 1 ? "time_slicing" : "exclusive";
        parts.add(new Part(pod, span, new Share(held, replicas, mode), new ArrayList<>(), false));
        tenants.putIfAbsent(
                pod,
                new Tenant(
                        new Owner("team", pod, Optional.of("uid-" + pod)),
                        OptionalLong.of(span.from()),
                        OptionalLong.of(span.to()),
                        idleAfter.map(Timeline::always).orElse(Timeline.empty()),
                        false));
        return this;
    }

    /// Has a pod say, from some time on, after how long a quiet time it is idle.
    ///
    /// @param idleAfter empty where it is never idle
    Tale says(String pod, String from, Optional<Duration> idleAfter) {
        tenants.computeIfPresent(pod, (_, tenant) -> {
            var said = new HashMap<Long, Optional<Duration>>();
            tenant.idleAfter().changes().forEach(change -> said.put(change.since(), change.value()));
            said.put(at(from), idleAfter);
            return new Tenant(tenant.owner(), tenant.started(), tenant.ended(), Timeline.of(said), false);
        });
        return this;
    }

    /// Nothing is known of a pod but its name.
    Tale unknown(String pod) {
        tenants.put(pod, Tenant.unknown(new Owner("team", pod, Optional.empty())));
        return this;
    }

    /// It keeps room for others.
    Tale placeholder(String pod, String from, String to, int held, int replicas) {
        shared(pod, from, to, held, replicas);
        tenants.computeIfPresent(
                pod,
                (_, tenant) -> new Tenant(tenant.owner(), tenant.started(), tenant.ended(), tenant.idleAfter(), true));
        return this;
    }

    /// What its own processes do is told too.
    Tale does(String pod, String from, String to, double level) {
        parts.replaceAll(part ->
                part.pod().equals(pod) ? new Part(part.pod(), part.span(), part.share(), part.active(), true) : part);
        parts.stream()
                .filter(part -> part.pod().equals(pod))
                .forEach(part -> part.active().add(new Active(span(from, to), level)));
        return this;
    }

    /// How active the unit is; where nothing is said it is not.
    Tale active(String from, String to, double level) {
        device.add(new Active(span(from, to), level));
        return this;
    }

    /// No reading comes through.
    Tale lost(String from, String to) {
        unread.add(span(from, to));
        return this;
    }

    /// It says when it started.
    Tale tellingItsStart() {
        startTold = true;
        return this;
    }

    /// Sets the clock of the exporter's machine: from then on the exporter says that it started ten minutes
    /// later than before.
    Tale clockSet(String at) {
        clockSetAt = Optional.of(at(at));
        return this;
    }

    Tale restarted(String at) {
        restarts.add(at(at));
        return this;
    }

    Tale unhealthy(String from, String to) {
        unhealthy.add(new Mark(span(from, to), "node_not_ready"));
        return this;
    }

    Tale cordoned(String from, String to) {
        withheld.add(new Mark(span(from, to), "cordoned"));
        return this;
    }

    GpuFacts facts() {
        return new GpuFacts(
                GPU,
                Timeline.always(model),
                Map.of(GPU, rows()),
                List.of(new Span(DAY - 24 * Hour.MILLIS, DAY + 48 * Hour.MILLIS)),
                unhealthy,
                withheld,
                (holder, _) -> Optional.ofNullable(tenants.get(holder.pod())).orElseThrow(),
                told.to());
    }

    private List<Row> rows() {
        var rows = new ArrayList<Row>();
        for (var at = told.from(); at <= told.to(); at += interval) {
            var millis = at;
            if (unread.stream().noneMatch(span -> span.contains(millis))) {
                rows.add(new Row(Unit.of(GPU, "node"), millis, values(millis), holdings(millis), List.of()));
            }
        }
        return rows;
    }

    private Values values(long millis) {
        var values = new EnumMap<Field, Double>(extra);
        if (counts) {
            var since = since(millis);
            values.put(Field.OBSERVED_SECONDS, (millis - since) / 1000.0);
            if (startTold) {
                values.put(Field.STARTED_SECONDS, since / 1000.0 + wobble(millis) + set(millis));
            }
            if (activityTold) {
                values.put(Field.SM_ACTIVE_SECONDS, seconds(device, since, millis));
            }
        } else if (activityTold) {
            values.put(Field.SM_ACTIVE_RATIO, seconds(device, millis, millis + interval) / (interval / 1000.0));
        }
        values.put(Field.POWER_WATTS, extra.getOrDefault(Field.POWER_WATTS, 70.0));
        var said = values.keySet().stream().mapToLong(Field::bit).reduce(0, (one, other) -> one | other);
        return Values.of(
                said, values.values().stream().mapToDouble(value -> value).toArray());
    }

    /// Returns when the exporter that is read at an instant began to count.
    private long since(long millis) {
        return restarts.stream().filter(at -> at <= millis).reduce(told.from() - 10 * Hour.MILLIS, Math::max);
    }

    private double set(long millis) {
        return clockSetAt.filter(at -> at <= millis).map(_ -> 600.0).orElse(0.0);
    }

    /// Returns by how many seconds the start that is told differs from the true one. An exporter that reckons
    /// its start from how long ago it was is off by up to a second.
    private static double wobble(long millis) {
        return millis / MINUTE % 3 - 1;
    }

    private static double seconds(List<Active> active, long from, long to) {
        var span = new Span(from, to);
        return active.stream()
                .mapToDouble(one -> one.level() * one.span().within(span).millis() / 1000)
                .sum();
    }

    private List<Holding> holdings(long millis) {
        return parts.stream()
                .filter(part -> part.span().contains(millis))
                .map(part -> new Holding(
                        new Holder("team", part.pod(), "main", Optional.empty()),
                        sharesTold ? Optional.of(part.share()) : Optional.empty(),
                        part.own()
                                ? OptionalDouble.of(seconds(part.active(), since(millis), millis))
                                : OptionalDouble.empty(),
                        OptionalDouble.empty()))
                .toList();
    }

    /// Seconds that stand in the accounts of some time.
    double seconds(String from, String to, Predicate<Account> which) {
        return Ledger.entries(facts(), span(from, to)).stream()
                        .filter(entry -> which.test(entry.account()))
                        .mapToLong(Entry::millis)
                        .sum()
                / 1000.0;
    }

    double seconds(State state) {
        return seconds(state, "00:00", "28:00");
    }

    double seconds(State state, String from, String to) {
        return seconds(from, to, account -> account.state() == state);
    }

    double seconds(State state, String pod) {
        return seconds(
                "00:00",
                "28:00",
                account -> account.state() == state
                        && account.owner()
                                .filter(owner -> owner.pod().equals(pod))
                                .isPresent());
    }

    double minutes(State state) {
        return seconds(state) / 60;
    }

    Tale assertMinutes(State state, double minutes) {
        assertThat(minutes(state)).as("minutes %s", state.word()).isEqualTo(minutes);
        return this;
    }
}
