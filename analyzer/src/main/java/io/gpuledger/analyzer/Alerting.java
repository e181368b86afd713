package io.gpuledger.analyzer;

import io.gpuledger.analyzer.alert.AlertSettings;
import io.gpuledger.analyzer.alert.Alerters;
import io.gpuledger.analyzer.mail.MailSettings;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The wing that tells Alertmanagers of findings, where the settings name some.
final class Alerting {
    private final Optional<Alerters> alerters;

    Alerting(
            Parts parts,
            Settings settings,
            Reloads reloads,
            Database database,
            Bookkeeping bookkeeping,
            InstantSource clock,
            MeterRegistry registry) {
        var wanted = AlertSettings.from(settings);
        if (wanted.urls().isEmpty()) {
            alerters = Optional.empty();
            return;
        }
        try {
            var page = MailSettings.from(settings).page();
            var started = parts.add(Alerters.start(database, wanted, page, bookkeeping::isKeeper, clock, registry));
            reloads.watch("alertmanager-tls", wanted.tls().all(), started::reloadTls);
            alerters = Optional.of(started);
        } catch (IOException e) {
            throw new CannotStartException(e);
        }
    }

    List<Heartbeat> heartbeats() {
        return alerters.map(Alerters::heartbeats).orElse(List.of());
    }
}
