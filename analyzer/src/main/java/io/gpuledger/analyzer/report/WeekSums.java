package io.gpuledger.analyzer.report;

import java.util.Map;
import java.util.SortedMap;

/// The sums of a week by team, and those of what nobody held.
///
/// @param hoursBooked how many hours of the week lie between the first and the last hour of the books, of any
///     team
record WeekSums(SortedMap<String, Accounts> teams, long hoursBooked) {
    /// What nobody held stands under this name, as no team has it.
    static final String NOBODY = "";

    Accounts of(String team) {
        return teams.getOrDefault(team, new Accounts());
    }

    /// Returns what all teams held.
    Accounts held() {
        return Accounts.sum(teams.entrySet().stream()
                .filter(team -> !team.getKey().equals(NOBODY))
                .map(Map.Entry::getValue)
                .toList());
    }
}
