package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.mail.MailRounds.Surroundings;
import io.gpuledger.analyzer.report.Letter.Bytes;
import io.gpuledger.analyzer.report.Letters.Draft;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.outbox.ExemptionTables;
import io.gpuledger.analyzer.store.outbox.ExemptionTables.Exemption;
import io.gpuledger.analyzer.store.outbox.OutboxStatus;
import io.gpuledger.analyzer.store.outbox.ResendTables;
import io.gpuledger.analyzer.store.outbox.ResendTables.Decision;
import io.gpuledger.analyzer.store.outbox.StoredLetter;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.service.settings.BadSettingsException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeMap;

/// Does what people ask for at a terminal: shows what the outbox holds, and has letters written or sent.
public final class MailDesk {
    private final Surroundings around;
    private final MailSettings settings;
    private final String who;

    /// @param who asks, by name
    public MailDesk(Surroundings around, MailSettings settings, String who) {
        this.around = around;
        this.settings = settings;
        this.who = who;
    }

    /// The bytes of a letter, and what is to be said about it.
    public record Preview(Bytes content, String words) {}

    /// Returns what became of each letter of a week.
    public String status(Week week) throws DatabaseException {
        var status = new OutboxStatus(around.database());
        var lines = status.of(week);
        var waits = lines.isEmpty() ? around.settledness().waitsFor(week).orElse("") : "";
        return StatusText.of(
                week,
                waits,
                lines,
                status.refusals(now()),
                new TreeMap<>(new ExemptionTables(around.database()).all()).values());
    }

    /// Returns a letter as it is in the outbox, or as it would be written now, to the first of its addresses.
    public Preview preview(DeskSettings wanted) throws DatabaseException {
        var post = post();
        var stored = post.letters().letter(wanted.week(), wanted.edition());
        var annotated =
                post.annotated().of(wanted.week()).getOrDefault(wanted.edition().name(), List.of());
        var to = post.recipients().of(wanted.edition(), annotated);
        var first = to.addresses().stream().findFirst().orElse(settings.from().address());
        var words = "to %s%s"
                .formatted(
                        to.addresses().isEmpty() ? "nobody, as no address is known" : to.addresses(),
                        to.troubles().isEmpty() ? "" : "; passed over: " + to.troubles());
        if (stored.isPresent()) {
            return new Preview(post.parcel(stored.get(), first).content(), "as it was written, " + words);
        }
        return switch (around.letters().write(wanted.edition(), wanted.week())) {
            case Draft.Withheld(String why) -> new Preview(new Bytes(new byte[0]), "no letter: " + why);
            case Draft.Written(var letter) -> {
                var draft = new StoredLetter(
                        0,
                        wanted.week(),
                        wanted.edition(),
                        now().truncatedTo(ChronoUnit.SECONDS),
                        post.messageId(wanted.week(), wanted.edition(), "preview"),
                        "preview",
                        letter);
                yield new Preview(post.parcel(draft, first).content(), "as it would be written now, " + words);
            }
        };
    }

    /// Writes the letters of a week that are not written, or one of them, without waiting for the time of day,
    /// and sends what is due.
    ///
    /// @param all whether all editions are meant, and not that of the settings
    public String send(DeskSettings wanted, boolean all) throws DatabaseException {
        if (settings.way().isEmpty()) {
            throw new BadSettingsException(List.of("mail-relay or mail-folder must be given"));
        }
        try (var rounds = MailRounds.of(around, settings, this::teams, new SimpleMeterRegistry())) {
            if (!all) {
                post().letters()
                        .reconsider(wanted.week(), List.of(wanted.edition().name()));
            }
            var written = rounds.writer().write(wanted.week(), edition -> all || edition.equals(wanted.edition()), all);
            rounds.send();
            var waits = written instanceof LetterWriter.Result.Waits(String why) ? "not written: " + why + "\n" : "";
            return waits + status(wanted.week());
        }
    }

    /// Has a letter sent to an address again. Throws [BadSettingsException] where it is not confirmed.
    public String resend(DeskSettings wanted) throws DatabaseException {
        var address = wanted.confirmed("the letter would be sent again, and may be there twice then");
        return decided(wanted, address, tables().resend(decision(wanted, address), now()), "is sent again");
    }

    /// Notes that a letter has arrived of which that was uncertain. Throws [BadSettingsException] where it is not
    /// confirmed.
    public String arrived(DeskSettings wanted) throws DatabaseException {
        var address = wanted.confirmed("the letter would be taken for one that has arrived");
        return decided(wanted, address, tables().arrived(decision(wanted, address), now()), "is noted to have arrived");
    }

    private ResendTables tables() throws DatabaseException {
        var tables = new ResendTables(around.database());
        if (!tables.may()) {
            throw new BadSettingsException(List.of(
                    "only who owns the schema gpu_ledger may do this:" + " see --database-user and --database-url"));
        }
        return tables;
    }

    private Decision decision(DeskSettings wanted, MailAddress address) {
        return new Decision(
                wanted.week(),
                wanted.edition(),
                address.text(),
                "%s, %s".formatted(who, now().truncatedTo(ChronoUnit.SECONDS)));
    }

    private static String decided(DeskSettings wanted, MailAddress address, boolean isDone, String what) {
        var letter = "the letter of %s to %s".formatted(wanted.week(), DeskSettings.words(wanted.edition()));
        return isDone
                ? "%s %s: %s%n".formatted(letter, what, address)
                : "nothing is changed: %s is not there, or is on its way, or its state is another (see mail status)%n"
                        .formatted(letter);
    }

    /// Writes down that a team wants no letters. Throws [BadSettingsException] without a reason.
    public String exempt(DeskSettings wanted) throws DatabaseException {
        var reason = wanted.reason()
                .orElseThrow(() -> new BadSettingsException(List.of("reason must be given: --reason TEXT")));
        var team = wanted.edition().name();
        new ExemptionTables(around.database()).add(new Exemption(team, now(), who, reason));
        return "%s gets no letters%n".formatted(DeskSettings.words(wanted.edition()));
    }

    /// Takes that back.
    public String include(DeskSettings wanted) throws DatabaseException {
        var was = new ExemptionTables(around.database()).remove(wanted.edition().name());
        return (was ? "%s gets letters again%n" : "%s was not exempt%n")
                .formatted(DeskSettings.words(wanted.edition()));
    }

    private Post post() {
        return Post.of(around.database(), settings, this::teams);
    }

    private TeamsFile teams() {
        return settings.teams().map(TeamsFile::read).orElse(TeamsFile.NONE);
    }

    private Instant now() {
        return around.clock().instant();
    }
}
