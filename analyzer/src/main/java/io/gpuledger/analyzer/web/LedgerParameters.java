package io.gpuledger.analyzer.web;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import io.gpuledger.analyzer.web.api.Query;
import io.gpuledger.analyzer.web.api.Reading;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/// Declares what `/api/v1/ledger` can be asked, and is what it was asked.
///
/// @param page from 1
/// @param isTable whether CSV is wanted
record LedgerParameters(LedgerQuestion question, int page, boolean isTable) {
    private static final List<Dimension> USUAL = List.of(Dimension.TEAM, Dimension.STATE);
    private static final int USUAL_LIMIT = 1_000;
    /// Who saves a table does not expect to have a part of it.
    private static final int TABLE_LIMIT = LedgerQuestion.LIMIT_MAX;

    private static final Several<Dimension> BY = new Several<>(
            "by",
            Reading.oneOf(
                            "dimension",
                            Dimension.ALL.stream().map(Dimension::word).toList())
                    .then(word -> Dimension.of(word).orElseThrow()),
            true,
            "`%s`".formatted(words(USUAL)),
            "What rows are told apart by: up to %d, each once.".formatted(LedgerQuestion.BY_MAX));

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

    private static final Map<Dimension, Several<String>> FILTERS = filters();

    static final List<Parameter> ALL = Stream.<Parameter>concat(
                    Stream.of(Hours.FROM, Hours.TO, BY, Format.PARAMETER, LIMIT, PAGE), FILTERS.values().stream())
            .toList();

    private static Map<Dimension, Several<String>> filters() {
        var filters = new EnumMap<Dimension, Several<String>>(Dimension.class);
        Dimension.ALL.stream()
                .filter(Dimension::isFilter)
                .forEach(dimension -> filters.put(dimension, filter(dimension)));
        return filters;
    }

    private static Several<String> filter(Dimension dimension) {
        return dimension == Dimension.STATE
                ? Filter.parameter(dimension.word(), States.READING)
                : Filter.parameter(dimension.word());
    }

    static LedgerParameters of(Asked asked, Instant now) {
        var window = Hours.of(asked, now);
        var by = by(asked);
        var only = only(asked);
        var isTable = asked.format() == Format.CSV;
        var limit = asked.get(LIMIT.or(isTable ? TABLE_LIMIT : USUAL_LIMIT));
        var page = asked.get(PAGE.within(Reading.upTo(pageMax(limit))));
        return new LedgerParameters(new LedgerQuestion(window, by, only, limit, (page - 1) * limit), page, isTable);
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
                .with(Hours.TO, Instant.ofEpochMilli(question.window().to()))
                .with(BY, words(question.by()));
        FILTERS.forEach((dimension, filter) -> question.only().getOrDefault(dimension, Set.of()).stream()
                .sorted()
                .forEach(value -> query.with(filter, value)));
        return query.with(Format.PARAMETER, (isTable ? Format.CSV : Format.JSON).word())
                .with(LIMIT, question.limit())
                .with(PAGE, otherPage)
                .toString();
    }

    private static String words(List<Dimension> by) {
        return by.stream().map(Dimension::word).collect(joining(","));
    }

    private static List<Dimension> by(Asked asked) {
        var by = asked.get(BY);
        if (by.size() > LedgerQuestion.BY_MAX || by.stream().distinct().count() < by.size()) {
            asked.problem(BY, "must name up to %d dimensions, each once".formatted(LedgerQuestion.BY_MAX));
            return USUAL;
        }
        return by.isEmpty() ? USUAL : by;
    }

    private static Map<Dimension, Set<String>> only(Asked asked) {
        var only = new EnumMap<Dimension, Set<String>>(Dimension.class);
        FILTERS.forEach((dimension, filter) -> {
            var values = asked.get(filter);
            if (!values.isEmpty()) {
                only.put(dimension, Set.copyOf(values));
            }
        });
        return only;
    }
}
