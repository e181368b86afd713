package io.gpuledger.analyzer;

import io.gpuledger.analyzer.report.NothingHeldException;
import io.gpuledger.analyzer.report.ReportCsv;
import io.gpuledger.analyzer.report.ReportSettings;
import io.gpuledger.analyzer.report.ReportText;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.store.embedded.CannotStartPostgresException;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/// The command `report`: writes a team's week from the books. It works beside an analyzer that keeps them, and when
/// none runs.
final class Reporting {
    private final Visitor visitor;
    private final ReportSettings wanted;

    Reporting(Settings settings, Path folder, InstantSource clock) {
        this.visitor = new Visitor(settings, folder);
        this.wanted = ReportSettings.from(settings, clock.instant());
    }

    /// Runs the command, and returns its exit code. Throws [CannotStartException] with the obstacle where it cannot
    /// run.
    int run(PrintStream out) {
        try {
            write(text(), out);
            return 0;
        } catch (CannotAskException e) {
            throw Visitor.cannotStart(e);
        } catch (NothingHeldException | CannotStartPostgresException | IOException e) {
            throw new CannotStartException(e);
        }
    }

    private String text() throws NothingHeldException {
        return visitor.<String, NothingHeldException>ask(database -> {
            var week = new Reports(database).of(wanted.team(), wanted.week());
            return wanted.isTable() ? ReportCsv.of(week) : ReportText.of(week);
        });
    }

    private void write(String text, PrintStream out) throws IOException {
        var file = wanted.out();
        if (file.isEmpty()) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
            return;
        }
        try {
            Files.writeString(file.get(), text);
        } catch (IOException e) {
            throw new IOException(
                    "cannot write %s (%s): name a file that can be, with --out".formatted(file.get(), SmallFile.why(e)),
                    e);
        }
    }
}
