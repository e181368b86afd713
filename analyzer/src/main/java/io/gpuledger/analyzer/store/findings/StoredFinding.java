package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.ledger.Money;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A finding as it stands in the database, with whom it hit and what it cost by the books.
///
/// @param model of the GPU; empty where it is about a node, or where the GPU did not tell
/// @param teams that held the GPU meanwhile
/// @param cost of the time that was lost; empty where there is no price, and where none was lost
/// @param mute why nobody is told of it, if that is so
public record StoredFinding(
        long id,
        Finding finding,
        Optional<String> model,
        List<String> teams,
        Optional<Money> cost,
        Optional<Mute> mute) {
    public StoredFinding {
        teams = List.copyOf(teams);
    }

    /// Returns the same as some teams are told of it: without others that it hit, and without what people have said
    /// about it to each other.
    StoredFinding narrowed(Set<String> to, Set<String> holders) {
        return new StoredFinding(
                id,
                finding.heldBy(holders),
                model,
                teams.stream().filter(to::contains).toList(),
                cost,
                Optional.empty());
    }
}
