package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.web.GroupBy.Dimensions;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import io.gpuledger.analyzer.web.api.Query;
import io.gpuledger.analyzer.web.api.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// Declares what `/api/v1/ledger` can be asked, and is what it was asked.
///
/// @param page from 1
/// @param isTable whether CSV is wanted
/// @param sight of whom the answer may tell
record LedgerParameters(LedgerQuestion question, int page, boolean isTable, Sight sight) {
    private static final List<Dimension> USUAL = List.of(Dimension.TEAM, Dimension.STATE);
    private static final int USUAL_LIMIT = 1_000;
    /// Who saves a table does not expect to have a part of it.
    private static final int TABLE_LIMIT = LedgerQuestion.LIMIT_MAX;

    private static final GroupBy<Dimension> GROUP_BY = new GroupBy<>(
            new Dimensions<>(Dimension.ALL, Dimension::word, LedgerQuestion.BY_MAX, USUAL),
            "What rows are told apart by: up to %d, each once.".formatted(LedgerQuestion.BY_MAX),
            LedgerParameters::filter);

    private static final One<Integer> LIMIT = new One<>(
            "limit",
            Reading.upTo(LedgerQuestion.LIMIT_MAX),
            USUAL_LIMIT,
            "%,d; %,d as CSV".formatted(USUAL_LIMIT, TABLE_LIMIT),
            "How many rows there may be on a page.");

    private static final One<Integer> PAGE = new One<>(
            "page",
            Reading.upTo(pageMax(1)),
            1,
            "Which page of the rows. Up to %,d rows can be passed over: of more, ask for fewer hours, or for some teams only."
                    .formatted(LedgerQuestion.SKIP_MAX));

    static final List<Parameter> ALL = Stream.<Parameter>concat(
                    Stream.of(Hours.FROM, Hours.TO, GROUP_BY.by(), Format.PARAMETER, LIMIT, PAGE), GROUP_BY.filters())
            .toList();

    private static Optional<Several<String>> filter(Dimension dimension) {
        if (!dimension.isFilter()) {
            return Optional.empty();
        }
        return Optional.of(
                dimension == Dimension.STATE
                        ? Filter.parameter(dimension.word(), States.READING)
                        : Filter.parameter(dimension.word()));
    }

    static LedgerParameters of(Asked asked, Instant now) {
        var window = Hours.of(asked, now);
        var by = GROUP_BY.by(asked);
        var only = GROUP_BY.only(asked);
        var isTable = asked.format() == Format.CSV;
        var limit = asked.get(LIMIT.or(isTable ? TABLE_LIMIT : USUAL_LIMIT));
        var page = asked.get(PAGE.within(Reading.upTo(pageMax(limit))));
        return new LedgerParameters(
                new LedgerQuestion(window, by, only, limit, (page - 1) * limit), page, isTable, asked.sight());
    }

    LedgerAnswer seen(LedgerAnswer answer) {
        return Teams.seen(answer, sight);
    }

    private static int pageMax(int limit) {
        return LedgerQuestion.SKIP_MAX / limit + 1;
    }

    /// The page on which the rows go on. There is none where no row is left, and none where it could not be asked for.
    OptionalInt nextPage(LedgerAnswer answer) {
        var hasMore = question.skip() + answer.lines().size() < answer.count();
        return hasMore && page < pageMax(question.limit()) ? OptionalInt.of(page + 1) : OptionalInt.empty();
    }

    /// Asks the same of another page. It says too what this question left out: the next page may be asked for tomorrow,
    /// when another week is usual, and by somebody who accepts another format.
    String query(int otherPage) {
        var query = new Query()
                .with(Hours.FROM, Instant.ofEpochMilli(question.window().from()))
                .with(Hours.TO, Instant.ofEpochMilli(question.window().to()));
        return GROUP_BY.in(query, question.by(), question.only())
                .with(Format.PARAMETER, (isTable ? Format.CSV : Format.JSON).word())
                .with(LIMIT, question.limit())
                .with(PAGE, otherPage)
                .toString();
    }
}
