package io.gpuledger.analyzer.durability;

import static java.util.stream.Collectors.groupingBy;

import io.gpuledger.analyzer.mail.ScriptedRelay;
import io.gpuledger.analyzer.mail.ScriptedRelay.Fault;
import io.gpuledger.analyzer.mail.ScriptedRelay.Manners;
import io.gpuledger.analyzer.mail.ScriptedRelay.Reach;
import io.gpuledger.analyzer.mail.ScriptedRelay.Transaction;
import io.gpuledger.analyzer.mail.SendingLife;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.outbox.DeliveryState;
import io.gpuledger.analyzer.store.outbox.OutboxStatus;
import io.gpuledger.analyzer.store.outbox.OutboxStatus.Way;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// Kills a process that mails a week's letters, again and again, at any moment. In the end no letter is there twice and
/// none is missing, and those that are said to be uncertain were on their way when their process was killed: the relay
/// knows.
public final class MailKills {
    private static final Week WEEK = Week.parse("2026-W47");
    /// The relay takes so long over a letter that many a kill comes meanwhile.
    private static final Duration PAUSE = Duration.ofMillis(12);

    private final Random random;
    private final TestDatabase database;
    private final ScriptedRelay relay;
    private final int teams;
    private int life;

    private MailKills(Random random, TestDatabase database, ScriptedRelay relay, int teams) {
        this.random = random;
        this.database = database;
        this.relay = relay;
        this.teams = teams;
    }

    /// Exits with 1 if a letter is there twice, is missing, or is uncertain for no reason.
    ///
    /// @param args how often to kill, and the seed; 50 times and any, if it is not said
    public static void main(String[] args) throws Exception {
        var asked = Asked.by(args, 50);
        System.out.println(Machine.here().text());
        var result = run(asked.count(), asked.seed(), 200);
        System.out.print(result.text());
        System.exit(result.good() ? 0 : 1);
    }

    static Result run(int count, long seed, int teams)
            throws IOException, InterruptedException, DatabaseException, SchemaException {
        System.out.printf("kills of the mail: %d, seed %d, %d teams%n", count, seed, teams);
        try (var database = TestDatabase.plain();
                var relay = new ScriptedRelay(Manners.PLAIN, PAUSE, _ -> Fault.NONE)) {
            database.migrated().close();
            var kills = new MailKills(new Random(seed), database, relay, teams);
            kills.all(count);
            return kills.result(seed);
        }
    }

    private void all(int count) throws IOException, InterruptedException {
        while (life < count) {
            var process = begin();
            // The later lives have letters to send as well.
            var until = Math.min(relay.taken().size() + random.nextInt(1 + teams / count), teams - 1);
            Patience.until("some letters are sent", () -> relay.taken().size() >= until || !process.isAlive());
            TimeUnit.MICROSECONDS.sleep(random.nextInt(40_000));
            process.toHandle().destroyForcibly();
            process.waitFor();
        }
        // Two lives: what the last one that was killed left is nobody's only when its time is over.
        for (var i = 0; i < 2; i++) {
            if (begin().waitFor() != 0) {
                throw new AssertionError("a life that nobody killed has failed");
            }
        }
    }

    private Process begin() throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var settings = database.settings();
        return new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SendingLife.class.getName(),
                        database.url(),
                        settings.userName(),
                        settings.password().map(Secret::reveal).orElse(""),
                        String.valueOf(relay.port()),
                        String.valueOf(teams),
                        String.valueOf(life++))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private Result result(long seed) throws DatabaseException {
        var problems = new ArrayList<String>();
        var seen = relay.transactions().stream().collect(groupingBy(Transaction::to));
        var ways = ways();
        for (var number = 0; number < teams; number++) {
            var address = SendingLife.address("team-" + number);
            var way = ways.get(address);
            if (way == null) {
                problems.add(address + ": there is no letter");
            } else {
                look(way, seen.getOrDefault(address, List.of()), problems);
            }
        }
        var uncertain = ways.values().stream()
                .filter(way -> way.state() == DeliveryState.UNCERTAIN)
                .toList();
        var arrived = uncertain.stream()
                .filter(way ->
                        seen.getOrDefault(way.address(), List.of()).stream().anyMatch(Transaction::isTaken))
                .count();
        var again = seen.values().stream().filter(all -> all.size() > 1).count();
        return new Result(problems.isEmpty(), """
            seed %d: %d letters, %d lives; %d sent, %d uncertain, of which %d had arrived; %d were begun more than once
            problems: %d%s
            """.formatted(
                        seed,
                        teams,
                        life,
                        ways.values().stream()
                                .filter(way -> way.state() == DeliveryState.SENT)
                                .count(),
                        uncertain.size(),
                        arrived,
                        again,
                        problems.size(),
                        problems.stream().map(problem -> "\n  " + problem).reduce("", String::concat)));
    }

    private Map<String, Way> ways() throws DatabaseException {
        try (var open = database.open()) {
            var ways = new TreeMap<String, Way>();
            new OutboxStatus(open).of(WEEK).forEach(line -> line.ways().forEach(way -> ways.put(way.address(), way)));
            return ways;
        }
    }

    private static void look(Way way, List<Transaction> seen, List<String> problems) {
        var taken = seen.stream().filter(Transaction::isTaken).count();
        switch (way.state()) {
            case SENT -> {
                if (taken != 1) {
                    problems.add("%s: sent, and the relay has it %d times".formatted(way.address(), taken));
                }
            }
            case UNCERTAIN -> {
                // Nothing came on that connection after it.
                var last = seen.getLast().reach();
                if (taken > 1 || (last != Reach.IN_DATA && last != Reach.TAKEN)) {
                    problems.add("%s: uncertain, and the relay saw %s, and has it %d times"
                            .formatted(way.address(), last, taken));
                }
            }
            default ->
                problems.add("%s: in the end it is %s"
                        .formatted(way.address(), way.state().word()));
        }
    }
}
