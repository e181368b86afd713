package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.Comparator;
import java.util.List;

/// Where the fleet's time went in some days, beside as many days before.
///
/// @param window whole hours
/// @param now all accounts
/// @param before those of the time before
/// @param teams those that were idle for longest first
/// @param isWhole whether these are all teams, and all causes
/// @param causes of states that have some, the largest first
/// @param days of the window, the first first
/// @param hasFullDay whether the books have all hours of one of the days
/// @param bookedMillis how long its hours are of which anything is in the books, as far as they are over
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
    /// A team's part of it.
    public record Team(String name, Accounts now, Accounts before) {
        static final Comparator<Team> ORDER = Comparator.<Team>comparingLong(
                        team -> -team.now().of(State.IDLE))
                .thenComparingLong(team -> -team.now().of(State.UNDERUSED))
                .thenComparing(Team::name);
    }

    /// Why time stands in a state.
    public record Cause(State state, String name, long millis) {}

    /// A day of it.
    ///
    /// @param date as in 2026-11-16
    public record Day(String date, Accounts accounts) {}

    public FleetWeek {
        teams = teams.stream().sorted(Team.ORDER).toList();
        causes = causes.stream()
                .sorted(Comparator.comparing(Cause::state).thenComparingLong(cause -> -cause.millis()))
                .toList();
        days = List.copyOf(days);
    }

    /// Whether nothing of it stands in the books.
    public boolean isEmpty() {
        return now.all() == 0;
    }

    /// How many GPUs it takes to be so for as long as there were books.
    public String gpus(long millis) {
        return Figures.gpus(millis, bookedMillis);
    }

    public long hours() {
        return window.millis() / Hour.MILLIS;
    }

    /// Whether the time before can be held against it: the books have all of its hours.
    public boolean isComparable() {
        return hoursBookedBefore == hours() && hoursBooked == hours();
    }
}
