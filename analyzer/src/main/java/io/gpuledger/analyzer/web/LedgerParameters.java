package io.gpuledger.analyzer.web;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/// What `/api/v1/ledger` is asked.
///
/// @param page from 1
/// @param isTable whether CSV is wanted
record LedgerParameters(LedgerQuestion question, int page, boolean isTable) {
    private static final List<Dimension> USUAL = List.of(Dimension.TEAM, Dimension.STATE);
    private static final int USUAL_LIMIT = 1_000;
    /// Who saves a table does not expect to have a part of it.
    private static final int TABLE_LIMIT = LedgerQuestion.LIMIT_MAX;

    private static final List<String> DIMENSIONS =
            Dimension.ALL.stream().map(Dimension::word).toList();
    private static final List<String> STATES =
            State.ALL.stream().map(State::word).toList();
    private static final List<String> KNOWN = Stream.concat(
                    Stream.of(Hours.FROM, Hours.TO, "by", "format", "limit", "page"),
                    Dimension.ALL.stream().filter(Dimension::isFilter).map(Dimension::word))
            .toList();

    /// Throws [BadQuestionException].
    static LedgerParameters of(Parameters parameters, boolean isTableAccepted, Instant now) {
        var window = Hours.of(parameters, now);
        var by = by(parameters);
        var only = only(parameters);
        var isTable = parameters.one("format", isTableAccepted, LedgerParameters::isTable);
        var limit = parameters.whole("limit", isTable ? TABLE_LIMIT : USUAL_LIMIT, LedgerQuestion.LIMIT_MAX);
        var page = parameters.whole("page", 1, pageMax(limit));
        parameters.requireGood(KNOWN);
        return new LedgerParameters(new LedgerQuestion(window, by, only, limit, (page - 1) * limit), page, isTable);
    }

    private static int pageMax(int limit) {
        return LedgerQuestion.SKIP_MAX / limit + 1;
    }

    /// Where rows go on that were left out; nothing where that is beyond what can be asked for.
    OptionalInt nextPage(LedgerAnswer answer) {
        var hasMore = question.skip() + answer.lines().size() < answer.count();
        return hasMore && page < pageMax(question.limit()) ? OptionalInt.of(page + 1) : OptionalInt.empty();
    }

    /// The same of another page, as it stands behind the path of a URL. What was left out is said too: by the
    /// time that it is asked it may be tomorrow, and by somebody who accepts something else.
    String query(int otherPage) {
        var query = new ArrayList<String>();
        query.add(
                pair(Hours.FROM, Instant.ofEpochMilli(question.window().from()).toString()));
        query.add(pair(Hours.TO, Instant.ofEpochMilli(question.window().to()).toString()));
        query.add(pair("by", question.by().stream().map(Dimension::word).collect(joining(","))));
        question.only()
                .forEach((dimension, values) ->
                        values.stream().sorted().forEach(value -> query.add(pair(dimension.word(), value))));
        query.add(pair("format", isTable ? "csv" : "json"));
        query.add(pair("limit", String.valueOf(question.limit())));
        query.add(pair("page", String.valueOf(otherPage)));
        return String.join("&", query);
    }

    private static String pair(String name, String value) {
        return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static boolean isTable(String format) {
        return switch (format) {
            case "csv" -> true;
            case "json" -> false;
            default -> throw new IllegalArgumentException("must be json or csv");
        };
    }

    private static List<Dimension> by(Parameters parameters) {
        var words = parameters.all("by").stream()
                .flatMap(some -> Arrays.stream(some.split(",", -1)))
                .toList();
        var by = new ArrayList<Dimension>();
        for (var word : words) {
            Dimension.of(word)
                    .ifPresentOrElse(
                            by::add,
                            () -> parameters.problem("by: no dimension is called %s%s"
                                    .formatted(word, Parameters.nearest(word, DIMENSIONS))));
        }
        if (by.size() > LedgerQuestion.BY_MAX || by.stream().distinct().count() < by.size()) {
            parameters.problem("by: must name up to %d dimensions, each once".formatted(LedgerQuestion.BY_MAX));
            return USUAL;
        }
        return by.isEmpty() ? USUAL : by;
    }

    private static Map<Dimension, Set<String>> only(Parameters parameters) {
        var only = new EnumMap<Dimension, Set<String>>(Dimension.class);
        for (var dimension : Dimension.ALL) {
            var values = parameters.all(dimension.word());
            if (dimension.isFilter() && !values.isEmpty()) {
                only.put(dimension, Set.copyOf(values));
            }
        }
        only.getOrDefault(Dimension.STATE, Set.of()).stream()
                .filter(word -> State.of(word).isEmpty())
                .sorted()
                .forEach(word -> parameters.problem(
                        "state: no state is called %s%s".formatted(word, Parameters.nearest(word, STATES))));
        return only;
    }
}
