package io.gpuledger.analyzer;

import io.gpuledger.analyzer.store.copying.CannotCopyException;
import io.gpuledger.analyzer.store.copying.DatabaseCopy;
import io.gpuledger.analyzer.store.embedded.CannotStartPostgresException;
import io.gpuledger.analyzer.store.embedded.DatabaseAccess;
import io.gpuledger.analyzer.store.postgres.CopySettings;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.Database.Limits;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.analyzer.store.postgres.KeepersLock;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.PrintStream;

/// The command `copy-database`: copies the whole database of an analyzer into another one, goes on with a copy that was
/// interrupted, and says in the end whether both are equal. No analyzer may run on either.
final class Copying {
    private static final int NOT_EQUAL = 1;

    private final CopySettings wanted;
    private final PrintStream out;

    private Copying(CopySettings wanted, PrintStream out) {
        this.wanted = wanted;
        this.out = out;
    }

    /// Runs the command, and returns its exit code. Throws [BadSettingsException] with all that is wrong, and
    /// [CannotStartException] with the obstacle where it cannot run, or cannot go on.
    static int run(Settings settings, PrintStream out) {
        var copying = new Copying(CopySettings.from(settings), out);
        try {
            return copying.isEqual() ? 0 : NOT_EQUAL;
        } catch (DatabaseException e) {
            throw cannot(
                    "%s: %s (what was copied stays, and the same command goes on from there)"
                            .formatted(e.failure().meaning(), e.words()),
                    e);
        } catch (SchemaException | CannotCopyException | CannotStartPostgresException e) {
            throw new CannotStartException(e);
        }
    }

    private static CannotStartException cannot(String words, Exception cause) {
        return new CannotStartException(new IOException("the database cannot be copied: " + words, cause));
    }

    private boolean isEqual() throws DatabaseException, SchemaException, CannotCopyException {
        if (wanted.named().isPresent()) {
            return isEqual(wanted.named().orElseThrow());
        }
        var folder = wanted.folder().orElseThrow().resolve("postgres");
        try (var access = DatabaseAccess.alone(folder)) {
            return isEqual(DatabaseSettings.embedded(access.url(), access.user(), access.password()));
        }
    }

    private boolean isEqual(DatabaseSettings named) throws DatabaseException, SchemaException, CannotCopyException {
        try (var from = new Database(named, Limits.UNHURRIED, new SimpleMeterRegistry());
                var into = new Database(wanted.into(), Limits.UNHURRIED, new SimpleMeterRegistry());
                var theirs = from.keepersLock();
                var ours = into.keepersLock()) {
            take(theirs, from);
            take(ours, into);
            var copy = new DatabaseCopy(from, into, out::println, System::nanoTime);
            return wanted.verifies() ? copy.verify() : copy.run();
        }
    }

    private static KeepersLock.Answer answer(KeepersLock lock, Database database) {
        try {
            return lock.ask();
        } catch (DatabaseException e) {
            throw cannot("%s: %s: %s".formatted(database.place(), e.failure().meaning(), e.words()), e);
        }
    }

    /// An analyzer that keeps the books of a database holds this lock, and gets it when it starts.
    private void take(KeepersLock lock, Database database) {
        switch (answer(lock, database)) {
            case OURS -> {}
            case ANOTHER_S ->
                throw cannot(
                        "an analyzer, or another copy, has %s in use: end it first".formatted(database.place()),
                        new IllegalStateException("the lock of the books is taken"));
            case NOBODY_S ->
                out.printf(
                        "%s is behind a pooler, so that it cannot be told whether an analyzer runs on it: none may%n",
                        database.place());
        }
    }
}
