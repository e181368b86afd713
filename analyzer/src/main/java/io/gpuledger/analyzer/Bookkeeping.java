package io.gpuledger.analyzer;

import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.books.Books;
import io.gpuledger.analyzer.books.BooksSettings;
import io.gpuledger.analyzer.books.Horizon;
import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.findings.Findings;
import io.gpuledger.analyzer.findings.FindingsSettings;
import io.gpuledger.analyzer.findings.Keeping;
import io.gpuledger.analyzer.scheduling.Scheduling;
import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.writer.DatabaseState;
import io.gpuledger.analyzer.store.writer.Pace;
import io.gpuledger.analyzer.store.writer.SampleWriter;
import io.gpuledger.analyzer.store.writer.WrittenListener;
import io.gpuledger.service.http.Readiness;
import io.gpuledger.service.http.Readiness.Ready;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/// The wing that brings what is spooled into the database, keeps the books and the findings of it, and tells
/// how pods come to be placed.
final class Bookkeeping {
    private final Books books;
    private final SampleWriter writer;
    private final Rules rules;

    Bookkeeping(Parts parts, Settings settings, Storage storage, Timekeeper clock, MeterRegistry registry) {
        var keeping =
                BooksSettings.from(settings, RetentionSettings.from(settings).raw());
        rules = keeping.rules();
        books = parts.add(Books.start(storage.database(), keeping, horizon(storage.retention()), clock, registry));
        var kept = RetentionSettings.from(settings).entries();
        var findings = parts.add(Findings.start(
                storage.database(),
                FindingsSettings.from(settings).xids(),
                books::present,
                new Keeping(storage.retention()::from, () -> storage.retention().keptFrom(kept)),
                keeping.interval(),
                clock,
                registry));
        writer = parts.add(SampleWriter.start(
                storage.spool(),
                storage.database(),
                both(books.written(), findings),
                storage.retention(),
                Pace.usual(RandomGenerator.getDefault()),
                clock,
                registry));
        parts.add(Scheduling.start(
                storage.database(), rules, storage.retention()::from, keeping.interval(), clock, registry));
    }

    private static Horizon horizon(Retention retention) {
        return new Horizon() {
            @Override
            public Duration reach() {
                return retention.reach();
            }

            @Override
            public boolean isFilling() {
                return retention.isFilling();
            }
        };
    }

    private static WrittenListener both(WrittenListener one, WrittenListener other) {
        return (rows, statements) -> {
            one.written(rows, statements);
            other.written(rows, statements);
        };
    }

    /// Returns the rules by which the books are kept.
    Rules rules() {
        return rules;
    }

    /// Returns what each unit is now.
    Present present() {
        return books.present();
    }

    /// Whether this analyzer keeps the books of the database, as one of several does.
    boolean isKeeper() {
        return books.areKeptHere();
    }

    /// Whether nothing that was written waits to be booked, here or by the analyzer that keeps the books, as far as is
    /// known.
    boolean isUpToDate() {
        return books.isUpToDate();
    }

    List<Heartbeat> heartbeats() {
        return List.of(writer.heartbeat(), books.heartbeat());
    }

    /// The analyzer is ready whether the database is there or not, as what comes in is safe in the spool.
    Readiness readiness() {
        var written = switch (writer.state()) {
            case DatabaseState.Unknown _ -> "takes in; nothing was written yet";
            case DatabaseState.Up _ -> "takes in and writes";
            case DatabaseState.Down(var since, var because) ->
                "takes in, and keeps it since " + since + ", as the database does not: " + because;
        };
        return new Ready(books.areKeptElsewhere() ? written + "; another analyzer keeps the books" : written);
    }
}
