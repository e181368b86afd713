package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Filling;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Line;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Sum;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Table;
import io.gpuledger.analyzer.web.api.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What `/api/v1/ledger` answers: a page of the accounts that were asked for.
record LedgerPage(LedgerParameters asked, LedgerAnswer answer) {
    private static final Shape<Sum> SUM = Shape.of(
            "sum",
            Field.of("gpu_seconds", Type.THOUSANDTHS, Sum::millis, "The time of GPUs, exact."),
            Field.of("unpriced_seconds", Type.THOUSANDTHS, Sum::unpriced, "What of it has no price."),
            Field.of("provisional_seconds", Type.THOUSANDTHS, Sum::open, "What of it may change."),
            Field.of(
                    "filling_seconds",
                    Type.THOUSANDTHS,
                    Sum::filling,
                    "What of that is long over, and waits for what is still coming in."),
            Field.of(
                    "settled",
                    Type.YES_OR_NO,
                    Sum::isSettled,
                    "Whether the books have all hours of it, and no part of it is expected to change."),
            Field.of("coverage", Type.decimal(6), Sum::coverage, "The part of the time that was seen."),
            Field.of("uncertain_seconds", Type.THOUSANDTHS, Sum::uncertain, "What of it may stand in another account."),
            Field.orNull(
                    "energy_joules",
                    Type.THOUSANDTHS,
                    Sum::millijoules,
                    "What the GPUs took in that time, as far as that is known."),
            Field.of("cost", Type.map("currency", Type.MONEY), Sum::cost, "What it costs."));

    private static final Shape<Filling> FILLING = Shape.of(
            "filling",
            Field.of("gpus", Type.WHOLE_NUMBER, Filling::gpus, "Of how many GPUs."),
            Field.of("since", Type.MILLIS, Filling::since, "Of when the earliest of it is."),
            Field.of("told", Type.MILLIS, Filling::told, "When the latest of it came in."));

    private static final Shape<Line> ROW = Shape.of("row", RowKey.field(LedgerPage::key), Field.part(SUM, Line::sum));

    static final Shape<LedgerPage> SHAPE = Shape.of(
            "data",
            Field.part(Hours.SHAPE, page -> page.asked().question().window()),
            Field.of("by", Type.list(Type.TEXT), LedgerPage::by, "What rows are told apart by."),
            Field.of(
                    "capacity_seconds",
                    Type.THOUSANDTHS,
                    page -> page.answer().capacity(),
                    "All time of the GPUs that the filters leave, whatever its state and cause."),
            Field.orNull(
                    "filling",
                    Type.object(FILLING),
                    page -> page.answer().filling(),
                    "What of the past is still coming in that lies before `to`, of all GPUs whatever the filters."),
            Field.of("total", Type.object(SUM), page -> page.answer().total(), "Of all rows of all pages."),
            Field.of("count", Type.WHOLE_NUMBER, page -> page.answer().count(), "How many rows all pages have."),
            Field.of("page", Type.WHOLE_NUMBER, page -> page.asked().page(), "Which page this is, from 1."),
            Field.of("limit", Type.WHOLE_NUMBER, page -> page.asked().question().limit(), "How many rows it may have."),
            Field.orLeftOut(
                    "next_page",
                    Type.WHOLE_NUMBER,
                    LedgerPage::nextPage,
                    "The page that comes next, where there is one that can be asked for."),
            Field.of("rows", Type.list(Type.object(ROW)), page -> page.answer().lines(), "Those of this page."));

    /// It has a column for each currency of the whole answer, on each of its pages.
    static final Table<LedgerPage, ?> TABLE = new Table<>(
            ROW,
            page -> page.answer().lines(),
            page -> Map.of(
                    RowKey.NAMES,
                    page.by(),
                    "cost",
                    List.copyOf(page.answer().cost().keySet())));

    private List<String> by() {
        return words(asked.question().by());
    }

    private static List<String> words(List<Dimension> by) {
        return by.stream().map(Dimension::word).toList();
    }

    private static RowKey key(Line line) {
        return new RowKey(words(line.by()), line.key());
    }

    private Optional<Integer> nextPage() {
        return asked.nextPage(answer).stream().boxed().findFirst();
    }

    /// The query that asks for the next page.
    Optional<String> nextQuery() {
        return nextPage().map(asked::query);
    }
}
