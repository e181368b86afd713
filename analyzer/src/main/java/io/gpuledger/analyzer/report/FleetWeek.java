package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.capacity.Funnel;
import io.gpuledger.analyzer.capacity.Part;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Where the fleet's time went in some days, and in as many days before them.
///
/// @param window whole hours
/// @param now the accounts of the whole fleet
/// @param before the accounts of the time before
/// @param teams the teams; those that were idle for longest come first
/// @param isWhole whether these are all teams, and all causes
/// @param causes the causes of states that have some, the largest first
/// @param days the days of the window, in their order
/// @param hasFullDay whether the books have all hours of one of the days
/// @param bookedMillis how long the hours of the window are of which anything is in the books, as far as they are over
/// @param hoursBooked how many hours these are
/// @param hoursBookedBefore the same of the time before
public record FleetWeek(
        Span window,
        Accounts now,
        Accounts before,
        List<Team> teams,
        boolean isWhole,
        List<Cause> causes,
        List<Day> days,
        boolean hasFullDay,
        long bookedMillis,
        long hoursBooked,
        long hoursBookedBefore) {
    /// The part of the time that a team has.
    public record Team(String name, Accounts now, Accounts before) {
        static final Comparator<Team> ORDER = Comparator.<Team>comparingLong(
                        team -> -team.now().of(State.IDLE))
                .thenComparingLong(team -> -team.now().of(State.UNDERUSED))
                .thenComparing(Team::name);
    }

    /// A reason why time stands in a state.
    ///
    /// @param cost micro-units by currency, of what has a price
    public record Cause(State state, String name, long millis, SortedMap<String, Long> cost) {
        public Cause {
            cost = Collections.unmodifiableSortedMap(new TreeMap<>(cost));
        }
    }

    public record Day(LocalDate date, Accounts accounts) {}

    public FleetWeek {
        teams = teams.stream().sorted(Team.ORDER).toList();
        causes = causes.stream()
                .sorted(Comparator.comparing(Cause::state).thenComparingLong(cause -> -cause.millis()))
                .toList();
        days = List.copyOf(days);
    }

    /// Returns how much of the capacity reached which stage. What of a state has no cause is a part of its own.
    public Funnel funnel() {
        var parts = new ArrayList<Part>();
        causes.forEach(
                cause -> parts.add(new Part(cause.state(), Optional.of(cause.name()), cause.millis(), cause.cost())));
        for (var state : State.ALL) {
            var named = parts.stream()
                    .filter(part -> part.state() == state)
                    .mapToLong(Part::millis)
                    .sum();
            if (now.of(state) > named) {
                parts.add(new Part(state, Optional.empty(), now.of(state) - named, costWithoutCause(state)));
            }
        }
        return new Funnel(parts);
    }

    private SortedMap<String, Long> costWithoutCause(State state) {
        var cost = now.cost(state);
        causes.stream()
                .filter(cause -> cause.state() == state)
                .forEach(cause -> cause.cost().forEach((currency, micros) -> cost.merge(currency, -micros, Long::sum)));
        cost.values().removeIf(micros -> micros == 0);
        return cost;
    }

    /// Whether nothing of this time stands in the books.
    public boolean isEmpty() {
        return now.all() == 0;
    }

    /// Writes how many GPUs must be in a state for all the time that there were books for this time to add up.
    public String gpus(long millis) {
        return Figures.gpus(millis, bookedMillis);
    }

    public long hours() {
        return window.millis() / Hour.MILLIS;
    }

    /// Whether the window can be compared with the time before: the books have all hours of both.
    public boolean isComparable() {
        return hoursBookedBefore == hours() && hoursBooked == hours();
    }
}
