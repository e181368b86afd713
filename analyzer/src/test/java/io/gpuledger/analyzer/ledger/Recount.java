package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/// The books of a unit, kept by looking at every five seconds of it by themselves: plain and slow, and by the words of
/// the rules alone. For GPUs of coarse fleets, where all that happens, happens when it is told.
///
/// What went on between two readings that are further apart because one was lost is not known better than that: where
/// the unit was given to another then, or began or ceased to work, it is blurred.
final class Recount {
    static final long STEP = 5_000;
    private static final long MINUTE = 60_000;
    private static final long AGE = 2_000;
    private static final Set<Trait> UNKNOWN =
            Set.of(Trait.MIG, Trait.NO_ACTIVITY, Trait.PARTIAL_SAMPLES, Trait.READ_TWICE);

    /// Whose time it was, and in which state.
    record Sum(UnitId unit, State state, Optional<Owner> owner) {}

    /// What is so at a moment.
    private static final class Instant {
        /// The part of it that was seen, and that was active.
        private double seen;

        private double active;
        /// The part of it in which it answered at all.
        private double answered;

        private boolean isThere;
        private boolean isKnown;
        private boolean isSick;
        private Map<Owner, Double> shares = Map.of();
        private final Map<Owner, Double> own = new HashMap<>();
    }

    private final DrawnGpu gpu;
    private final UnitId unit;
    private final List<Row> rows;
    private final long from;
    private final Instant[] instants;
    private final Map<Owner, Tenant> tenants = new HashMap<>();
    private final Map<Owner, State[]> states = new HashMap<>();
    private boolean isBlurred;

    private Recount(DrawnGpu gpu, UnitId unit) {
        this.gpu = gpu;
        this.unit = unit;
        this.rows = gpu.facts().of(unit);
        this.from = rows.isEmpty()
                ? gpu.window().from()
                : Math.min(gpu.window().from(), rows.getFirst().millis());
        this.instants = new Instant[(int) ((gpu.window().to() + 3 * Ledger.HOUR - from) / STEP)];
        Arrays.setAll(instants, _ -> new Instant());
    }

    static Recount of(DrawnGpu gpu, UnitId unit) {
        var recount = new Recount(gpu, unit);
        recount.look();
        recount.tenants.values().forEach(recount::judge);
        return recount;
    }

    boolean isBlurred() {
        return isBlurred;
    }

    private long millis(int at) {
        return from + at * STEP + STEP / 2;
    }

    private void look() {
        var facts = gpu.facts();
        for (int at = 0, next = 0; at < instants.length; at++) {
            var millis = millis(at);
            while (next < rows.size() && rows.get(next).millis() <= millis) {
                next++;
            }
            var instant = instants[at];
            instant.isThere = facts.inFleet().stream().anyMatch(span -> span.contains(millis));
            instant.isSick =
                    facts.unhealthy().stream().anyMatch(mark -> mark.span().contains(millis));
            if (next > 0
                    && next < rows.size()
                    && Reach.joins(rows.get(next - 1).millis(), rows.get(next).millis())) {
                between(instant, millis, next);
            } else {
                if (next > 0 && millis < rows.get(next - 1).millis() + Reach.MILLIS && millis < facts.until()) {
                    after(instant, millis, next - 1);
                }
                if (next < rows.size() && instant.shares.isEmpty()) {
                    before(instant, millis, rows.get(next));
                }
            }
        }
    }

    private void between(Instant instant, long millis, int next) {
        var before = rows.get(next - 1);
        var after = rows.get(next);
        if (said(before, Field.OBSERVED_SECONDS)) {
            counted(instant, millis, before, after);
        } else {
            measured(instant, millis, next - 1);
        }
        var told = shares(before);
        var then = shares(after);
        var between = new Span(before.millis(), after.millis());
        var turn = turn(between, told, then);
        instant.shares =
                inTurn(millis, told, then, owner -> end(owner, between, turn), owner -> begin(owner, between, turn));
        if (said(before, Field.OBSERVED_SECONDS)) {
            own(instant, next, owner -> begin(owner, between, turn));
        }
        var isOpen = !told.equals(then) && (between.millis() > MINUTE || turn == middle(between));
        isBlurred |= !isSteady(next) && (isOpen || between.millis() > MINUTE || isBetween(next));
        isBlurred |= isOpen && between.millis() > MINUTE;
    }

    private static long middle(Span between) {
        return (between.from() + between.to()) / 2;
    }

    /// When one gave way to another: when the first of them is known to have begun, else when the last is known to have
    /// ended, else in the middle.
    private long turn(Span between, Map<Owner, Double> told, Map<Owner, Double> then) {
        var begins = then.keySet().stream()
                .filter(owner -> !then.get(owner).equals(told.get(owner)))
                .flatMapToLong(owner -> tenant(owner).started().stream())
                .filter(begin -> begin >= between.from() && begin <= between.to())
                .min();
        var ends = told.keySet().stream()
                .filter(owner -> !told.get(owner).equals(then.get(owner)))
                .flatMapToLong(owner -> tenant(owner).ended().stream())
                .filter(end -> end >= between.from() && end <= between.to())
                .max();
        return begins.orElseGet(() -> ends.orElse(middle(between)));
    }

    private long begin(Owner owner, Span between, long turn) {
        return tenant(owner).started().stream()
                .filter(begin -> begin >= between.from() && begin <= between.to())
                .findFirst()
                .orElse(turn);
    }

    private long end(Owner owner, Span between, long turn) {
        return tenant(owner).ended().stream()
                .filter(end -> end >= between.from() && end <= between.to())
                .findFirst()
                .orElse(turn);
    }

    private static Map<Owner, Double> inTurn(
            long millis,
            Map<Owner, Double> told,
            Map<Owner, Double> then,
            ToLongFunction<Owner> end,
            ToLongFunction<Owner> begin) {
        var shares = new HashMap<Owner, Double>();
        told.forEach((owner, share) -> {
            if (share.equals(then.get(owner)) || millis < end.applyAsLong(owner)) {
                shares.put(owner, share);
            }
        });
        then.forEach((owner, share) -> {
            if (!share.equals(told.get(owner)) && millis >= begin.applyAsLong(owner)) {
                shares.put(owner, share);
            }
        });
        return shares;
    }

    /// Whether it neither began nor ceased to work between two readings.
    private boolean isSteady(int next) {
        return next < 2
                || next + 1 >= rows.size()
                || isQuiet(rows.get(next - 2), rows.get(next - 1)) == isQuiet(rows.get(next), rows.get(next + 1));
    }

    private boolean isQuiet(Row before, Row after) {
        return level(before, after) <= 0.01;
    }

    private boolean isBetween(int next) {
        var before = level(rows.get(next - 2), rows.get(next - 1));
        var here = level(rows.get(next - 1), rows.get(next));
        var after = level(rows.get(next), rows.get(next + 1));
        return Math.abs(before - here) > 0.001 && Math.abs(here - after) > 0.001;
    }

    private double level(Row before, Row after) {
        var instant = new Instant();
        if (said(before, Field.OBSERVED_SECONDS)) {
            counted(instant, after.millis() - 1, before, after);
        }
        return instant.seen == 0 ? 0 : instant.active / instant.seen;
    }

    private void after(Instant instant, long millis, int last) {
        if (!said(rows.get(last), Field.OBSERVED_SECONDS)) {
            measured(instant, millis, last);
        }
        instant.shares = new HashMap<>(shares(rows.get(last)));
        instant.shares.keySet().removeIf(owner -> tenant(owner).ended().orElse(Long.MAX_VALUE) <= millis);
    }

    private void before(Instant instant, long millis, Row first) {
        instant.shares = new HashMap<>(shares(first));
        instant.shares
                .keySet()
                .removeIf(owner -> tenant(owner).started().orElse(Long.MAX_VALUE) > millis
                        || millis < first.millis() - Reach.MILLIS);
    }

    private Tenant tenant(Owner owner) {
        return Optional.ofNullable(tenants.get(owner)).orElseThrow();
    }

    private void counted(Instant instant, long millis, Row before, Row after) {
        var field = basis(before, Field.SM_ACTIVE_SECONDS, Field.ENGINE_ACTIVE_SECONDS, Field.BUSY_SECONDS);
        instant.isKnown = field.isPresent();
        var counter = field.orElse(Field.OBSERVED_SECONDS);
        var gap = after.millis() - before.millis();
        var observed = difference(before, after, row -> value(row, Field.OBSERVED_SECONDS));
        var active = difference(before, after, row -> value(row, counter));
        if (observed < 0 || active < 0) {
            observed = 1000 * value(after, Field.OBSERVED_SECONDS);
            active = 1000 * value(after, counter);
            instant.seen = observed <= gap + AGE && millis >= after.millis() - observed ? 1 : 0;
        } else {
            instant.seen = observed >= gap - AGE ? 1 : observed / gap;
        }
        instant.active = observed == 0 ? 0 : Math.min(1, active / observed) * instant.seen;
        instant.answered = instant.seen;
    }

    private static double difference(Row before, Row after, ToDoubleFunction<Row> value) {
        return 1000 * (value.applyAsDouble(after) - value.applyAsDouble(before));
    }

    private void measured(Instant instant, long millis, int last) {
        var at = last;
        while (at > 0 && gauge(rows.get(at)).isEmpty()) {
            at--;
        }
        var row = rows.get(at);
        var field = gauge(row);
        instant.isKnown = field.isPresent();
        var told = rows.subList(Math.max(0, at - 20), Math.min(rows.size(), at + 2)).stream()
                .filter(one -> gauge(one).isPresent())
                .mapToLong(Row::millis)
                .filter(one -> one >= row.millis() - 3 * Ledger.HOUR)
                .toArray();
        var gaps = new ArrayList<Long>();
        for (var i = 1; i < told.length; i++) {
            if (told[i] - told[i - 1] <= 3 * Ledger.HOUR) {
                gaps.add(told[i] - told[i - 1]);
            }
        }
        gaps.sort(null);
        var median = gaps.isEmpty() ? 30_000 : Math.min(Ledger.HOUR, gaps.get(gaps.size() / 2));
        instant.seen = millis < row.millis() + 3 * median ? 1 : 0;
        instant.answered = millis < rows.get(last).millis() + 3 * MINUTE ? 1 : instant.seen;
        instant.active = field.map(gauge -> value(row, gauge) * instant.seen).orElse(0.0);
    }

    private static Optional<Field> gauge(Row row) {
        return basis(row, Field.SM_ACTIVE_RATIO, Field.ENGINE_ACTIVE_RATIO, Field.UTILIZATION_RATIO);
    }

    private static boolean said(Row row, Field field) {
        return (row.values().said() & field.bit()) != 0;
    }

    private static Optional<Field> basis(Row row, Field... best) {
        return Arrays.stream(best).filter(field -> said(row, field)).findFirst();
    }

    private static double value(Row row, Field field) {
        return row.values().get(field).orElse(0);
    }

    private Map<Owner, Double> shares(Row row) {
        var shares = new HashMap<Owner, Double>();
        for (var holding : row.holdings()) {
            var tenant = gpu.facts().tenants().of(holding.holder(), row.millis());
            tenants.put(tenant.owner(), tenant);
            shares.merge(
                    tenant.owner(),
                    holding.share()
                            .map(share -> (double) share.replicasHeld() / share.replicas())
                            .orElse(1.0 / row.holdings().size()),
                    Double::sum);
        }
        return shares;
    }

    /// What each did itself: who began had done nothing; who ends goes on as it was.
    private void own(Instant instant, int next, ToLongFunction<Owner> begin) {
        var after = rows.get(next);
        for (var owner : sharing(instant)) {
            own(next, owner)
                    .or(() -> began(after, owner, begin))
                    .or(() -> own(next - 1, owner))
                    .ifPresent(own -> instant.own.put(owner, Math.min(1, own)));
        }
    }

    private static List<Owner> sharing(Instant instant) {
        return instant.shares.keySet().stream()
                .filter(owner -> instant.shares.getOrDefault(owner, 1.0) < 1)
                .toList();
    }

    private Optional<Double> own(int next, Owner owner) {
        if (next < 1 || isReset(next)) {
            return Optional.empty();
        }
        var before = rows.get(next - 1);
        var after = rows.get(next);
        var observed = difference(before, after, row -> value(row, Field.OBSERVED_SECONDS));
        return busy(after, owner)
                .flatMap(now -> busy(before, owner).map(was -> observed == 0 ? 0 : 1000 * (now - was) / observed));
    }

    private Optional<Double> began(Row after, Owner owner, ToLongFunction<Owner> begin) {
        return busy(after, owner).map(busy -> 1000 * busy / (after.millis() - begin.applyAsLong(owner)));
    }

    private boolean isReset(int next) {
        return difference(rows.get(next - 1), rows.get(next), row -> value(row, Field.OBSERVED_SECONDS)) < 0;
    }

    private Optional<Double> busy(Row row, Owner owner) {
        return row.holdings().stream()
                .filter(holding -> holding.busySeconds().isPresent()
                        && gpu.facts()
                                .tenants()
                                .of(holding.holder(), row.millis())
                                .owner()
                                .equals(owner))
                .map(holding -> holding.busySeconds().orElseThrow())
                .findFirst();
    }

    /// What of its time is a start, idle, or neither.
    private void judge(Tenant tenant) {
        var owner = tenant.owner();
        var its = new State[instants.length];
        states.put(owner, its);
        var run = new TreeMap<Integer, Double>();
        var began = Long.MAX_VALUE;
        var last = Long.MIN_VALUE / 2;
        var isStarting = false;
        for (var at = 0; at < instants.length; at++) {
            var millis = millis(at);
            var isHeld = instants[at].shares.containsKey(owner);
            if (isHeld && millis - last > 30 * MINUTE) {
                began = Math.min(millis, tenant.started().orElse(millis));
                isStarting = true;
            }
            last = isHeld ? millis : last;
            isStarting &= millis < began + 10 * MINUTE;
            var judged = isHeld ? judged(at, owner) : Optional.<Double>empty();
            isStarting &= !(judged.isPresent() && isActive(at, owner));
            if (judged.isPresent() && !isStarting) {
                run.put(at, judged.get());
            } else {
                end(run, tenant, its);
            }
            its[at] = isStarting ? State.STARTING : State.USED;
        }
        end(run, tenant, its);
    }

    private boolean isSeen(int at) {
        return instants[at].isKnown && instants[at].seen == 1 && !instants[at].isSick;
    }

    /// What was missed for up to two minutes was as active as the busier of its sides.
    private Optional<Double> judged(int at, Owner owner) {
        if (isSeen(at)) {
            return Optional.of(level(at, owner));
        }
        var before = at;
        while (before >= 0 && isMissed(before, owner)) {
            before--;
        }
        var after = at;
        while (after < instants.length && isMissed(after, owner)) {
            after++;
        }
        var isShort = after - before - 1 <= 2 * MINUTE / STEP;
        return isShort
                        && before >= 0
                        && after < instants.length
                        && isHeldAndSeen(before, owner)
                        && isHeldAndSeen(after, owner)
                ? Optional.of(Math.max(level(before, owner), level(after, owner)))
                : Optional.empty();
    }

    private boolean isMissed(int at, Owner owner) {
        return instants[at].shares.containsKey(owner) && !isSeen(at) && !instants[at].isSick;
    }

    private boolean isHeldAndSeen(int at, Owner owner) {
        return instants[at].shares.containsKey(owner) && isSeen(at);
    }

    /// In the minute of the clock that it is in, as far as it has it.
    private boolean isActive(int at, Owner owner) {
        var sum = 0.0;
        var count = 0;
        var first = at;
        while (first > 0
                && millis(first - 1) / MINUTE == millis(at) / MINUTE
                && instants[first - 1].shares.containsKey(owner)
                && judged(first - 1, owner).isPresent()) {
            first--;
        }
        for (var i = first; i < instants.length && millis(i) / MINUTE == millis(at) / MINUTE; i++) {
            var judged = instants[i].shares.containsKey(owner) ? judged(i, owner) : Optional.<Double>empty();
            if (judged.isEmpty()) {
                break;
            }
            sum += judged.get();
            count++;
        }
        return sum > 0.01 * count;
    }

    private double level(int at, Owner owner) {
        return Optional.ofNullable(instants[at].own.get(owner)).orElse(instants[at].active);
    }

    /// Finds idle time in what was seen without a gap.
    private void end(TreeMap<Integer, Double> seen, Tenant tenant, State[] its) {
        var minutes = new TreeMap<Long, List<Integer>>();
        seen.keySet()
                .forEach(at -> minutes.computeIfAbsent(millis(at) / MINUTE, _ -> new ArrayList<>())
                        .add(at));
        var levels = new ArrayList<Double>();
        minutes.values()
                .forEach(its_ -> levels.add(its_.stream()
                        .mapToDouble(at -> seen.getOrDefault(at, 0.0))
                        .average()
                        .orElse(0)));
        var each = List.copyOf(minutes.values());
        for (var first = 0; first < each.size(); first++) {
            var end = first;
            while (end < each.size() && belongs(levels, end)) {
                end++;
            }
            if (end > first) {
                run(each.subList(first, end).stream().flatMap(List::stream).toList(), tenant, its);
                first = end;
            }
        }
        seen.clear();
    }

    private static boolean belongs(List<Double> levels, int at) {
        if (levels.get(at) <= 0.01) {
            return true;
        }
        return levels.get(at) < 0.05
                && at >= 5
                && at + 5 < levels.size()
                && levels.subList(at - 5, at).stream().allMatch(level -> level <= 0.01)
                && levels.subList(at + 1, at + 6).stream().allMatch(level -> level <= 0.01);
    }

    private void run(List<Integer> run, Tenant tenant, State[] its) {
        var least = tenant.idleAfter().map(Duration::toMillis).orElse(Long.MAX_VALUE);
        if (run.size() * STEP >= least) {
            run.forEach(at -> its[at] = State.IDLE);
        }
    }

    /// Whether the rules leave nothing open of a GPU that the recount knows.
    static boolean suits(DrawnGpu gpu) {
        return Collections.disjoint(gpu.traits(), UNKNOWN);
    }

    /// Milliseconds of the unit in an hour.
    Map<Sum, Double> hour(long hour) {
        var sums = new HashMap<Sum, Double>();
        for (var at = Math.toIntExact((hour - from) / STEP); millis(at) < hour + Ledger.HOUR; at++) {
            if (instants[at].isThere) {
                add(at, sums);
            }
        }
        return sums;
    }

    private void add(int at, Map<Sum, Double> sums) {
        var instant = instants[at];
        var held = instant.shares.values().stream().mapToDouble(share -> share).sum();
        instant.shares.forEach((owner, share) -> {
            if (instant.isSick) {
                add(sums, State.UNHEALTHY, owner, share);
            } else {
                var seen = instant.isKnown ? instant.seen : 0;
                add(sums, State.UNOBSERVED, owner, share * (1 - seen));
                var state = Optional.ofNullable(states.get(owner)).orElseThrow()[at];
                if (state == State.USED) {
                    var own = Optional.ofNullable(instant.own.get(owner));
                    var used = Math.min(share * seen, own.orElse(instant.active * share / held));
                    add(sums, State.USED, owner, used);
                    add(sums, State.UNDERUSED, owner, share * seen - used);
                } else {
                    add(sums, state, owner, share * seen);
                }
            }
        });
        var rest = 1 - held;
        if (instant.isSick) {
            add(sums, State.UNHEALTHY, rest);
        } else {
            add(sums, State.UNOBSERVED, rest * (1 - instant.answered));
            add(sums, unheld(millis(at)), rest * instant.answered);
        }
    }

    private State unheld(long millis) {
        if (gpu.facts().withheld().stream().anyMatch(mark -> mark.span().contains(millis))) {
            return State.WITHHELD;
        }
        return gpu.facts().stranded().stream().anyMatch(mark -> mark.span().contains(millis))
                ? State.STRANDED
                : State.FREE;
    }

    private void add(Map<Sum, Double> sums, State state, Owner owner, double part) {
        sums.merge(new Sum(unit, state, Optional.of(owner)), part * STEP, Double::sum);
    }

    private void add(Map<Sum, Double> sums, State state, double part) {
        sums.merge(new Sum(unit, state, Optional.empty()), part * STEP, Double::sum);
    }
}
