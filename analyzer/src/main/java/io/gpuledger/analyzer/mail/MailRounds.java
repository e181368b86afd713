package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.mail.LetterSender.Ways;
import io.gpuledger.analyzer.report.Letters;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.outbox.OutboxStatus;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.life.Lifelong;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Writes the letters of a week and sends them, on a thread of its own. Several analyzers may do so beside each other:
/// each letter is written by one, and each delivery sent by one.
public final class MailRounds implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(MailRounds.class.getName());
    private static final String NAME = "mail";
    /// Others put letters into the outbox too, and settle weeks.
    private static final Duration LONGEST_REST = Duration.ofSeconds(30);

    private static final Duration SHORTEST_REST = Duration.ofMillis(100);
    private static final Duration FAREWELL = Duration.ofSeconds(20);
    /// A relay may take minutes for each of a week's letters, and the beat is between two of them.
    private static final Duration SILENCE_MAX = Duration.ofHours(3);

    private static final Duration COUNTED = Duration.ofDays(14);

    /// The parts of the program that mail works with.
    public record Surroundings(Database database, Letters letters, Settledness settledness, InstantSource clock) {}

    private final Post post;
    private final LetterWriter writer;
    private final LetterSender sender;
    private final OutboxStatus status;
    private final MailMetrics metrics;
    private final InstantSource clock;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Instant begun;
    private final Heartbeat heartbeat = new Heartbeat(NAME, SILENCE_MAX);
    private final Thread thread = Lifelong.platform(NAME, this::run);
    private String trouble = "";

    MailRounds(Post post, Surroundings around, Ways ways, MeterRegistry registry) {
        this.post = post;
        this.clock = around.clock();
        this.begun = clock.instant();
        this.metrics = new MailMetrics(registry, clock);
        this.writer = new LetterWriter(post, around.letters(), around.settledness(), clock);
        this.sender = new LetterSender(post, ways, metrics, clock, stop);
        this.status = new OutboxStatus(around.database());
    }

    /// Makes one that does what it is told, and nothing by itself.
    ///
    /// @param settings of which a way out is known
    public static MailRounds of(
            Surroundings around, MailSettings settings, Supplier<TeamsFile> teams, MeterRegistry registry) {
        return new MailRounds(Post.of(around.database(), settings, teams), around, ways(settings), registry);
    }

    /// Makes one, and begins.
    public static MailRounds start(
            Surroundings around, MailSettings settings, Supplier<TeamsFile> teams, MeterRegistry registry) {
        var rounds = of(around, settings, teams, registry);
        rounds.start();
        return rounds;
    }

    void start() {
        thread.start();
    }

    private static Ways ways(MailSettings settings) {
        var random = RandomGenerator.getDefault();
        return switch (settings.way().orElseThrow()) {
            case MailSettings.Way.Relay(RelaySettings relay) ->
                new Ways(
                        new SmtpRelay(relay),
                        SmtpPatience.of(relay.timeout()),
                        Backoff.ofLetters(random),
                        Backoff.ofRelay(random));
            case MailSettings.Way.Folder(var path) ->
                new Ways(
                        new MailFolder(path),
                        SmtpPatience.of(Duration.ofSeconds(10)),
                        Backoff.ofLetters(random),
                        Backoff.ofRelay(random));
        };
    }

    public Heartbeat heartbeat() {
        return heartbeat;
    }

    private void run() {
        try {
            do {
                heartbeat.beat();
                var wait = Duration.between(clock.instant(), roundOrSay());
                var rest = wait.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : wait;
                if (stop.await(Math.max(rest.toMillis(), SHORTEST_REST.toMillis()), TimeUnit.MILLISECONDS)) {
                    return;
                }
            } while (stop.getCount() > 0);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Runs a round, and returns when the next is due. No exception of the database may leave this method, as it would
    /// end the thread.
    private Instant roundOrSay() throws InterruptedException {
        try {
            var next = round();
            trouble = "";
            return next;
        } catch (DatabaseException | RuntimeException e) {
            var words = String.valueOf(e.getMessage());
            if (!words.equals(trouble)) {
                LOG.log(Level.WARNING, "The outbox was not looked through, which is tried again: " + words, e);
            }
            trouble = words;
            return clock.instant().plus(LONGEST_REST);
        }
    }

    /// Writes what is to be written and sends what is due, once. Returns when there is more to do.
    public Instant round() throws DatabaseException, InterruptedException {
        var result = writer.writeDue();
        var now = clock.instant();
        metrics.unwritten(
                result instanceof LetterWriter.Result.Waits ? Optional.of(waitingSince(now)) : Optional.empty());
        var next = sender.send(heartbeat::beat);
        var after = clock.instant();
        post.letters()
                .forgetBefore(Week.before(after.minus(post.settings().pace().keep())));
        metrics.passed(status.sums(after.minus(COUNTED), after));
        return next.isBefore(after.plus(LONGEST_REST)) ? next : after.plus(LONGEST_REST);
    }

    /// Letters have waited since they were due, or since this process began where that is later: no alert is to be
    /// raised for the time before.
    private Instant waitingSince(Instant now) {
        var due = post.settings().at().after(Week.before(now), post.settings().zone());
        return due.isBefore(begun) ? begun : due;
    }

    LetterWriter writer() {
        return writer;
    }

    /// Sends what is due, once.
    void send() throws DatabaseException {
        try {
            sender.send(heartbeat::beat);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// A letter that is on its way is given some time to arrive; one that then is still on its way is uncertain.
    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join(FAREWELL.toMillis());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
