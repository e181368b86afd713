package io.gpuledger.analyzer;

import io.gpuledger.analyzer.access.AccessSettings;
import io.gpuledger.analyzer.alert.AlertSettings;
import io.gpuledger.analyzer.mail.MailSettings;
import io.gpuledger.analyzer.prometheus.ReadSettings;
import io.gpuledger.analyzer.prometheus.peer.PeerSettings;
import io.gpuledger.analyzer.remotewrite.WriteSettings;
import io.gpuledger.analyzer.scrape.ScrapeSettings;
import io.gpuledger.analyzer.scrape.discovery.DiscoverySettings;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The command `check-config`: checks what an analyzer would start with, and files that may still change while it runs.
/// Files that settings themselves read (prices, teams, the web configuration, tables of metrics) were checked when the
/// settings were read.
final class Checking {
    private final List<String> problems = new ArrayList<>();

    private Checking() {}

    /// Checks the settings. Throws [BadSettingsException] with all that is wrong.
    static void look(Settings settings) {
        var checking = new Checking();
        checking.good(() ->
                WriteSettings.from(settings, RetentionSettings.from(settings).raw()));
        checking.good(() -> AccessSettings.from(settings));
        checking.good(() -> ReadSettings.from(settings).ifPresent(reading -> checking.look(reading.peer())));
        checking.good(() -> MailSettings.from(settings));
        checking.good(() -> checking.look(AlertSettings.from(settings)));
        checking.good(() -> {
            checking.look(ScrapeSettings.from(settings), DiscoverySettings.from(settings));
            Ingest.requireSharedDatabase(settings);
        });
        if (!checking.problems.isEmpty()) {
            throw new BadSettingsException(checking.problems);
        }
    }

    private void look(ScrapeSettings scraping, DiscoverySettings discovery) {
        try (var _ = scraping.client()) {
            Stream.of(scraping.credentials(), discovery.pagesCredentials())
                    .flatMap(credentials -> file(credentials).stream())
                    .forEach(this::read);
        } catch (IOException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        problems.addAll(discovery.problems(scraping.defaults()));
    }

    private void look(PeerSettings peer) {
        try {
            peer.tls().context();
        } catch (IOException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        file(peer.credentials()).ifPresent(this::read);
    }

    private void look(AlertSettings alerting) {
        try {
            alerting.tls().context();
        } catch (IOException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        file(alerting.credentials()).ifPresent(this::read);
    }

    private void good(Runnable reading) {
        try {
            reading.run();
        } catch (BadSettingsException e) {
            problems.addAll(e.problems());
        }
    }

    private static Optional<Path> file(Credentials credentials) {
        return switch (credentials) {
            case Credentials.None _ -> Optional.empty();
            case Credentials.Basic basic -> Optional.of(basic.passwordFile());
            case Credentials.Bearer bearer -> Optional.of(bearer.tokenFile());
        };
    }

    private void read(Path file) {
        try {
            SmallFile.read(file);
        } catch (IOException e) {
            problems.add("cannot read " + file + ": " + SmallFile.why(e));
        }
    }
}
