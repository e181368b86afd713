package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.latency.Stage;
import io.gpuledger.analyzer.store.pods.LatencyAnswer;
import io.gpuledger.analyzer.store.pods.LatencyAnswer.Row;
import io.gpuledger.analyzer.store.pods.PodDimension;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Table;
import io.gpuledger.analyzer.web.api.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Declares what `/api/v1/latency` answers.
record LatencyPage(PodParameters.Paged asked, LatencyAnswer answer) {
    /// Where the greatest part is known, so are all.
    private static final List<Integer> PERCENTS = List.of(50, 90, 99);

    private record Line(RowKey key, Row row) {}

    private static final Shape<Row> SUM = new Shape<>("sum", sum());

    private static final Shape<Line> ROW = Shape.of("row", RowKey.field(Line::key), Field.part(SUM, Line::row));

    static final Shape<LatencyPage> SHAPE = Shape.of(
            "data",
            Field.part(Hours.SHAPE, page -> page.asked().question().window()),
            Field.of("by", Type.list(Type.TEXT), LatencyPage::by, "What rows are told apart by."),
            Field.of("total", Type.object(SUM), page -> page.answer().total(), "Of all pods that the filters leave."),
            Paging.field(page -> page.asked().page(), page -> page.answer().count()),
            Field.of("rows", Type.list(Type.object(ROW)), LatencyPage::lines, "Those of most pods first."));

    static final Table<LatencyPage, ?> TABLE =
            new Table<>(ROW, LatencyPage::lines, page -> Map.of(RowKey.NAMES, page.by()));

    private static List<Field<Row>> sum() {
        var fields = new ArrayList<Field<Row>>();
        fields.add(Field.of("pods", Type.WHOLE_NUMBER, Row::pods, "How many pods waited for anything then."));
        fields.add(Field.of("waiting", Type.WHOLE_NUMBER, Row::waiting, "How many of them did still at the end."));
        Stage.ALL.forEach(stage -> fields.addAll(fields(stage)));
        return fields;
    }

    private static List<Field<Row>> fields(Stage stage) {
        var fields = new ArrayList<Field<Row>>();
        fields.add(Field.of(
                stage.word() + "_pods",
                Type.WHOLE_NUMBER,
                row -> row.of(stage).count(),
                "How many waited %s.".formatted(toBe(stage))));
        fields.add(Field.of(
                stage.word() + "_waiting",
                Type.WHOLE_NUMBER,
                row -> row.of(stage).waiting(),
                "How many of these did still at the end."));
        fields.add(Field.of(
                stage.word() + "_left",
                Type.WHOLE_NUMBER,
                row -> row.of(stage).left(),
                "How many failed or were deleted meanwhile."));
        for (var percent : PERCENTS) {
            fields.add(Field.orNull(
                    "%s_p%d_seconds".formatted(stage.word(), percent),
                    Type.THOUSANDTHS,
                    row -> row.of(stage).within(percent / 100.0),
                    "Within how long %d %% came so far.".formatted(percent)));
        }
        fields.add(Field.orNull(
                stage.word() + "_more_than_seconds",
                Type.THOUSANDTHS,
                row -> row.of(stage).moreThan(PERCENTS.getLast() / 100.0),
                "What those of these that are `null` are more than, as too many wait still or have left."));
        return fields;
    }

    private static String toBe(Stage stage) {
        return switch (stage) {
            case OPENED -> "for their scheduling gates to be opened, as by a queue, of those that had any";
            case SCHEDULED -> "to be put on a node, since they were made or their gates were open";
            case RUNNING -> "for their containers to run after that";
            case READY -> "to be ready after that";
        };
    }

    private List<String> by() {
        return asked.question().by().stream().map(PodDimension::word).toList();
    }

    private List<Line> lines() {
        var by = by();
        return answer.rows().stream()
                .map(row -> new Line(new RowKey(by, row.key()), row))
                .toList();
    }

    Optional<String> next() {
        return asked.page().nextQuery(answer.count());
    }
}
