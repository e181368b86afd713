package io.gpuledger.simulator.page;

import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The pages of a script's first node. Seconds count from its begin; a page shows the seconds before it.
record ScriptedPages(Pages pages) {
    static final long BEGIN = 1_800_000_000L;
    static final Span DAY = new Span(BEGIN, BEGIN + 86_400);

    static ScriptedPages ours(String script) {
        return of(script, Exporter.GPU_EXPORTER);
    }

    static ScriptedPages theirs(String script) {
        return of(script, Exporter.DCGM_EXPORTER);
    }

    private static ScriptedPages of(String script, Exporter exporter) {
        return new ScriptedPages(new Pages(Script.read(script, DAY), BEGIN, exporter, 1));
    }

    List<String> page(long second) {
        return pages.at(0, BEGIN + second)
                .map(text -> new String(text, StandardCharsets.UTF_8).lines().toList())
                .orElse(List.of());
    }

    /// Returns the values of a metric on all series, in the page's order.
    List<String> at(long second, String metric) {
        return at(second, metric, "");
    }

    /// Returns the values of a metric on all series with this label, in the page's order.
    List<String> at(long second, String metric, String label) {
        return page(second).stream()
                .filter(line -> line.startsWith(metric + "{") && line.contains(label))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .toList();
    }
}
