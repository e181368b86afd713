package io.gpuledger.analyzer.benchmark;

import io.gpuledger.analyzer.benchmark.ChangingText.Figure;
import java.util.List;
import java.util.function.Function;

/// Whose page a simulated node serves, and how it changes. The texts of two nodes are of the same length, and differ in
/// who they speak of.
enum PageKind {
    /// dcgm-exporter's: eight GPUs, 60 metrics, of which more than half say 0 or stand still, as on a node on which all
    /// is well.
    DCGM,
    /// The same, but that all that changes on a GPU at work is another number each time, of any number of digits.
    CHANGING,
    /// The same, but that every number is another one each time: errors are counted and limits are set at each scrape.
    STORM,
    /// gpu-exporter's: GPUs of several makes, some in MIG mode.
    OURS;

    String text(int node) {
        return switch (this) {
            case DCGM, CHANGING, STORM -> DcgmText.of(node);
            case OURS -> OurText.of(node);
        };
    }

    /// Returns what makes a page that changes out of the text of a node.
    ///
    /// @param first the text of any node
    Function<String, NodePage.Text> changing(String first) {
        return switch (this) {
            case DCGM, OURS -> steady(Place.on(first));
            case CHANGING -> changing(Figure.ofWork(first));
            case STORM -> changing(Figure.all(first));
        };
    }

    private static Function<String, NodePage.Text> steady(List<Place> places) {
        return text -> new SteadyText(text, places);
    }

    private static Function<String, NodePage.Text> changing(List<Figure> figures) {
        return text -> new ChangingText(text, figures);
    }

    static String nodeName(int node) {
        return "gpu-node-%05d".formatted(node);
    }
}
