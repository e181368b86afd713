package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letters;
import io.gpuledger.analyzer.report.Letters.Draft;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.outbox.AnnotatedAddresses.Named;
import io.gpuledger.analyzer.store.outbox.DeliveryState;
import io.gpuledger.analyzer.store.outbox.ExemptionTables.Exemption;
import io.gpuledger.analyzer.store.outbox.NewLetter;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Gatherers;

/// Writes the letters of a week, each once, or notes why there is none. Of several processes one does so at a time. It
/// puts together a few letters at once, as each waits for what the database answers, and notes them one by one.
final class LetterWriter {
    private static final System.Logger LOG = System.getLogger(LetterWriter.class.getName());
    /// A letter takes seconds: who has written none for so long has ended.
    private static final Duration LEASE = Duration.ofMinutes(10);

    /// The database is asked two questions at once. While it answers those for two letters, a third is put together.
    private static final int AT_ONCE = 3;

    private static final int TOKEN_BYTES = 24;

    /// Says what came of writing to an edition. It is found out on several threads, and noted in the outbox by one.
    private sealed interface Drafted {
        record Filled(NewLetter letter) implements Drafted {}

        record Withheld(Edition edition, String why, List<String> troubles) implements Drafted {}

        record Failed(Edition edition, Throwable thrown) implements Drafted {}
    }

    /// The result of an attempt to write the letters of a week.
    sealed interface Result {
        /// All letters are written, by this process or another.
        record Done() implements Result {}

        /// Nothing is to be written yet.
        record NotYet() implements Result {}

        /// They are to be written, and are not.
        record Waits(String why) implements Result {}
    }

    private final Post post;
    private final Letters letters;
    private final Settledness settledness;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private String trouble = "";

    LetterWriter(Post post, Letters letters, Settledness settledness, InstantSource clock) {
        this.post = post;
        this.letters = letters;
        this.settledness = settledness;
        this.clock = clock;
    }

    /// Writes those of the last week, once it is time. Weeks before it are no news, and are left alone.
    Result writeDue() throws DatabaseException {
        var now = clock.instant();
        var week = Week.before(now);
        if (now.isBefore(post.settings().at().after(week, post.settings().zone()))) {
            return new Result.NotYet();
        }
        if (post.letters().isDone(week)) {
            return new Result.Done();
        }
        try {
            // Who has just begun to keep books may have none of that week, and owes nobody a letter.
            return letters.editions(week).isEmpty() ? new Result.NotYet() : write(week, _ -> true, true);
        } catch (CannotAskException e) {
            // Letters that are written are sent all the same.
            return new Result.Waits("the database " + e.getMessage());
        }
    }

    /// Writes those of a week that are chosen.
    ///
    /// @param all whether these are all of the week
    Result write(Week week, Predicate<Edition> chosen, boolean all) throws DatabaseException {
        var waits = settledness.waitsFor(week);
        if (waits.isPresent()) {
            return new Result.Waits(waits.get());
        }
        if (all && !claims(week)) {
            return post.letters().isDone(week) ? new Result.Done() : new Result.Waits("another process is about it");
        }
        var decided = post.letters().decided(week);
        var exemptions = post.exemptions().all();
        var annotated = post.annotated().of(week);
        var failures = 0;
        var drafts = letters.editions(week).stream()
                .filter(edition -> chosen.test(edition) && !decided.contains(edition.name()))
                .gather(Gatherers.mapConcurrent(AT_ONCE, edition -> draft(week, edition, exemptions, annotated)))
                .iterator();
        while (drafts.hasNext()) {
            if (all && !claims(week)) {
                return new Result.Waits("another process has taken over");
            }
            failures += note(week, drafts.next()) ? 0 : 1;
        }
        if (failures > 0) {
            return new Result.Waits(failures + " letters could not be written: " + trouble);
        }
        if (all) {
            post.letters().finishWeek(week, clock.instant());
        }
        trouble = "";
        return new Result.Done();
    }

    private boolean claims(Week week) throws DatabaseException {
        var now = clock.instant();
        return post.letters().claimWeek(week, post.self(), now, now.plus(LEASE));
    }

    /// A letter that cannot be written keeps no other from being so.
    private Drafted draft(
            Week week, Edition edition, Map<String, Exemption> exemptions, Map<String, List<Named>> annotated) {
        try {
            var to = post.recipients().of(edition, annotated.getOrDefault(edition.name(), List.of()));
            var reason = reasonAgainst(edition, Optional.ofNullable(exemptions.get(edition.name())), to);
            if (reason.isPresent()) {
                return new Drafted.Withheld(edition, reason.get(), to.troubles());
            }
            return switch (letters.write(edition, week)) {
                case Draft.Withheld(String why) -> new Drafted.Withheld(edition, why, to.troubles());
                case Draft.Written(Letter letter) -> new Drafted.Filled(filled(week, edition, letter, to));
            };
        } catch (RuntimeException | Error e) {
            return new Drafted.Failed(edition, e);
        }
    }

    private boolean note(Week week, Drafted drafted) throws DatabaseException {
        switch (drafted) {
            case Drafted.Filled(var letter) -> post.letters().put(letter, begin());
            case Drafted.Withheld(var edition, var why, var troubles) ->
                post.letters().withhold(week, edition, why, troubles, clock.instant());
            case Drafted.Failed(var _, CannotAskException cannotAsk) -> throw cannotAsk;
            // Where memory runs out, the thread of the rounds has to end, and the program with it.
            case Drafted.Failed(var _, Error error) -> throw error;
            case Drafted.Failed(var edition, var thrown) -> {
                sayOnce(week, edition, thrown);
                return false;
            }
        }
        return true;
    }

    private static Optional<String> reasonAgainst(Edition edition, Optional<Exemption> exemption, Recipients.Found to) {
        if (exemption.isPresent()) {
            var said = exemption.get();
            return Optional.of("exempt since %s, by %s: %s"
                    .formatted(LocalDate.ofInstant(said.since(), ZoneOffset.UTC), said.who(), said.reason()));
        }
        if (!to.addresses().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (edition) {
                    case Edition.OfFleet _ -> "nobody is to get it: name somebody with --mail-fleet-to";
                    case Edition.OfTeam _ ->
                        "no address: name one in --mail-teams-file, by the annotation gpu-ledger.io/mail of the team's"
                                + " namespace, or for all teams with --mail-default-to";
                });
    }

    private DeliveryState begin() {
        return post.settings().dryRun() ? DeliveryState.DRY_RUN : DeliveryState.QUEUED;
    }

    private NewLetter filled(Week week, Edition edition, Letter letter, Recipients.Found to) {
        var bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        var token = HexFormat.of().formatHex(bytes);
        return new NewLetter(
                week,
                edition,
                clock.instant(),
                post.messageId(week, edition, Slug.digest(token).substring(0, 12)),
                token,
                letter,
                to.addresses().stream().map(MailAddress::text).toList(),
                to.troubles());
    }

    private void sayOnce(Week week, Edition edition, Throwable thrown) {
        var words = String.valueOf(thrown.getMessage());
        if (!words.equals(trouble)) {
            LOG.log(
                    Level.WARNING,
                    "The letter of %s to %s could not be written, which is tried again: %s"
                            .formatted(week, Slug.of(edition), words),
                    thrown);
        }
        trouble = words;
    }
}
