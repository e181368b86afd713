package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Edition;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/// All that the header of a letter says beside its subject.
///
/// @param written when, which is the letter's date however late it is sent
/// @param messageId with its angle brackets
/// @param unsubscribe where the edition can be unsubscribed, where a page of this program can be reached
public record Envelope(
        Sender from,
        Optional<MailAddress> replyTo,
        MailAddress to,
        Edition edition,
        Instant written,
        String messageId,
        Optional<URI> unsubscribe) {
    /// Returns the name of the edition as a list of mail, which programs sort by.
    String listId() {
        return "%s.gpu-ledger.%s".formatted(Slug.of(edition), from.address().domain());
    }
}
