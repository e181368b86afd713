package io.gpuledger.analyzer;

import io.gpuledger.analyzer.mail.MailRounds;
import io.gpuledger.analyzer.mail.MailRounds.Surroundings;
import io.gpuledger.analyzer.mail.MailSettings;
import io.gpuledger.analyzer.mail.TeamsFile;
import io.gpuledger.analyzer.report.Letters;
import io.gpuledger.analyzer.store.outbox.SettledWeeks;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// The wing that mails letters, where the settings say where to.
final class Mailing {
    private final Optional<MailRounds> rounds;

    Mailing(
            Parts parts,
            Settings settings,
            Reloads reloads,
            Database database,
            Letters letters,
            InstantSource clock,
            MeterRegistry registry) {
        var wanted = MailSettings.from(settings);
        if (wanted.way().isEmpty()) {
            rounds = Optional.empty();
            return;
        }
        var around = new Surroundings(database, letters, new SettledWeeks(database)::waitsFor, clock);
        var teams = wanted.teams().map(file -> watched(file, reloads)).orElse(() -> TeamsFile.NONE);
        rounds = Optional.of(parts.add(MailRounds.start(around, wanted, teams, registry)));
    }

    /// Returns what the file says, and follows it. A change that makes no sense changes nothing.
    private static Supplier<TeamsFile> watched(Path file, Reloads reloads) {
        var teams = new AtomicReference<>(TeamsFile.read(file));
        reloads.watch("mail-teams-file", List.of(file), () -> teams.set(TeamsFile.read(file)));
        return teams::get;
    }

    List<Heartbeat> heartbeats() {
        return rounds.map(MailRounds::heartbeat).stream().toList();
    }
}
