package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.quota.Demand;
import io.gpuledger.analyzer.store.quotas.QuotaRow;
import io.gpuledger.analyzer.web.WaitingPage.Asked;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// This section says in short what quotas leave.
record QuotaSection(Asked asked, QuotaAnswer answer) {
    private static final List<Column<QuotaRow>> COLUMNS = List.of(
            Column.of("Quota", QuotaSection::name),
            Column.of("Used", row -> number(row.quota().allowance().used())),
            Column.of("Gives", row -> number(Optional.of(row.quota().allowance().nominal()))),
            Column.of("Left", row -> number(row.quota().available())),
            Column.extra("Borrowed", row -> number(row.quota().borrowed().filter(some -> some > 0))),
            Column.of("GPUs waited for", row -> number(row.waiting().map(Demand::gpus))));

    Node node() {
        if (answer.quotas().isEmpty()) {
            return Node.NONE;
        }
        return Node.of(
                Sections.heading("Quotas over GPUs"),
                new Grid<>(
                                "wide",
                                "Of ResourceQuotas and ClusterQueues; what is left has what can be borrowed in it.",
                                COLUMNS,
                                answer.quotas(),
                                List.of())
                        .node(),
                LeftOut.of(answer.count(), asked),
                Sections.aside(
                        Node.text("The same as data: "), asked.api("quota").link("/api/v1/quota")));
    }

    private static Node name(QuotaRow row) {
        var id = row.quota().id();
        var place = Stream.of(
                        Optional.of(id.kind().word()),
                        Optional.of(id.resource()),
                        id.flavor().map(flavor -> "flavor " + flavor),
                        row.quota().cohortName().map(cohort -> "cohort " + cohort),
                        Optional.of(id.cluster()))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        return Node.of(
                Node.text(id.namespace().map(namespace -> namespace + "/").orElse("") + id.name()),
                Element.of("div", place).with("class", "faint"));
    }

    private static Node number(Optional<Long> number) {
        return Node.text(number.map("%,d"::formatted).orElse(""));
    }
}
