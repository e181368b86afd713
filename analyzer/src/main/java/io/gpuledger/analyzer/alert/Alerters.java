package io.gpuledger.analyzer.alert;

import io.gpuledger.analyzer.alert.AlertRounds.Pace;
import io.gpuledger.analyzer.alert.AlertRounds.Surroundings;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.service.life.Heartbeat;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Tells all Alertmanagers of findings, each on a thread of its own.
public final class Alerters implements AutoCloseable {
    private final List<Alertmanager> alertmanagers;
    private final List<AlertRounds> rounds;

    private Alerters(List<Alertmanager> alertmanagers, List<AlertRounds> rounds) {
        this.alertmanagers = alertmanagers;
        this.rounds = rounds;
    }

    /// Begins to tell them. Throws [IOException] where a file that TLS needs does not do.
    ///
    /// @param page where people reach this program
    /// @param isSender whether this analyzer is the one of several that sends
    public static Alerters start(
            Database database,
            AlertSettings settings,
            Optional<URI> page,
            BooleanSupplier isSender,
            InstantSource clock,
            MeterRegistry registry)
            throws IOException {
        var around = new Surroundings(database, isSender, clock);
        var pace = Pace.of(settings.interval());
        var alertmanagers = new ArrayList<Alertmanager>();
        for (var url : settings.urls()) {
            alertmanagers.add(new Alertmanager(url, settings));
        }
        var rounds = alertmanagers.stream()
                .map(alertmanager -> new AlertRounds(
                        alertmanager,
                        settings.least(),
                        pace,
                        new AlertPage(pace.lifetime(), page),
                        around,
                        new AlertMetrics(registry, alertmanager.url())))
                .toList();
        rounds.forEach(AlertRounds::start);
        return new Alerters(List.copyOf(alertmanagers), rounds);
    }

    /// Reads TLS's files anew, for connections that are yet to be made.
    public void reloadTls() throws IOException {
        for (var alertmanager : alertmanagers) {
            alertmanager.reloadTls();
        }
    }

    public List<Heartbeat> heartbeats() {
        return rounds.stream().map(AlertRounds::heartbeat).toList();
    }

    /// Ends all at once.
    @Override
    public void close() {
        rounds.forEach(AlertRounds::end);
        rounds.forEach(AlertRounds::close);
    }
}
