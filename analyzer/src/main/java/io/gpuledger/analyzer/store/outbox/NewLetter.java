package io.gpuledger.analyzer.store.outbox;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Week;
import java.time.Instant;
import java.util.List;

/// A letter before it is stored.
///
/// @param messageId as its header has it, with its angle brackets
/// @param token a word that cannot be guessed
/// @param troubles what was given as an address and is none
public record NewLetter(
        Week week,
        Edition edition,
        Instant written,
        String messageId,
        String token,
        Letter letter,
        List<String> addresses,
        List<String> troubles) {
    public NewLetter {
        addresses = List.copyOf(addresses);
        troubles = List.copyOf(troubles);
    }
}
