package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/// What is so of a unit at each moment, by the readings next to it.
///
/// What went on between two readings that are further apart because one was lost is not known better than that: where
/// the unit was given to another then, or it or one of its holders began or ceased to work, or did but little, it is
/// blurred.
final class Moments {
    private static final long MINUTE = 60_000;
    private static final double QUIET = 0.01;

    private final GpuFacts facts;
    private final List<Row> rows;
    private final long from;
    private final Moment[] moments;
    private final Map<Owner, Tenant> tenants = new HashMap<>();
    private boolean isBlurred;

    Moments(GpuFacts facts, Span window) {
        this.facts = facts;
        this.rows = facts.of(facts.gpu());
        this.from = rows.isEmpty()
                ? window.from()
                : Math.min(window.from(), rows.getFirst().millis());
        this.moments = new Moment[Math.toIntExact((window.to() + 3 * Hour.MILLIS - from) / Moment.MILLIS)];
        Arrays.setAll(moments, _ -> new Moment());
        look();
    }

    int size() {
        return moments.length;
    }

    Moment at(int at) {
        return moments[at];
    }

    /// Its middle.
    long millis(int at) {
        return from + at * Moment.MILLIS + Moment.MILLIS / 2;
    }

    /// Which one begins then.
    int begin(long millis) {
        return Math.toIntExact((millis - from) / Moment.MILLIS);
    }

    /// All who ever held it.
    Map<Owner, Tenant> tenants() {
        return tenants;
    }

    boolean isBlurred() {
        return isBlurred;
    }

    private void look() {
        for (int at = 0, next = 0; at < moments.length; at++) {
            var millis = millis(at);
            while (next < rows.size() && rows.get(next).millis() <= millis) {
                next++;
            }
            var moment = moments[at];
            moment.isThere = facts.inFleet().stream().anyMatch(span -> span.contains(millis));
            moment.isSick =
                    facts.unhealthy().stream().anyMatch(mark -> mark.span().contains(millis));
            if (next > 0
                    && next < rows.size()
                    && Reach.joins(rows.get(next - 1).millis(), rows.get(next).millis())) {
                between(moment, millis, next);
            } else {
                if (next > 0 && millis < rows.get(next - 1).millis() + Reach.MILLIS && millis < facts.until()) {
                    after(moment, millis, next - 1);
                }
                if (next < rows.size() && moment.shares.isEmpty()) {
                    before(moment, millis, rows.get(next));
                }
            }
        }
    }

    private void between(Moment moment, long millis, int next) {
        var before = rows.get(next - 1);
        var after = rows.get(next);
        var turn = Turn.of(new Span(before.millis(), after.millis()), shares(before), shares(after), tenants);
        moment.shares = turn.at(millis);
        if (Said.isCounted(before)) {
            Said.counted(moment, millis, before, after);
            own(moment, next, turn);
        } else {
            Said.measured(moment, millis, rows, next - 1);
        }
        isBlurred |= isBlurred(next, turn);
    }

    private boolean isBlurred(int next, Turn turn) {
        var isLong = turn.between().millis() > MINUTE;
        var isOpen = turn.isAny() && (isLong || turn.isInTheMiddle());
        return (isOpen && isLong)
                || isBlurred(next, isOpen, isLong, at -> Said.level(rows.get(at - 1), rows.get(at)))
                || turn.sharers().stream()
                        .anyMatch(owner -> isBlurred(
                                next, isOpen, isLong, at -> own(at, owner).orElse(0.0)));
    }

    /// @param level by which the unit, or one who holds it, is quiet or is not
    private boolean isBlurred(int next, boolean isOpen, boolean isLong, IntToDoubleFunction level) {
        if (next < 2 || next + 1 >= rows.size()) {
            return false;
        }
        var isQuiet = level.applyAsDouble(next - 1) <= QUIET;
        var isSteady = isQuiet == (level.applyAsDouble(next + 1) <= QUIET);
        var isBurst = isSteady && isQuiet && level.applyAsDouble(next) > QUIET;
        return (isBurst && isLong) || (!isSteady && (isOpen || isLong || isBetween(next, level)));
    }

    /// Says whether the level here differs from the one before and from the one after by more than what
    /// [Judged] takes for the same.
    private static boolean isBetween(int next, IntToDoubleFunction level) {
        var before = level.applyAsDouble(next - 1);
        var here = level.applyAsDouble(next);
        var after = level.applyAsDouble(next + 1);
        return Math.abs(before - here) > Judged.CLOSE && Math.abs(here - after) > Judged.CLOSE;
    }

    private void after(Moment moment, long millis, int last) {
        if (!Said.isCounted(rows.get(last))) {
            Said.measured(moment, millis, rows, last);
        }
        moment.shares = new HashMap<>(shares(rows.get(last)));
        moment.shares.keySet().removeIf(owner -> tenant(owner).ended().orElse(Long.MAX_VALUE) <= millis);
    }

    private void before(Moment moment, long millis, Row first) {
        moment.shares = new HashMap<>(shares(first));
        moment.shares
                .keySet()
                .removeIf(owner -> tenant(owner).started().orElse(Long.MAX_VALUE) > millis
                        || millis < first.millis() - Reach.MILLIS);
    }

    private Tenant tenant(Owner owner) {
        return Optional.ofNullable(tenants.get(owner)).orElseThrow();
    }

    private Map<Owner, Double> shares(Row row) {
        var shares = new HashMap<Owner, Double>();
        for (var holding : row.holdings()) {
            var tenant = facts.tenants().of(holding.holder(), row.millis());
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

    /// What each who shares it did itself: who began had done nothing; who ends goes on as it was.
    private void own(Moment moment, int next, Turn turn) {
        moment.shares.forEach((owner, share) -> {
            if (share < 1) {
                own(next, owner)
                        .or(() -> isOneLife(next) ? began(rows.get(next), owner, turn) : Optional.empty())
                        .or(() -> isOneLife(next) ? own(next - 1, owner) : Optional.empty())
                        .ifPresent(own -> moment.own.put(owner, Math.min(1, own) * moment.seen));
            }
        });
    }

    private Optional<Double> own(int next, Owner owner) {
        if (next < 1) {
            return Optional.empty();
        }
        var before = rows.get(next - 1);
        var after = rows.get(next);
        var observed = Said.observed(before, after);
        if (Said.isOfOtherLife(before, after)) {
            return busy(after, owner).map(busy -> busy / Said.observed(after));
        }
        return busy(after, owner)
                .flatMap(now -> busy(before, owner).map(was -> observed == 0 ? 0 : 1000 * (now - was) / observed));
    }

    private boolean isOneLife(int next) {
        var before = rows.get(next - 1);
        return Said.observed(before, rows.get(next)) > 0 && !Said.isOfOtherLife(before, rows.get(next));
    }

    private Optional<Double> began(Row after, Owner owner, Turn turn) {
        return busy(after, owner).map(busy -> 1000 * busy / (after.millis() - turn.begin(owner)));
    }

    private Optional<Double> busy(Row row, Owner owner) {
        return row.holdings().stream()
                .filter(holding -> holding.busySeconds().isPresent()
                        && facts.tenants()
                                .of(holding.holder(), row.millis())
                                .owner()
                                .equals(owner))
                .map(holding -> holding.busySeconds().orElseThrow())
                .findFirst();
    }
}
