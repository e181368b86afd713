package io.gpuledger.analyzer.alert;

import io.gpuledger.analyzer.alert.AlertRounds.Pace;
import io.gpuledger.analyzer.alert.AlertRounds.Surroundings;
import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.store.findings.FindingTables;
import io.gpuledger.analyzer.store.findings.Mute;
import io.gpuledger.analyzer.store.findings.MuteTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// A database of findings, and those who tell Alertmanagers of them.
final class FindingDatabase implements AutoCloseable {
    private final TestDatabase test = TestDatabase.plain();
    private final Database database = test.migrated();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private volatile boolean isSender = true;

    FindingDatabase() throws DatabaseException, SchemaException {}

    void write(Finding... findings) throws DatabaseException {
        try (var session = database.session()) {
            new FindingTables(session).write(List.of(findings));
            session.commit();
        }
    }

    /// Mutes all about a GPU from now on.
    void mute(String gpu, Instant now) throws DatabaseException {
        try (var session = database.session()) {
            new MuteTables(session)
                    .add(new Mute(
                            0,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(gpu),
                            Optional.empty(),
                            now,
                            now.plus(Duration.ofHours(1)),
                            "ali",
                            "seen"));
            session.commit();
        }
    }

    void standBy() {
        isSender = false;
    }

    AlertRounds rounds(AlertSettings settings, URI url, Pace pace, InstantSource clock) throws IOException {
        return new AlertRounds(
                new Alertmanager(url, settings),
                Severity.WARNING,
                pace,
                new AlertPage(pace.lifetime(), Optional.empty()),
                new Surroundings(database, () -> isSender, clock),
                new AlertMetrics(registry, url));
    }

    /// Returns the value of a gauge or a counter of an Alertmanager.
    double metric(String name, URI url) {
        return registry.get("gpu.analyzer.alertmanager." + name)
                .tag("url", url.toString())
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    List<String> rows(String sql) throws DatabaseException {
        return test.rows(sql);
    }

    void execute(String sql) throws DatabaseException {
        test.execute(sql);
    }

    @Override
    public void close() {
        database.close();
        test.close();
    }
}
