package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.web.api.Asked;
import java.util.Optional;
import java.util.Set;

/// Narrows what is asked of the database to the teams that an answer may tell of.
final class Teams {
    private Teams() {}

    /// Asks of these teams only.
    static LedgerQuestion narrowed(LedgerQuestion question, Sight sight) {
        return switch (sight) {
            case Sight.Whole.FLEET -> question;
            case Sight.OfTeams(var names) -> question.only(Dimension.TEAM, names);
        };
    }

    /// What is still coming in is told of all GPUs, so that it is left out where that is not to be told.
    static LedgerAnswer seen(LedgerAnswer answer, Sight sight) {
        return sight.isWhole() ? answer : answer.withoutFilling();
    }

    /// Returns the teams that the answer may tell of. The result is empty where it may tell of all.
    static Optional<Set<String>> of(Asked asked) {
        return of(asked.sight());
    }

    /// Returns the teams that somebody may be told of. The result is empty where he may be told of all.
    static Optional<Set<String>> of(Sight sight) {
        return switch (sight) {
            case Sight.Whole.FLEET -> Optional.empty();
            case Sight.OfTeams(var names) -> Optional.of(names);
        };
    }
}
