package io.gpuledger.analyzer;

import io.gpuledger.analyzer.mail.LetterFile;
import io.gpuledger.analyzer.mail.MailSettings;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letter.Picture;
import io.gpuledger.analyzer.report.NothingHeldException;
import io.gpuledger.analyzer.report.ReportFormat;
import io.gpuledger.analyzer.report.ReportSettings;
import io.gpuledger.analyzer.report.letter.BookLetters;
import io.gpuledger.analyzer.store.embedded.CannotStartPostgresException;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The command `report`: writes a letter from the books, whether it would be sent or not. It works beside an
/// analyzer that keeps the books, and when none runs.
final class Reporting {
    private final Visitor visitor;
    private final ReportSettings wanted;
    private final MailSettings mailing;
    private final Function<Database, BookLetters> letters;

    Reporting(
            Settings settings, Path folder, InstantSource clock, BiFunction<Database, Settings, BookLetters> letters) {
        this.visitor = new Visitor(settings, folder);
        this.wanted = ReportSettings.from(settings, clock.instant());
        this.mailing = MailSettings.from(settings);
        this.letters = database -> letters.apply(database, settings);
    }

    /// Runs the command, and returns its exit code. Throws [CannotStartException] with the obstacle where it cannot
    /// run.
    int run(PrintStream out) {
        try {
            write(letter(), out);
            return 0;
        } catch (CannotAskException e) {
            throw Visitor.cannotStart(e);
        } catch (NothingHeldException | CannotStartPostgresException | IOException e) {
            throw new CannotStartException(e);
        }
    }

    private Letter letter() throws NothingHeldException {
        return visitor.<Letter, NothingHeldException>ask(
                database -> letters.apply(database).letter(wanted.edition(), wanted.week()));
    }

    private void write(Letter letter, PrintStream out) throws IOException {
        var bytes = bytes(letter);
        var file = wanted.out();
        if (file.isEmpty()) {
            out.write(bytes);
            out.flush();
            return;
        }
        write(file.get(), bytes);
        if (wanted.format() == ReportFormat.HTML) {
            for (var picture : letter.pictures()) {
                write(beside(file.get(), picture), picture.png().copy());
            }
        }
    }

    private byte[] bytes(Letter letter) {
        return switch (wanted.format()) {
            case TEXT -> letter.text().getBytes(StandardCharsets.UTF_8);
            case HTML -> html(letter).getBytes(StandardCharsets.UTF_8);
            case CSV -> letter.table().csv().getBytes(StandardCharsets.UTF_8);
            case EML -> LetterFile.of(letter, wanted.edition(), wanted.week(), mailing);
        };
    }

    /// A file is no mail, so it names its pictures as files. Nobody else can have written such a thing with its
    /// quotes, as those of texts are escaped.
    private String html(Letter letter) {
        var html = letter.html();
        for (var picture : letter.pictures()) {
            var name =
                    wanted.out().map(file -> beside(file, picture).getFileName().toString());
            html = html.replace("\"cid:" + picture.name() + "\"", "\"" + name.orElse(picture.name()) + "\"");
        }
        return html;
    }

    /// Two letters in a folder each have their picture.
    private static Path beside(Path file, Picture picture) {
        return file.resolveSibling(file.getFileName() + "." + picture.name());
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new IOException(
                    "cannot write %s (%s): name a file that can be, with --out".formatted(file, SmallFile.why(e)), e);
        }
    }
}
