package io.gpuledger.analyzer;

import io.gpuledger.analyzer.store.embedded.Visit;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;

/// A command's way into the database, beside an analyzer that has it or when none runs.
final class Visitor {
    private final Settings settings;
    private final Path folder;

    /// @param folder the analyzer's
    Visitor(Settings settings, Path folder) {
        this.settings = settings;
        this.folder = folder;
    }

    static CannotStartException cannotStart(CannotAskException cause) {
        var fix = cause.isTooMuch() ? "" : "; look whether it runs, and whether --database-url or --data-dir is right";
        return new CannotStartException(new IOException("the database " + cause.getMessage() + fix, cause));
    }

    /// What is done there.
    @FunctionalInterface
    interface Work<T, E extends Exception> {
        T in(Database database) throws E;
    }

    /// Throws what the work does, and `CannotStartPostgresException`.
    <T, E extends Exception> T ask(Work<T, E> work) throws E {
        var named = DatabaseSettings.from(settings);
        if (named.isPresent()) {
            return ask(named.get(), work);
        }
        try (var visit = Visit.to(folder.resolve("postgres"))) {
            return ask(DatabaseSettings.embedded(visit.url(), visit.user(), visit.password()), work);
        }
    }

    private static <T, E extends Exception> T ask(DatabaseSettings where, Work<T, E> work) throws E {
        try (var database = new Database(where, new SimpleMeterRegistry())) {
            return work.in(database);
        }
    }
}
