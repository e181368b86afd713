package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.store.outbox.Delivery;
import io.gpuledger.analyzer.store.outbox.DeliveryState;
import io.gpuledger.analyzer.store.outbox.Note;
import io.gpuledger.analyzer.store.outbox.StoredLetter;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Failure;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Hands over what is due, a letter and an address at a time.
///
/// Nothing is claimed before there is a connection: a relay that is away is its own trouble, and no letter's.
final class LetterSender {
    private static final System.Logger LOG = System.getLogger(LetterSender.class.getName());
    /// A connection is kept for what is due so soon.
    private static final Duration WORTH_WAITING = Duration.ofSeconds(5);

    private static final Duration DATABASE_PAUSE = Duration.ofSeconds(1);
    /// Clocks of two processes may differ.
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private final Post post;
    private final WayOut way;
    private final SmtpPatience patience;
    private final Backoff backoff;
    private final Backoff relayBackoff;
    private final MailMetrics metrics;
    private final InstantSource clock;
    private final CountDownLatch stop;
    private Optional<StoredLetter> latest = Optional.empty();
    private Instant notBefore = Instant.MIN;
    private int relayFailures;

    LetterSender(Post post, Ways ways, MailMetrics metrics, InstantSource clock, CountDownLatch stop) {
        this.post = post;
        this.way = ways.way();
        this.patience = ways.patience();
        this.backoff = ways.letters();
        this.relayBackoff = ways.relay();
        this.metrics = metrics;
        this.clock = clock;
        this.stop = stop;
    }

    /// The way out, and how to wait there.
    record Ways(WayOut way, SmtpPatience patience, Backoff letters, Backoff relay) {}

    /// Sends all that is due, and returns when to look again.
    Instant send(Runnable alive) throws DatabaseException, InterruptedException {
        var now = clock.instant();
        post.deliveries().tidy(now, now.minus(post.settings().pace().giveUpAfter()));
        var due = post.deliveries().nextDue();
        if (due.isEmpty() || post.settings().dryRun()) {
            return Instant.MAX;
        }
        if (due.get().isAfter(now) || notBefore.isAfter(now)) {
            return due.get().isAfter(notBefore) ? due.get() : notBefore;
        }
        try {
            sendBy(alive);
            relayFailures = 0;
            metrics.relay(true);
        } catch (IOException e) {
            failed(e);
        }
        return post.deliveries()
                .nextDue()
                .map(next -> next.isAfter(notBefore) ? next : notBefore)
                .orElse(Instant.MAX);
    }

    private void failed(IOException thrown) {
        relayFailures++;
        notBefore = clock.instant().plus(relayBackoff.after(relayFailures));
        metrics.relay(false);
        if (relayFailures == 1) {
            LOG.log(Level.WARNING, "No letter goes out, which is tried again: " + thrown.getMessage());
        }
    }

    private void sendBy(Runnable alive) throws IOException, DatabaseException, InterruptedException {
        var conversation = way.open();
        try {
            while (stop.getCount() > 0) {
                alive.run();
                if (!conversation.isOpen()) {
                    conversation.close();
                    conversation = way.open();
                }
                var now = clock.instant();
                var claimed = post.deliveries()
                        .claim(
                                post.self(),
                                now,
                                now.plus(patience.transaction()).plus(MARGIN),
                                post.settings().pace().gap());
                if (claimed.isPresent()) {
                    carry(conversation, claimed.get());
                } else if (!waitsForNext(now)) {
                    return;
                }
            }
        } finally {
            conversation.close();
        }
    }

    /// Whether something is due soon: then it has waited for it.
    private boolean waitsForNext(Instant now) throws DatabaseException, InterruptedException {
        var next = post.deliveries().nextDue();
        if (next.isEmpty() || next.get().isAfter(now.plus(WORTH_WAITING))) {
            return false;
        }
        var wait = Duration.between(now, next.get());
        return !stop.await(Math.max(wait.toMillis(), 10), TimeUnit.MILLISECONDS);
    }

    private void carry(Conversation conversation, Delivery delivery) throws DatabaseException, InterruptedException {
        var stored = stored(delivery.letter());
        var parcel = post.parcel(stored, new MailAddress(delivery.address()));
        var outcome = conversation.hand(parcel, () -> mayGo(delivery));
        metrics.outcome(outcome);
        var note = note(delivery, outcome);
        if (note.isPresent()) {
            noteUntilDone(delivery, note.get());
        }
    }

    /// A letter goes to several addresses, one after another.
    private StoredLetter stored(long id) throws DatabaseException {
        if (latest.isEmpty() || latest.get().id() != id) {
            latest = Optional.of(post.letters().letter(id));
        }
        return latest.get();
    }

    private boolean mayGo(Delivery delivery) throws IOException {
        try {
            var now = clock.instant();
            var lease = now.plus(patience.answer()).plus(patience.read()).plus(MARGIN);
            return post.deliveries().beginData(delivery, post.self(), now, lease);
        } catch (DatabaseException e) {
            throw new IOException("the database does not note that it is sent: " + e.words(), e);
        }
    }

    private Optional<Note> note(Delivery delivery, Outcome outcome) {
        var now = clock.instant();
        return switch (outcome) {
            case Outcome.Taken(String words) -> note(DeliveryState.SENT, now, words);
            case Outcome.NotNow(String words) ->
                note(DeliveryState.DEFERRED, now.plus(backoff.after(delivery.tries())), words);
            case Outcome.Refused(String words, boolean isAddress) ->
                Optional.of(new Note(
                        DeliveryState.REFUSED,
                        now,
                        words,
                        isAddress ? Optional.of(now.plus(post.settings().pace().refusedFor())) : Optional.empty()));
            case Outcome.Uncertain(String words) -> note(DeliveryState.UNCERTAIN, now, words);
            case Outcome.HeldBack _ -> Optional.empty();
        };
    }

    private static Optional<Note> note(DeliveryState state, Instant next, String words) {
        return Optional.of(new Note(state, next, words, Optional.empty()));
    }

    /// What came of a letter is known here only: nothing else is sent before it is noted. Where this process
    /// ends first, or the database never takes it, the letter is uncertain.
    private void noteUntilDone(Delivery delivery, Note note) throws InterruptedException {
        for (var isFirst = true; ; isFirst = false) {
            try {
                post.deliveries().note(delivery, post.self(), note, clock.instant());
                return;
            } catch (DatabaseException e) {
                if (isFirst) {
                    LOG.log(Level.WARNING, "What came of a letter is not noted, which is tried again: " + e.words());
                }
                if (e.failure() == Failure.CONTENT || stop.await(DATABASE_PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        }
    }
}
