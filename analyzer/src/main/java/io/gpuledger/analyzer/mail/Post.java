package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letter.Bytes;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.outbox.AnnotatedAddresses;
import io.gpuledger.analyzer.store.outbox.DeliveryTables;
import io.gpuledger.analyzer.store.outbox.ExemptionTables;
import io.gpuledger.analyzer.store.outbox.LetterTables;
import io.gpuledger.analyzer.store.outbox.StoredLetter;
import io.gpuledger.analyzer.store.postgres.Database;
import java.net.URI;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Holds what the writer, the sender and the desk of letters have in common: the outbox, the recipients and the
/// address of the sender.
///
/// @param self names this process among others that send
record Post(
        MailSettings settings,
        Recipients recipients,
        LetterTables letters,
        DeliveryTables deliveries,
        ExemptionTables exemptions,
        AnnotatedAddresses annotated,
        String self) {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);

    static Post of(Database database, MailSettings settings, Supplier<TeamsFile> teams) {
        return new Post(
                settings,
                new Recipients(teams, settings.rules()),
                new LetterTables(database),
                new DeliveryTables(database),
                new ExemptionTables(database),
                new AnnotatedAddresses(database),
                "%d/%s".formatted(ProcessHandle.current().pid(), UUID.randomUUID()));
    }

    /// @param word makes it another than that of the same week and team elsewhere
    String messageId(Week week, Edition edition, String word) {
        return "<%s.%s.%s.gpu-ledger@%s>"
                .formatted(
                        week, Slug.of(edition), word, settings.from().address().domain());
    }

    /// Returns the bytes of a letter to an address, and how its file is named.
    Parcel parcel(StoredLetter stored, MailAddress to) {
        var envelope = new Envelope(
                settings.from(),
                settings.replyTo(),
                to,
                stored.edition(),
                stored.written(),
                stored.messageId(),
                unsubscribe(stored));
        var name = "%s_%s_%s_%s"
                .formatted(
                        stored.week(), Slug.of(stored.edition()), Slug.of(to.text()), STAMP.format(stored.written()));
        return new Parcel(settings.from().address(), to, name, new Bytes(Mime.of(stored.letter(), envelope)));
    }

    private Optional<URI> unsubscribe(StoredLetter stored) {
        return settings.page().map(page -> URI.create(page + "/unsubscribe?letter=" + stored.token()));
    }
}
