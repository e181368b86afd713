package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.pods.WaitingAnswer;
import io.gpuledger.analyzer.store.pods.WaitingAnswer.Row;
import io.gpuledger.analyzer.store.pods.WaitingAnswer.Total;
import io.gpuledger.analyzer.store.pods.WaitingDimension;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Table;
import io.gpuledger.analyzer.web.api.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Declares what `/api/v1/free-while-waiting` answers.
record FreeWhileWaitingPage(FreeWhileWaitingParameters.Paged asked, WaitingAnswer answer) {

    private record Line(RowKey key, Row row) {}

    private static final Shape<Total> TOTAL = Shape.of(
            "total",
            Field.of(
                    "gpu_hours",
                    Type.THOUSANDTHS,
                    total -> thousandths(total.gpuHours()),
                    "GPU-hours that stood free while pods waited for as many, of what the filters leave."),
            Field.of(
                    "free_gpu_hours",
                    Type.THOUSANDTHS,
                    total -> thousandths(total.free()),
                    "All GPU-hours that no pod held while any pod of the cluster waited for GPUs. Only the filter by"
                            + " cluster counts here, as in the next two."),
            Field.of(
                    "wanted_gpu_hours",
                    Type.THOUSANDTHS,
                    total -> thousandths(total.wanted()),
                    "All GPU-hours that pods waited for."),
            Field.of(
                    "cluster_hours",
                    Type.WHOLE_NUMBER,
                    Total::clusterHours,
                    "How many hours of clusters these are of: those of which it was found, which is an hour or two"
                            + " after they are over."));

    private static final Shape<Line> ROW = Shape.of(
            "row",
            RowKey.field(Line::key),
            Field.of(
                    "gpu_hours",
                    Type.THOUSANDTHS,
                    line -> thousandths(line.row().gpuHours()),
                    "GPU-hours that stood free while such pods waited for as many."));

    static final Shape<FreeWhileWaitingPage> SHAPE = Shape.of(
            "data",
            Field.part(Hours.SHAPE, page -> page.asked().question().window()),
            Field.of("by", Type.list(Type.TEXT), FreeWhileWaitingPage::by, "What rows are told apart by."),
            Field.of("total", Type.object(TOTAL), page -> page.answer().total(), "What the rows are of."),
            Paging.field(page -> page.asked().page(), page -> page.answer().count()),
            Field.of("rows", Type.list(Type.object(ROW)), FreeWhileWaitingPage::lines, "The largest first."));

    static final Table<FreeWhileWaitingPage, ?> TABLE =
            new Table<>(ROW, FreeWhileWaitingPage::lines, page -> Map.of(RowKey.NAMES, page.by()));

    private static long thousandths(double hours) {
        return Math.round(hours * 1_000);
    }

    private List<String> by() {
        return asked.question().by().stream().map(WaitingDimension::word).toList();
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
