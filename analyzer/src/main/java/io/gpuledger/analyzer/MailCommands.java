package io.gpuledger.analyzer;

import io.gpuledger.analyzer.mail.DeskSettings;
import io.gpuledger.analyzer.mail.MailDesk;
import io.gpuledger.analyzer.mail.MailRounds.Surroundings;
import io.gpuledger.analyzer.mail.MailSettings;
import io.gpuledger.analyzer.report.Letters;
import io.gpuledger.analyzer.report.ReportSettings;
import io.gpuledger.analyzer.store.embedded.CannotStartPostgresException;
import io.gpuledger.analyzer.store.outbox.SettledWeeks;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.Program.Job;
import io.gpuledger.service.Program.Quiet;
import io.gpuledger.service.settings.Command;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/// The commands about mail. They work beside an analyzer that sends, and when none runs.
final class MailCommands {
    /// Runs one command, and returns what it prints.
    private interface Errand {
        String run(MailDesk desk, DeskSettings wanted, Settings settings, PrintStream out) throws DatabaseException;
    }

    /// @param name the word behind `mail`
    private record Word(String name, String description, Errand errand) {
        String command() {
            return "mail " + name;
        }
    }

    private static final List<Word> WORDS = List.of(
            new Word(
                    "status",
                    "Says what became of the letters of a week.",
                    (desk, wanted, _, _) -> desk.status(wanted.week())),
            new Word(
                    "preview",
                    "Prints a letter as it is mailed, a file that mail programs open: of a team, or of the whole"
                            + " fleet.",
                    MailCommands::preview),
            new Word(
                    "send",
                    "Writes the letters of a week that are not written, or a team's, and sends what is due.",
                    (desk, wanted, settings, _) -> desk.send(wanted, !settings.isSaid(ReportSettings.TEAM))),
            new Word("resend", "Has a letter sent to an address again.", (desk, wanted, _, _) -> desk.resend(wanted)),
            new Word(
                    "arrived",
                    "Notes that a letter has arrived of which that was uncertain.",
                    (desk, wanted, _, _) -> desk.arrived(wanted)),
            new Word("exempt", "Has a team get no letters.", (desk, wanted, _, _) -> desk.exempt(wanted)),
            new Word("include", "Takes that back.", (desk, wanted, _, _) -> desk.include(wanted)));

    private final BiFunction<Database, Settings, ? extends Letters> letters;
    private final InstantSource clock;

    MailCommands(BiFunction<Database, Settings, ? extends Letters> letters, InstantSource clock) {
        this.letters = letters;
        this.clock = clock;
    }

    static List<Command> commands(List<Setting<?>> settings) {
        return WORDS.stream()
                .map(word -> new Command(word.command(), word.description(), settings))
                .toList();
    }

    /// Returns what each of them does.
    Map<String, Job> jobs(Setting<Path> folder) {
        return WORDS.stream()
                .collect(Collectors.toMap(
                        Word::command,
                        word -> new Quiet(settings -> run(word, settings, settings.get(folder), System.out))));
    }

    private int run(Word word, Settings settings, Path folder, PrintStream out) {
        var wanted = DeskSettings.from(settings, clock.instant());
        var mailing = MailSettings.from(settings);
        try {
            var text = new Visitor(settings, folder).<String, DatabaseException>ask(database -> {
                var around = new Surroundings(
                        database,
                        letters.apply(database, settings),
                        wanted.isProvisional() ? _ -> Optional.empty() : new SettledWeeks(database)::waitsFor,
                        clock);
                var desk = new MailDesk(around, mailing, System.getProperty("user.name"));
                return word.errand().run(desk, wanted, settings, out);
            });
            out.print(text);
            out.flush();
            return 0;
        } catch (DatabaseException e) {
            throw Visitor.cannotStart(CannotAskException.of(e));
        } catch (CannotAskException e) {
            throw Visitor.cannotStart(e);
        } catch (CannotStartPostgresException e) {
            throw new CannotStartException(e);
        }
    }

    private static String preview(MailDesk desk, DeskSettings wanted, Settings settings, PrintStream out)
            throws DatabaseException {
        var preview = desk.preview(wanted);
        System.err.println(preview.words());
        out.writeBytes(preview.content().copy());
        return "";
    }
}
