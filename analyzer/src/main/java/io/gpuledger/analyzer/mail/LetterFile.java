package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Week;
import java.util.Optional;

/// A letter as a file that mail programs open. It goes to nobody, so it is addressed to whom it is
/// from, and its date is the end of its week: the same letter is the same file.
public final class LetterFile {
    private LetterFile() {}

    public static byte[] of(Letter letter, Edition edition, Week week, MailSettings settings) {
        var sender = settings.from();
        var envelope = new Envelope(
                sender,
                settings.replyTo(),
                sender.address(),
                edition,
                week.end(),
                "<%s.%s.file.gpu-ledger@%s>"
                        .formatted(week, Slug.of(edition), sender.address().domain()),
                Optional.empty());
        return Mime.of(letter, envelope);
    }
}
