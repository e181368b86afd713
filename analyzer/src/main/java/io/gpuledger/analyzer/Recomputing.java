package io.gpuledger.analyzer;

import io.gpuledger.analyzer.books.BooksSettings;
import io.gpuledger.analyzer.books.Recompute;
import io.gpuledger.analyzer.books.Recompute.Outcome;
import io.gpuledger.analyzer.books.RecomputeSettings;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.embedded.CannotStartPostgresException;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.settings.Settings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;

/// The command `recompute`: books hours again from what is stored, and prints a line for each entry that was wrong.
final class Recomputing {
    private final Visitor visitor;
    private final BooksSettings books;
    private final RecomputeSettings wanted;
    private final InstantSource clock;

    /// Reads what is wanted. Throws `BadSettingsException` where hours are asked for that cannot be booked again.
    Recomputing(Settings settings, Path folder, InstantSource clock) {
        this.visitor = new Visitor(settings, folder);
        this.books =
                BooksSettings.from(settings, RetentionSettings.from(settings).raw());
        this.wanted = RecomputeSettings.from(settings, Recompute.possible(books, clock));
        this.clock = clock;
    }

    /// Runs the command, and returns its exit code. Throws [CannotStartException] with the obstacle where it cannot
    /// run.
    int run(PrintStream out) {
        try {
            var outcome = visitor.<Outcome, SchemaException>ask(
                    database -> new Recompute(database, books, clock, out::println).run(wanted.window()));
            out.print(words(outcome));
            return 0;
        } catch (CannotAskException e) {
            throw Visitor.cannotStart(e);
        } catch (SchemaException | CannotStartPostgresException e) {
            throw new CannotStartException(e);
        }
    }

    private static String words(Outcome outcome) {
        var window = outcome.window();
        if (window.isEmpty()) {
            return "nothing was booked again: the books have settled nothing after %s yet%n"
                    .formatted(Instant.ofEpochMilli(window.from()));
        }
        return "%d entries of %d GPUs from %s to %s: %s%n"
                .formatted(
                        outcome.entries(),
                        outcome.gpus(),
                        Instant.ofEpochMilli(window.from()),
                        Instant.ofEpochMilli(window.to()),
                        outcome.differences() == 0
                                ? "none differs"
                                : outcome.differences() + " differed, and are mended");
    }
}
