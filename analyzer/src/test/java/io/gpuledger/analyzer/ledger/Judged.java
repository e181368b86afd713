package io.gpuledger.analyzer.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What of the time of a tenant is a start, idle, or neither, moment by moment.
final class Judged {
    private static final long MINUTE = 60_000;
    static final double CLOSE = 1e-4;

    private final Moments moments;
    private final Tenant tenant;
    private final Owner owner;
    private final State[] states;
    private boolean isClose;

    Judged(Moments moments, Tenant tenant) {
        this.moments = moments;
        this.tenant = tenant;
        this.owner = tenant.owner();
        this.states = new State[moments.size()];
        judge();
    }

    /// Whether a minute is so close to what is quiet, or faint, that counters in whole milliseconds do not tell.
    boolean isClose() {
        return isClose;
    }

    private boolean isOver(double level, double limit) {
        isClose |= Math.abs(level - limit) < CLOSE;
        return level > limit;
    }

    /// Used stands for what is neither.
    State at(int at) {
        return states[at];
    }

    private void judge() {
        var run = new TreeMap<Integer, Double>();
        var began = Long.MAX_VALUE;
        var last = Long.MIN_VALUE / 2;
        var isStarting = false;
        for (var at = 0; at < moments.size(); at++) {
            var millis = moments.millis(at);
            var isHeld = moments.at(at).isHeldBy(owner);
            if (isHeld && millis - last > 30 * MINUTE) {
                began = Math.min(millis, tenant.started().orElse(millis));
                isStarting = true;
            }
            last = isHeld ? millis : last;
            isStarting &= millis < began + 10 * MINUTE;
            var judged = isHeld ? judged(at) : Optional.<Double>empty();
            isStarting &= !(judged.isPresent() && isActive(at));
            if (judged.isPresent() && !isStarting) {
                run.put(at, judged.get());
            } else {
                end(run);
            }
            states[at] = isStarting ? State.STARTING : State.USED;
        }
        end(run);
    }

    /// What was missed for up to two minutes was as active as the busier of its sides.
    private Optional<Double> judged(int at) {
        if (moments.at(at).isSeen()) {
            return Optional.of(moments.at(at).level(owner));
        }
        var before = at;
        while (before >= 0 && moments.at(before).isMissed(owner)) {
            before--;
        }
        var after = at;
        while (after < moments.size() && moments.at(after).isMissed(owner)) {
            after++;
        }
        var isShort = after - before - 1 <= 2 * MINUTE / Moment.MILLIS;
        return isShort && isJudgedBy(before) && isJudgedBy(after)
                ? Optional.of(Math.max(
                        moments.at(before).level(owner), moments.at(after).level(owner)))
                : Optional.empty();
    }

    /// Says whether the owner was active, on average, in the clock's minute around a moment, as far as the
    /// owner held the unit in that minute and its activity is known.
    private boolean isActive(int at) {
        var sum = 0.0;
        var count = 0;
        var first = at;
        while (first > 0
                && moments.millis(first - 1) / MINUTE == moments.millis(at) / MINUTE
                && moments.at(first - 1).isHeldBy(owner)
                && judged(first - 1).isPresent()) {
            first--;
        }
        for (var i = first; i < moments.size() && moments.millis(i) / MINUTE == moments.millis(at) / MINUTE; i++) {
            var judged = moments.at(i).isHeldBy(owner) ? judged(i) : Optional.<Double>empty();
            if (judged.isEmpty()) {
                break;
            }
            sum += judged.get();
            count++;
        }
        return isOver(sum / count, 0.01);
    }

    /// Finds idle time in what was seen without a gap.
    private void end(Map<Integer, Double> seen) {
        var minutes = new TreeMap<Long, List<Integer>>();
        seen.keySet()
                .forEach(at -> minutes.computeIfAbsent(moments.millis(at) / MINUTE, _ -> new ArrayList<>())
                        .add(at));
        var levels = new ArrayList<Double>();
        minutes.values()
                .forEach(some -> levels.add(some.stream()
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
                run(each.subList(first, end).stream().flatMap(List::stream).toList());
                first = end;
            }
        }
        seen.clear();
    }

    private boolean belongs(List<Double> levels, int at) {
        if (!isOver(levels.get(at), 0.01)) {
            return true;
        }
        return !isOver(levels.get(at), 0.05)
                && at >= 5
                && at + 5 < levels.size()
                && levels.subList(at - 5, at).stream().allMatch(level -> level <= 0.01)
                && levels.subList(at + 1, at + 6).stream().allMatch(level -> level <= 0.01);
    }

    private void run(List<Integer> run) {
        for (var at : run) {
            var least = tenant.idleAfter().at(moments.millis(at)).map(Duration::toMillis);
            if (run.size() * Moment.MILLIS >= least.orElse(Long.MAX_VALUE)) {
                states[at] = State.IDLE;
            }
        }
    }

    private boolean isJudgedBy(int at) {
        return at >= 0
                && at < moments.size()
                && moments.at(at).isHeldBy(owner)
                && moments.at(at).isSeen();
    }
}
