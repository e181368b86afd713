package io.gpuledger.analyzer.report;

import java.util.List;

/// Writes the letters of a week.
public interface Letters {
    /// A letter, or the reason why there is none.
    sealed interface Draft {
        record Written(Letter letter) implements Draft {}

        /// There is no letter.
        ///
        /// @param reason one sentence for people
        record Withheld(String reason) implements Draft {}
    }

    /// Returns all editions that there may be a letter for: the teams that held anything, and the fleet.
    /// There are none of a week of which the books have nothing.
    List<Edition> editions(Week week);

    Draft write(Edition edition, Week week);
}
