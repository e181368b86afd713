package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.mail.LetterSender.Ways;
import io.gpuledger.analyzer.mail.MailRounds.Surroundings;
import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letters;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.outbox.DeliveryState;
import io.gpuledger.analyzer.store.outbox.OutboxStatus;
import io.gpuledger.analyzer.store.outbox.OutboxStatus.Line;
import io.gpuledger.analyzer.store.outbox.OutboxStatus.Way;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.service.settings.Address;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/// A database with an outbox, and a clock that goes when it is set. It is Monday, an hour after letters are due.
final class Rig implements AutoCloseable {
    static final Week WEEK = Week.parse("2026-W47");
    static final Instant MONDAY = Instant.parse("2026-11-23T09:00:00Z");

    private final TestDatabase test = TestDatabase.plain();
    private final Database database = test.migrated();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    /// A gauge is lost with what it is read from.
    private final List<MailRounds> kept = new ArrayList<>();
    private volatile Instant now = MONDAY;
    private volatile Optional<String> waitsFor = Optional.empty();
    private TeamsFile teams = TeamsFile.NONE;
    private boolean isDry;
    private Duration gap = Duration.ZERO;

    Rig() throws DatabaseException, SchemaException {}

    TestDatabase test() {
        return test;
    }

    Database database() {
        return database;
    }

    SimpleMeterRegistry registry() {
        return registry;
    }

    Instant now() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    void set(Instant instant) {
        now = instant;
    }

    void waitFor(String what) {
        waitsFor = Optional.of(what);
    }

    void settle() {
        waitsFor = Optional.empty();
    }

    void teams(Map<String, List<String>> addresses) {
        teams = new TeamsFile(addresses);
    }

    void dryRun() {
        isDry = true;
    }

    void gap(Duration between) {
        gap = between;
    }

    MailSettings settings() {
        return new MailSettings(
                Optional.empty(),
                Sender.parse("GPU ledger <gpus@example.org>"),
                Optional.empty(),
                MailTime.parse("mon 08:00"),
                ZoneId.of("UTC"),
                Optional.empty(),
                new Recipients.Rules(
                        List.of(new MailAddress("all@example.org")),
                        List.of(),
                        List.of(new MailAddress("platform@example.org")),
                        Set.of()),
                new MailSettings.Pace(gap, Duration.ofDays(4), Duration.ofDays(30), Duration.ofDays(400)),
                isDry,
                Optional.of(URI.create("https://gpus.example.org")));
    }

    Surroundings around(Letters letters) {
        return new Surroundings(database, letters, _ -> waitsFor, () -> now);
    }

    MailRounds rounds(Letters letters, ScriptedRelay relay) {
        return rounds(letters, relay.port());
    }

    MailRounds rounds(Letters letters, int port) {
        var patience = new SmtpPatience(
                Duration.ofSeconds(5), Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(5));
        var relay = new RelaySettings(
                new Address("127.0.0.1", port), MailTls.NONE, Optional.empty(), Optional.empty(), patience.read());
        return rounds(letters, new SmtpRelay(relay, patience), patience);
    }

    MailRounds rounds(Letters letters, WayOut way, SmtpPatience patience) {
        var random = new Random(7);
        var ways = new Ways(way, patience, Backoff.ofLetters(random), Backoff.ofRelay(random));
        var rounds = new MailRounds(Post.of(database, settings(), () -> teams), around(letters), ways, registry);
        kept.add(rounds);
        return rounds;
    }

    List<Line> status() throws DatabaseException {
        return new OutboxStatus(database).of(WEEK);
    }

    Line line(String edition) throws DatabaseException {
        return status().stream()
                .filter(one -> one.edition().name().equals(edition))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line of " + edition));
    }

    Way way(String edition) throws DatabaseException {
        return line(edition).ways().getFirst();
    }

    Map<DeliveryState, Integer> states() throws DatabaseException {
        var states = new TreeMap<DeliveryState, Integer>();
        status().forEach(line -> line.ways().forEach(way -> states.merge(way.state(), 1, Integer::sum)));
        return states;
    }

    double gauge(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    static Edition team(String name) {
        return new Edition.OfTeam(name);
    }

    @Override
    public void close() {
        database.close();
        test.close();
    }
}
