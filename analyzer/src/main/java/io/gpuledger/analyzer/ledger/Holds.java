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

/// Who held a unit from when to when, by who was said to hold it at each reading.
///
/// Who holds it at two readings that follow each other held it in between, however long that was. Who holds it at one
/// of them only began or ended in between: when its pod did, where that is known; when whoever gave way to it, or took
/// over from it, did; else in the middle, which is as often too early as too late. A unit is never given to one before
/// the other has it no longer.
///
/// Between readings that are further apart than facts reach, who held it last holds it so far, and who holds it next
/// held it since it began, so far back.
final class Holds {
    private record Open(Tenant tenant, Part part, long from) {}

    private final Tenants tenants;
    private final Cursor<Stretch> readings;
    private final List<Hold> holds = new ArrayList<>();
    private final List<Span> guessed;
    private final Map<Owner, Open> open = new LinkedHashMap<>();
    /// Until when it was held by those who hold it no longer.
    private long given = Long.MIN_VALUE;

    private Holds(Tenants tenants, List<Stretch> readings, List<Span> guessed) {
        this.guessed = guessed;
        this.tenants = tenants;
        this.readings = new Cursor<>(readings, Stretch::span);
    }

    /// When those who are said to hold it are known to have taken it.
    static NavigableSet<Long> starts(List<Row> rows, Tenants tenants) {
        var starts = new TreeSet<Long>();
        for (var row : rows) {
            for (var holding : row.holdings()) {
                tenants.of(holding.holder(), row.millis()).started().ifPresent(starts::add);
            }
        }
        return starts;
    }

    /// @param rows of one unit, sorted by time
    /// @param readings what they come to
    /// @param until how far it is known: who held it last holds it still
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

    /// Nothing is known of what was before.
    private void begin(long millis, Map<Tenant, Part> told) {
        var earliest = Math.max(millis - Reach.MILLIS, given);
        told.forEach((tenant, part) ->
                begin(tenant, part, Math.clamp(tenant.started().orElse(millis), Math.min(earliest, millis), millis)));
    }

    private void follow(Span between, Map<Tenant, Part> told) {
        var ending = open.values().stream()
                .filter(held -> !held.part().equals(told.get(held.tenant())))
                .toList();
        var beginning = new LinkedHashMap<>(told);
        beginning.entrySet().removeIf(entry -> isOpen(entry.getKey(), entry.getValue()));
        if (!ending.isEmpty() || !beginning.isEmpty()) {
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

    /// When it passed from the ones to the others; whoever stays has another share from then on.
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

    /// When the unit began or ceased to work in between; the middle where it did neither.
    private long step(Span between) {
        return readings.at(between.from())
                .map(stretch -> stretch.span().to())
                .filter(end -> end > between.from() && end < between.to())
                .orElse(between.from() + between.millis() / 2);
    }

    private static boolean isIn(Span span, OptionalLong known) {
        return known.isPresent() && known.getAsLong() >= span.from() && known.getAsLong() <= span.to();
    }

    /// Whether those who go and those who come could have held it together.
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

    /// By pod: its containers hold together. A name alone counts only where nobody is said to hold a share; several
    /// names without shares share it evenly.
    private Map<Tenant, Part> told(Row row) {
        if (row.holdings().isEmpty()) {
            return Map.of();
        }
        var exact = byTenant(row, holding -> holding.share().isPresent());
        if (!exact.isEmpty()) {
            return fair(exact);
        }
        var named = byTenant(row, _ -> true);
        named.replaceAll((_, _) -> new Part(1, named.size()));
        return named;
    }

    private Map<Tenant, Part> byTenant(Row row, Predicate<Holding> which) {
        var parts = new LinkedHashMap<Tenant, Part>();
        for (var holding : row.holdings()) {
            if (which.test(holding)) {
                var part = holding.share().map(Part::of).orElse(Part.ALL);
                parts.merge(tenants.of(holding.holder(), row.millis()), part, Holds::together);
            }
        }
        return parts;
    }

    /// Nobody holds more than there is, whatever was said.
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
