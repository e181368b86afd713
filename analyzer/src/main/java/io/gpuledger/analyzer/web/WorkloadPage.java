package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.IdleRun;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.Breakdown.Row;
import io.gpuledger.analyzer.web.WorkloadEndpoint.Found;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The page at `/workload` shows what a workload's pods held.
final class WorkloadPage {
    private WorkloadPage() {}

    static Node of(Found found) {
        var named = found.workload().named();
        var row = WorkloadFields.Row.of(found.workload());
        var rows = Breakdown.rows(found.byPod());
        return Node.of(
                Element.of("h1", named.kind() + "/" + named.name()),
                Element.of("p", "In namespace %s of cluster %s.".formatted(named.namespace(), named.cluster())),
                found.asked()
                        .time()
                        .form(
                                "workload",
                                found.window(),
                                Map.of("id", String.valueOf(found.asked().id())))
                        .node(),
                Bars.states("bar", "What it held, by state", row.accounts()::of),
                StateKey.node(),
                Sections.heading("How it used what it held"),
                Element.of("p", words(row)),
                found.workload()
                        .usage()
                        .map(usage -> idle(named.cluster(), usage))
                        .orElse(Node.NONE),
                Sections.heading("Pods and GPUs"),
                rows.isEmpty()
                        ? Element.of("p", "It held no GPU in this time, as far as there are books of it.")
                        : Breakdown.table(
                                "GPU-hours of each pod on each GPU.",
                                rows,
                                found.byPod().isWhole(),
                                names(named.cluster(), named.namespace(), found.window())),
                Sections.aside(
                        Address.of("api/v1/workloads/" + found.asked().id()).link("All of this as data")));
    }

    private static Map<String, Function<Row, Node>> names(String cluster, String namespace, Span window) {
        var names = new LinkedHashMap<String, Function<Row, Node>>();
        names.put(
                "Pod",
                row -> Address.ofPod(cluster, namespace, row.of(Dimension.POD)).link(row.of(Dimension.POD)));
        names.put("Node", row -> Address.ofNode(cluster, row.of(Dimension.NODE)).link(row.of(Dimension.NODE)));
        names.put("GPU", row -> gpu(cluster, row.of(Dimension.GPU), window));
        return names;
    }

    /// A GPU's page shows up to a month.
    static Node gpu(String cluster, String gpu, Span window) {
        var from = Math.max(window.from(), window.to() - Duration.ofDays(31).toMillis());
        return Address.ofGpu(cluster, gpu)
                .with(Moments.FROM.name(), Instant.ofEpochMilli(from).toString())
                .with(Moments.TO.name(), Instant.ofEpochMilli(window.to()).toString())
                .link(gpu);
    }

    private static String words(WorkloadFields.Row row) {
        var usage = row.told().usage();
        if (usage.isEmpty()) {
            return "Nothing of it was seen past the starts of its pods.";
        }
        var means = usage.get().means().entrySet().stream()
                .filter(mean -> mean.getKey() != Measure.PCIE_BYTES_PER_SECOND
                        && mean.getKey() != Measure.NVLINK_BYTES_PER_SECOND)
                .sorted(Map.Entry.comparingByKey())
                .map(mean -> String.format(
                        Locale.ROOT, "%s %.1f %%", mean.getKey().word().replace('_', ' '), 100 * mean.getValue()))
                .collect(Collectors.joining(", "));
        var grade = TeamPage.grade(row).strip();
        var memory = TeamPage.memory(usage.get());
        return (grade.isEmpty() ? "" : "Grade and tags: " + grade + ". ")
                + (means.isEmpty() ? "" : "Means while it held them: " + means + ". ")
                + (memory.isEmpty() ? "" : "At most " + memory + " of a GPU's memory was in use.");
    }

    private static Node idle(String cluster, WorkloadUsage usage) {
        if (usage.longest().isEmpty()) {
            return Element.of("p", "It had no idle run.");
        }
        return new Grid<IdleRun>(
                        "wide",
                        "The longest of %,d idle runs.".formatted(usage.idleRuns()),
                        List.of(
                                Column.of("Pod", run -> Node.text(run.pod())),
                                Column.of(
                                        "From",
                                        run -> Node.text(Period.time(
                                                Instant.ofEpochMilli(run.span().from())))),
                                Column.of(
                                        "To",
                                        run -> Node.text(Period.time(
                                                Instant.ofEpochMilli(run.span().to())))),
                                Column.of(
                                        "Lasts",
                                        run -> Node.text(FindingColumns.duration(
                                                Duration.ofMillis(run.span().millis())))),
                                Column.words("GPU", run -> gpu(cluster, run.gpu(), run.span()))),
                        usage.longest(),
                        List.of())
                .node();
    }
}
