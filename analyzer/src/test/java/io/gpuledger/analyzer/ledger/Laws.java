package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.ledger.Recount.Sum;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The laws of the ledger, each as a check of what is booked of a drawn GPU.
final class Laws {
    private static final Set<State> HELD = Set.of(State.STARTING, State.IDLE, State.USED, State.UNDERUSED);
    private static final Set<State> UNHELD = Set.of(State.WITHHELD, State.STRANDED, State.FREE);
    private static final double ROUNDING = 10;
    private static final long ROUNDED_MILLIJOULES = 2;
    /// Where counters that are printed in milliseconds seem to change their pace by a hair, steps are seen.
    private static final double BLUR = 250;

    private record Whose(UnitId unit, long hour, Owner owner) {}

    private final DrawnGpu gpu;
    private final List<Entry> entries;
    private final Set<Trait> traits = EnumSet.noneOf(Trait.class);

    private Laws(DrawnGpu gpu) {
        this.gpu = gpu;
        this.entries = Ledger.entries(gpu.facts(), gpu.window());
    }

    /// What came up in what is booked of it, which keeps all laws.
    static Booked check(DrawnGpu gpu, Dice dice, boolean isCoarse) {
        var laws = new Laws(gpu);
        laws.nothing_is_negative_and_no_account_comes_twice();
        laws.states_add_up_to_the_time_in_the_fleet();
        laws.nobody_has_more_than_a_share();
        laws.units_have_what_they_weighed_then();
        laws.accounts_say_whose_time_it_was_and_why();
        laws.order_repetition_and_pieces_change_nothing(dice);
        laws.wherever_books_begin_they_are_the_same();
        laws.what_is_carried_forward_is_decided_and_books_go_on_from_it(dice.apart("carried"));
        if (isCoarse) {
            laws.a_recount_comes_to_the_same();
        }
        laws.traits.addAll(gpu.traits());
        return new Booked(laws.entries, laws.traits);
    }

    /// What stands in the accounts, and what its GPU met with.
    record Booked(List<Entry> entries, Set<Trait> traits) {}

    private void nothing_is_negative_and_no_account_comes_twice() {
        var accounts = new HashSet<>();
        for (var entry : entries) {
            if (entry.millis() <= 0) {
                fail("nothing stands in %s".formatted(entry));
            }
            if (entry.uncertain() < 0 || entry.uncertain() > entry.millis()) {
                fail("more than there is of %s is uncertain".formatted(entry));
            }
            if (!accounts.add(List.of(entry.unit(), entry.hour(), entry.account()))) {
                fail("%s comes twice".formatted(entry));
            }
        }
    }

    private void states_add_up_to_the_time_in_the_fleet() {
        var sums = new HashMap<Long, Long>();
        entries.forEach(entry -> sums.merge(entry.hour(), entry.millis(), Long::sum));
        for (var hour = gpu.window().from(); hour < gpu.window().to(); hour += Hour.MILLIS) {
            var there = inFleet(new Span(hour, hour + Hour.MILLIS));
            var sum = sums.getOrDefault(hour, 0L);
            if (sum != there) {
                fail("hour %d has %d ms, not %d".formatted(hour, sum, there));
            }
        }
    }

    private long inFleet(Span hour) {
        return hour.millis()
                - hour.without(gpu.facts().inFleet()).stream()
                        .mapToLong(Span::millis)
                        .sum();
    }

    private void nobody_has_more_than_a_share() {
        var times = new HashMap<Whose, Long>();
        for (var entry : entries) {
            entry.account()
                    .owner()
                    .ifPresent(owner ->
                            times.merge(new Whose(entry.unit(), entry.hour(), owner), entry.millis(), Long::sum));
        }
        times.forEach((whose, millis) -> {
            var most = share(whose.unit(), whose.owner()) * weight(whose.unit()) * Hour.MILLIS;
            if (millis > most + ROUNDING) {
                fail("%s has %d ms, not %.0f at most".formatted(whose, millis, most));
            }
        });
    }

    /// The greatest of those that were told.
    private double share(UnitId unit, Owner owner) {
        var most = 0.0;
        var tenants = gpu.facts().tenants();
        for (var row : gpu.facts().of(unit)) {
            var its = 0.0;
            for (var holding : row.holdings()) {
                if (holding.holder().pod().equals(owner.pod())
                        && tenants.of(holding.holder(), row.millis()).owner().equals(owner)) {
                    its += holding.share()
                            .map(share -> (double) share.replicasHeld() / share.replicas())
                            .orElse(1.0 / row.holdings().size());
                }
            }
            most = Math.max(most, its);
        }
        return most;
    }

    private double weight(UnitId unit) {
        return unit.instance()
                .map(_ -> (double) slices(unit)
                        / (gpu.facts().model().at(0).orElse("").contains("A30") ? 4 : 7))
                .orElse(1.0);
    }

    private int slices(UnitId unit) {
        return gpu.facts().of(unit).stream()
                .flatMap(row -> row.unit().profile().stream())
                .mapToInt(profile -> profile.charAt(0) - '0')
                .max()
                .orElseThrow();
    }

    private void units_have_what_they_weighed_then() {
        if (gpu.cuts().isEmpty()) {
            return;
        }
        var weights = new Weights(gpu);
        for (var hour = gpu.window().from(); hour < gpu.window().to(); hour += Hour.MILLIS) {
            var counted = weights.hour(hour);
            for (var entry : entries) {
                if (entry.hour() == hour) {
                    counted.merge(entry.unit(), (double) -entry.millis(), Double::sum);
                }
            }
            var begin = hour;
            counted.forEach((unit, difference) -> {
                if (Math.abs(difference) > Weights.STEP_MILLIS * Weights.EDGES) {
                    fail("%s of hour %d weighs %.1f ms more".formatted(unit, begin, difference));
                }
            });
        }
    }

    private void accounts_say_whose_time_it_was_and_why() {
        for (var entry : entries) {
            var account = entry.account();
            var state = account.state();
            var needsCause = !HELD.contains(state) && state != State.FREE;
            if (account.cause().isPresent() != needsCause
                    || (HELD.contains(state) && account.owner().isEmpty())
                    || (UNHELD.contains(state) && account.owner().isPresent())) {
                fail("%s makes no sense".formatted(entry));
            }
        }
    }

    private void order_repetition_and_pieces_change_nothing(Dice dice) {
        var delivered = gpu.with(new Pieces(dice).of(gpu.facts().rows()));
        isSame(Ledger.entries(delivered, gpu.window()), "in another order");
    }

    private void wherever_books_begin_they_are_the_same() {
        var each = new ArrayList<Entry>();
        for (var hour = gpu.window().from(); hour < gpu.window().to(); hour += Hour.MILLIS) {
            var span = new Span(hour, hour + Hour.MILLIS);
            each.addAll(Ledger.entries(gpu.around(span), span));
        }
        isSame(each, "hour by hour");
    }

    /// At some minute of the window a pass decides what may be carried forward, and at its end another one goes on. How
    /// much of it is uncertain is not decided so soon, as that depends on what comes some minutes later.
    private void what_is_carried_forward_is_decided_and_books_go_on_from_it(Dice dice) {
        var now = dice.between(gpu.window().from(), gpu.window().to());
        var known = gpu.at(now);
        var last = known.rows().values().stream()
                .mapToLong(rows -> rows.getLast().millis())
                .max();
        if (last.isEmpty()) {
            return;
        }
        var units = GpuUnits.of(known);
        var sure = Math.min(now - Minutes.MILLIS, last.getAsLong()) - Reach.AFTER_RUN.toMillis();
        var instant = Math.floorDiv(units.decided(sure), Minutes.MILLIS) * Minutes.MILLIS;
        if (instant <= gpu.window().from()) {
            return;
        }
        var before = new Span(gpu.window().from(), instant);
        isSameButForEnergy(sure(gpu.facts(), before), sure(known, before), "decided at " + now);
        var after = new Span(instant, gpu.window().to());
        var read = gpu.afterEarlier(after).after(units.earlier(instant));
        isSameButForEnergy(sure(gpu.facts(), after), sure(read, after), "carried from %d on".formatted(instant));
        traits.add(Trait.CARRIED);
    }

    private static List<Entry> sure(GpuFacts facts, Span span) {
        return Ledger.entries(facts, span).stream()
                .map(entry ->
                        new Entry(entry.unit(), entry.hour(), entry.account(), entry.millis(), 0, entry.millijoules()))
                .toList();
    }

    /// What a GPU took is dealt out in fractions, whose sum may end a millijoule higher where it is put together in
    /// another order.
    private void isSameButForEnergy(List<Entry> entries, List<Entry> others, String how) {
        isSame(withoutEnergy(entries), withoutEnergy(others), how);
        var taken = energies(entries);
        energies(others).forEach((account, millijoules) -> {
            var before = taken.getOrDefault(account, 0L);
            if (Math.abs(millijoules - before) > ROUNDED_MILLIJOULES) {
                fail("%s %s took %d mJ and not %d".formatted(how, account, millijoules, before));
            }
        });
    }

    private static List<Entry> withoutEnergy(List<Entry> entries) {
        return entries.stream()
                .map(entry -> new Entry(
                        entry.unit(),
                        entry.hour(),
                        entry.account(),
                        entry.millis(),
                        entry.uncertain(),
                        entry.millijoules().map(_ -> 0L)))
                .toList();
    }

    private static Map<List<Object>, Long> energies(List<Entry> entries) {
        var energies = new HashMap<List<Object>, Long>();
        entries.forEach(entry -> entry.millijoules()
                .ifPresent(millijoules ->
                        energies.put(List.of(entry.unit(), entry.hour(), entry.account()), millijoules)));
        return energies;
    }

    private void isSame(List<Entry> others, String how) {
        isSame(entries, others, how);
    }

    private void isSame(List<Entry> entries, List<Entry> others, String how) {
        var more = new HashSet<>(others);
        var less = new HashSet<>(entries);
        if (others.size() != entries.size() || !more.equals(less)) {
            entries.forEach(more::remove);
            others.forEach(less::remove);
            fail("%s it is%n  %s%nnot%n  %s".formatted(how, lines(more), lines(less)));
        }
    }

    private static String lines(Set<Entry> entries) {
        return entries.stream().map(Entry::toString).collect(Collectors.joining("\n  "));
    }

    private void a_recount_comes_to_the_same() {
        if (!Recount.suits(gpu)) {
            return;
        }
        var recount = new Recount(gpu);
        if (recount.isBlurred()) {
            return;
        }
        for (var hour = gpu.window().from(); hour < gpu.window().to(); hour += Hour.MILLIS) {
            var counted = recount.hour(hour);
            for (var entry : entries) {
                if (entry.hour() == hour) {
                    counted.merge(
                            new Sum(
                                    entry.unit(),
                                    entry.account().state(),
                                    entry.account().owner()),
                            (double) -entry.millis(),
                            Double::sum);
                }
            }
            var begin = hour;
            counted.forEach((sum, difference) -> {
                if (Math.abs(difference) > BLUR) {
                    fail("%s of hour %d is recounted as %.1f ms more".formatted(sum, begin, difference));
                }
            });
        }
        traits.add(Trait.RECOUNTED);
    }

    private void fail(String what) {
        throw new AssertionError("%s: %s".formatted(gpu.facts().gpu().gpu(), what));
    }
}
