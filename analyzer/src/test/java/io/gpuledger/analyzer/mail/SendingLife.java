package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.mail.LetterSender.Ways;
import io.gpuledger.analyzer.mail.MailRounds.Surroundings;
import io.gpuledger.analyzer.store.outbox.OutboxStatus;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.service.settings.Address;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A process that writes a week's letters and sends them, until all are sent or it is killed.
public final class SendingLife {
    /// Letters of the fixed week are due from here on.
    private static final Instant MONDAY = Instant.parse("2026-11-23T09:00:00Z");
    /// Each life begins so much later than the one before, so that what that left is nobody's.
    private static final Duration BETWEEN_LIVES = Duration.ofHours(1);

    private SendingLife() {}

    /// Returns where the letter to a team goes.
    public static String address(String team) {
        return team + "@example.org";
    }

    /// Goes on until nothing is to be sent.
    ///
    /// @param args where the database is and as whom, the relay's port, how many teams, and which life this is
    public static void main(String[] args) throws DatabaseException, InterruptedException {
        var begun = Instant.now();
        var start = MONDAY.plus(BETWEEN_LIVES.multipliedBy(Long.parseLong(args[5])));
        InstantSource clock = () -> start.plus(Duration.between(begun, Instant.now()));
        try (var database =
                new Database(DatabaseSettings.embedded(args[0], args[1], args[2]), new SimpleMeterRegistry())) {
            var letters = FixedLetters.of(Integer.parseInt(args[4]));
            var rounds = rounds(new Surroundings(database, letters, _ -> Optional.empty(), clock), letters, args[3]);
            System.out.println("begins");
            do {
                rounds.round();
            } while (isUnderWay(database, clock));
        }
    }

    private static boolean isUnderWay(Database database, InstantSource clock) throws DatabaseException {
        return new OutboxStatus(database)
                .sums(Instant.EPOCH, clock.instant()).deliveries().entrySet().stream()
                        .anyMatch(one -> one.getKey().isToBeSent() && one.getValue() > 0);
    }

    private static MailRounds rounds(Surroundings around, FixedLetters letters, String port) {
        var patience = SmtpPatience.of(Duration.ofSeconds(30));
        var relay = new RelaySettings(
                new Address("127.0.0.1", Integer.parseInt(port)),
                MailTls.NONE,
                Optional.empty(),
                Optional.empty(),
                patience.read());
        var random = new Random();
        var ways =
                new Ways(new SmtpRelay(relay, patience), patience, Backoff.ofLetters(random), Backoff.ofRelay(random));
        Map<String, List<String>> addresses =
                letters.teams().stream().collect(Collectors.toMap(Function.identity(), team -> List.of(address(team))));
        var teams = new TeamsFile(addresses);
        return new MailRounds(
                Post.of(around.database(), settings(), () -> teams), around, ways, new SimpleMeterRegistry());
    }

    private static MailSettings settings() {
        return new MailSettings(
                Optional.empty(),
                Sender.parse("gpus@example.org"),
                Optional.empty(),
                MailTime.parse("mon 08:00"),
                ZoneId.of("UTC"),
                Optional.empty(),
                new Recipients.Rules(List.of(), List.of(), List.of(), Set.of()),
                new MailSettings.Pace(Duration.ZERO, Duration.ofDays(30), Duration.ofDays(30), Duration.ofDays(400)),
                false,
                Optional.empty());
    }
}
