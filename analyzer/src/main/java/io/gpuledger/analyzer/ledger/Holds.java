package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.ledger.Hold.Part;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Finds who held a unit from when to when, by who was said to hold it at each reading.
///
/// A tenant that holds it at two readings that follow each other held it in between, however long that was. A
/// tenant that holds it at only one of them began or ended in between: when its pod began or ended, where that
/// is known; else when the tenant that gave way to it ended, or the one that took over from it began, where
/// that is known; else when the unit began or ceased to work; else in the middle, which is as often too early
/// as too late. A tenant is never given what another one still has.
///
/// Where two readings are further apart than facts reach ([Reach#MILLIS]), the tenants of the first hold it for
/// as long after it as facts reach. Those of the second held it since their pods began, but for no longer
/// before it than facts reach.
final class Holds {
    private record Open(Tenant tenant, Part part, long from) {}

    private final Tenants tenants;
    private final Cursor<Stretch> readings;
    private final List<Hold> holds = new ArrayList<>();
    private final List<Span> guessed;
    private final Map<Owner, Open> open = new LinkedHashMap<>();
    /// What the last row said, which the next one mostly says again.
    private List<Holding> holdings = List.of();
    /// Whom each of them meant.
    private List<Tenant> meant = List.of();

    private Map<Tenant, Part> told = Map.of();
    /// Whether it is known that what the last row told is what is open: a row that tells the same changes nothing.
    private boolean isFollowed = true;
    /// The instant until which the unit was held by tenants that hold it no longer.
    private long given = Long.MIN_VALUE;

    private Holds(Tenants tenants, List<Stretch> readings, List<Span> guessed) {
        this.guessed = guessed;
        this.tenants = tenants;
        this.readings = new Cursor<>(readings, Stretch::span);
    }

    /// Returns when the nodes of the pods that are said to hold the unit took these pods in, where that is known.
    static NavigableSet<Long> starts(List<Row> rows, Tenants tenants) {
        var starts = new TreeSet<Long>();
        var last = OptionalLong.empty();
        for (var row : rows) {
            for (var holding : row.holdings()) {
                var started = tenants.of(holding.holder(), row.millis()).started();
                if (!started.equals(last)) {
                    started.ifPresent(starts::add);
                    last = started;
                }
            }
        }
        return starts;
    }

    /// @param rows of one unit, sorted by time
    /// @param readings what the rows come to
    /// @param until how far the unit is known: the tenants of the last row hold it until then, as far as facts
    ///     reach
    /// @param guessed takes the times between two readings in which a hold began or ended, nobody tells when
    static List<Hold> of(List<Row> rows, List<Stretch> readings, Tenants tenants, long until, List<Span> guessed) {
        var holds = new Holds(tenants, readings, guessed);
        var before = OptionalLong.empty();
        for (var row : rows) {
            var told = holds.told(row);
            if (before.isPresent() && Reach.joins(before.getAsLong(), row.millis())) {
                holds.follow(new Span(before.getAsLong(), row.millis()), told);
            } else {
                before.ifPresent(last -> holds.end(last, Math.min(until, last + Reach.MILLIS)));
                holds.begin(row.millis(), told);
            }
            before = OptionalLong.of(row.millis());
        }
        before.ifPresent(last -> holds.end(last, Math.min(until, last + Reach.MILLIS)));
        return holds.holds;
    }

    /// Begins the holds that a row tells of, where nothing is known of the time before it.
    private void begin(long millis, Map<Tenant, Part> told) {
        var earliest = Math.max(millis - Reach.MILLIS, given);
        told.forEach((tenant, part) ->
                begin(tenant, part, Math.clamp(tenant.started().orElse(millis), Math.min(earliest, millis), millis)));
    }

    private void follow(Span between, Map<Tenant, Part> told) {
        if (isFollowed) {
            return;
        }
        var ending = open.values().stream()
                .filter(held -> !held.part().equals(told.get(held.tenant())))
                .toList();
        var beginning = new LinkedHashMap<>(told);
        beginning.entrySet().removeIf(entry -> isOpen(entry.getKey(), entry.getValue()));
        isFollowed = ending.isEmpty() && beginning.isEmpty();
        if (!isFollowed) {
            change(between, ending, beginning);
        }
    }

    private boolean isOpen(Tenant tenant, Part part) {
        var held = open.get(tenant.owner());
        return held != null && held.part().equals(part) && held.tenant().equals(tenant);
    }

    private void change(Span between, List<Open> ending, Map<Tenant, Part> beginning) {
        var isCrowded = !fits(ending, beginning);
        var coming = new HashSet<>(beginning.keySet());
        var going = ending.stream().map(Open::tenant).collect(Collectors.toSet());
        var staying = coming.stream().filter(going::contains).collect(Collectors.toSet());
        coming.removeAll(staying);
        going.removeAll(staying);
        if (!isTold(between, going, Tenant::ended) && !isTold(between, coming, Tenant::started)) {
            guessed.add(between);
        }
        var turn = turn(between, going, coming);
        for (var held : ending) {
            var ended = held.tenant().ended();
            var end = going.contains(held.tenant()) && isIn(between, ended) ? ended.getAsLong() : turn;
            close(held, isCrowded ? Math.min(end, turn) : end);
        }
        beginning.forEach((tenant, part) -> {
            var started = tenant.started();
            var begin = coming.contains(tenant) && isIn(between, started) ? started.getAsLong() : turn;
            begin(tenant, part, isCrowded ? Math.max(begin, turn) : begin);
        });
    }

    private static boolean isTold(Span between, Set<Tenant> tenants, Function<Tenant, OptionalLong> instant) {
        return !tenants.isEmpty() && tenants.stream().map(instant).allMatch(known -> isIn(between, known));
    }

    /// Returns the instant at which the unit passed from those who go to those who come. Whoever stays has another
    /// share from then on.
    private long turn(Span between, Set<Tenant> going, Set<Tenant> coming) {
        var firstBegin = coming.stream()
                .map(Tenant::started)
                .filter(known -> isIn(between, known))
                .mapToLong(OptionalLong::getAsLong)
                .min();
        var lastEnd = going.stream()
                .map(Tenant::ended)
                .filter(known -> isIn(between, known))
                .mapToLong(OptionalLong::getAsLong)
                .max();
        return firstBegin.orElseGet(() -> lastEnd.orElseGet(() -> step(between)));
    }

    /// Returns the instant between two readings at which the unit began or ceased to work, or the middle where
    /// it did neither.
    private long step(Span between) {
        return readings.at(between.from())
                .map(stretch -> stretch.span().to())
                .filter(end -> end > between.from() && end < between.to())
                .orElse(between.from() + between.millis() / 2);
    }

    private static boolean isIn(Span span, OptionalLong known) {
        return known.isPresent() && known.getAsLong() >= span.from() && known.getAsLong() <= span.to();
    }

    /// Says whether those who go and those who come could have held the unit together.
    private boolean fits(List<Open> ending, Map<Tenant, Part> beginning) {
        var sum = open.values().stream().mapToDouble(held -> share(held.part())).sum()
                + beginning.values().stream().mapToDouble(Holds::share).sum();
        return ending.isEmpty() || sum <= 1 + 1e-9;
    }

    private static double share(Part part) {
        return (double) part.held() / part.replicas();
    }

    private void begin(Tenant tenant, Part part, long from) {
        open.put(tenant.owner(), new Open(tenant, part, from));
    }

    private void close(Open held, long to) {
        open.remove(held.tenant().owner());
        if (to > held.from()) {
            holds.add(new Hold(held.tenant(), held.part(), new Span(held.from(), to)));
            given = Math.max(given, to);
        }
    }

    private void end(long last, long until) {
        List.copyOf(open.values())
                .forEach(held ->
                        close(held, Math.clamp(held.tenant().ended().orElse(until), Math.min(last, until), until)));
    }

    /// Returns who is said to hold the unit, by pod.
    private Map<Tenant, Part> told(Row row) {
        if (!isToldAgain(row)) {
            holdings = row.holdings();
            meant = holdings.stream()
                    .map(holding -> tenants.of(holding.holder(), row.millis()))
                    .toList();
            told = parts();
            isFollowed = false;
        }
        return told;
    }

    private boolean isToldAgain(Row row) {
        var now = row.holdings();
        if (now.size() != holdings.size()) {
            return false;
        }
        for (var i = 0; i < now.size(); i++) {
            if (!now.get(i).share().equals(holdings.get(i).share())
                    || !tenants.of(now.get(i).holder(), row.millis()).equals(meant.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// Returns who holds which part, by pod: what its containers hold is added up. A pod that is named without a share
    /// counts only where nobody is said to hold a share. Several pods without shares share the unit evenly.
    private Map<Tenant, Part> parts() {
        if (holdings.isEmpty()) {
            return Map.of();
        }
        var exact = byTenant(holding -> holding.share().isPresent());
        if (!exact.isEmpty()) {
            return fair(exact);
        }
        var named = byTenant(_ -> true);
        named.replaceAll((_, _) -> new Part(1, named.size()));
        return named;
    }

    private Map<Tenant, Part> byTenant(Predicate<Holding> which) {
        var parts = new LinkedHashMap<Tenant, Part>();
        for (var i = 0; i < holdings.size(); i++) {
            var holding = holdings.get(i);
            if (which.test(holding)) {
                var part = holding.share().map(Part::of).orElse(Part.ALL);
                parts.merge(meant.get(i), part, Holds::together);
            }
        }
        return parts;
    }

    /// Returns the parts, made smaller where they come to more than the unit: all together hold no more than
    /// there is, whatever was said.
    private static Map<Tenant, Part> fair(Map<Tenant, Part> parts) {
        if (parts.size() == 1) {
            return parts;
        }
        var replicas = parts.values().stream().mapToLong(Part::replicas).reduce(1, Split::leastCommonMultiple);
        var held = parts.values().stream()
                .mapToLong(part -> part.held() * (replicas / part.replicas()))
                .sum();
        if (held > replicas) {
            parts.replaceAll((_, part) ->
                    new Part(Math.toIntExact(part.held() * (replicas / part.replicas())), Math.toIntExact(held)));
        }
        return parts;
    }

    private static Part together(Part one, Part other) {
        return new Part(Math.min(one.replicas(), one.held() + other.held()), one.replicas());
    }
}
