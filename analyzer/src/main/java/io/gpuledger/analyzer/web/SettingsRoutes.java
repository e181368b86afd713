package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseFacts;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Unknown;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.service.settings.Stated;
import io.helidon.webserver.http.HttpRouting;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Shows at `/settings` what is in force. Nothing can be changed there: who runs the program says how it runs.
public final class SettingsRoutes {
    static final String PATH = "/settings";

    /// Holds what the program says of itself: its version, since when it runs, and its settings.
    ///
    /// @param started since when it runs
    /// @param keptFrom from when on samples are kept
    public record Program(String version, Instant started, List<Stated> settings, Supplier<Instant> keptFrom) {
        public Program {
            settings = List.copyOf(settings);
        }

        /// Takes the version of the jar that a class comes from.
        public static Program of(Class<?> main, Instant started, List<Stated> settings, Supplier<Instant> keptFrom) {
            var version = Optional.ofNullable(main.getPackage().getImplementationVersion());
            return new Program(version.orElse("(not packaged)"), started, settings, keptFrom);
        }
    }

    private final Endpoint<?, ?> page;

    public SettingsRoutes(Program program, Database database, InstantSource clock) {
        page = new Endpoint<>(
                PATH,
                "the settings that are in force, and where each comes from, for people",
                Question.none(Unknown.REFUSED),
                new Html<ShownSettings>(
                        (shown, viewer) -> Frame.of(PATH, List.of(), viewer).around(shown.node())),
                _ -> new Answered<>(new ShownSettings(program, database.place(), facts(database), clock.instant())));
    }

    public void add(HttpRouting.Builder routing) {
        page.add(routing);
    }

    private static Optional<DatabaseFacts> facts(Database database) {
        try {
            return Optional.of(DatabaseFacts.of(database));
        } catch (CannotAskException _) {
            return Optional.empty();
        }
    }
}
