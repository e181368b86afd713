package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letters.Draft;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.report.letter.BookLetters;
import io.gpuledger.analyzer.store.outbox.LetterTables;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.web.ReportsEndpoint.Named;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The letters as people look at them: as it was mailed where it was, else as it would be written now. What is
/// told late may change the books, and never what somebody was told before.
record ShownLetters(BookLetters books, LetterTables outbox, InstantSource clock) {
    /// What the index shows is a year at most.
    private static final int WEEKS_MAX = 53;

    /// A letter, or why there is none.
    ///
    /// @param words how it came about, for people
    record Shown(Draft draft, String words) {}

    /// Returns the weeks that there may be letters of, the last first.
    List<Week> weeks() {
        return books.weeks(now(), WEEKS_MAX);
    }

    /// Returns the last week that is over.
    Week last() {
        return Week.before(now());
    }

    /// Returns a letter as far as who asks may be told of it. Of a team that held nothing it is not said why, as that
    /// would name those that did. Throws [CannotAskException] where the database does not answer.
    Shown of(Named asked) {
        if (asked.sight().isWhole()) {
            return of(asked.edition(), asked.week());
        }
        var none =
                new Shown(new Draft.Withheld("There is none of %s that is yours to read.".formatted(asked.week())), "");
        return switch (asked.edition()) {
            case Edition.OfTeam(var team)
            when asked.sight().has(team) -> {
                var shown = of(asked.edition(), asked.week());
                var isTold = shown.draft() instanceof Draft.Written
                        || !books.standings(asked.week(), team::equals).isEmpty();
                yield isTold ? shown : none;
            }
            case Edition.OfTeam _, Edition.OfFleet _ -> none;
        };
    }

    /// Throws [CannotAskException] where the database does not answer.
    private Shown of(Edition edition, Week week) {
        if (week.end().isAfter(now())) {
            return new Shown(new Draft.Withheld("The week %s is not over before %s.".formatted(week, week.end())), "");
        }
        try {
            return outbox.letter(week, edition)
                    .map(stored -> new Shown(
                            new Draft.Written(stored.letter()),
                            "as it was written for the mail, %s"
                                    .formatted(stored.written().truncatedTo(ChronoUnit.SECONDS))))
                    .orElseGet(() -> new Shown(books.write(edition, week), "as it would be written now"));
        } catch (DatabaseException e) {
            throw CannotAskException.of(e);
        }
    }

    private Instant now() {
        return clock.instant();
    }
}
