package io.gpuledger.analyzer;

import io.gpuledger.analyzer.store.embedded.DatabaseAccess;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;

/// A command's way into the database, whether an analyzer runs on it or none does.
final class Visitor {
    private final Settings settings;
    private final Path folder;

    /// @param folder the folder of the analyzer's data
    Visitor(Settings settings, Path folder) {
        this.settings = settings;
        this.folder = folder;
    }

    static CannotStartException cannotStart(CannotAskException cause) {
        var fix = cause.isTooMuch() ? "" : "; look whether it runs, and whether --database-url or --data-dir is right";
        return new CannotStartException(new IOException("the database " + cause.getMessage() + fix, cause));
    }

    /// The work that a command does in the database.
    @FunctionalInterface
    interface Work<T, E extends Exception> {
        T in(Database database) throws E;
    }

    /// Does the work in the database. Throws what the work throws, and `CannotStartPostgresException`.
    <T, E extends Exception> T ask(Work<T, E> work) throws E {
        var named = DatabaseSettings.from(settings);
        if (named.isPresent()) {
            return ask(named.get(), work);
        }
        try (var visit = DatabaseAccess.to(folder.resolve("postgres"))) {
            return ask(DatabaseSettings.embedded(visit.url(), visit.user(), visit.password()), work);
        }
    }

    private static <T, E extends Exception> T ask(DatabaseSettings where, Work<T, E> work) throws E {
        try (var database = new Database(where, new SimpleMeterRegistry())) {
            return work.in(database);
        }
    }
}
