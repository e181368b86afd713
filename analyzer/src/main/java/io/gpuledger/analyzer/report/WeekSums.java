package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.State;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The sums of a week by team, and those of what nobody held.
///
/// @param hoursBooked how many hours of the week lie between the first and the last hour of the books, of any
///     team
record WeekSums(SortedMap<String, OfTeam> teams, long hoursBooked) {
    /// What nobody held stands under this name, as no team has it.
    static final String NOBODY = "";

    /// The sums of one team, and the causes of the states that have some.
    record OfTeam(Accounts accounts, Map<State, SortedMap<String, Long>> causes) {
        static OfTeam none() {
            return new OfTeam(new Accounts(), new EnumMap<>(State.class));
        }

        SortedMap<String, Long> causes(State state) {
            return causes.getOrDefault(state, new TreeMap<>());
        }
    }

    OfTeam of(String team) {
        return teams.getOrDefault(team, OfTeam.none());
    }

    /// Returns what all teams held.
    Accounts held() {
        return Accounts.sum(teams.entrySet().stream()
                .filter(team -> !team.getKey().equals(NOBODY))
                .map(team -> team.getValue().accounts())
                .toList());
    }
}
