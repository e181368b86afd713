package io.gpuledger.analyzer.benchmark;

import java.util.function.Function;

/// Whose page a simulated node serves, and how it changes. The texts of two nodes are of the same length, and differ in
/// who they speak of.
enum PageKind {
    /// dcgm-exporter's: eight GPUs, 60 metrics, of which half say 0 or stand still, as on a node on which all is well.
    DCGM {
        @Override
        String text(int node) {
            return DcgmText.of(node);
        }

        @Override
        Function<String, NodePage.Text> changing(String first) {
            return steady(first);
        }
    },
    /// The same, but that all that changes on a GPU at work is another number each time, of any number of digits.
    CHANGING {
        @Override
        String text(int node) {
            return DcgmText.of(node);
        }

        @Override
        Function<String, NodePage.Text> changing(String first) {
            var figures = ChangingText.Figure.ofWork(first);
            return text -> new ChangingText(text, figures);
        }
    },
    /// The same, but that every number is another one each time: errors are counted and limits are set at each scrape.
    STORM {
        @Override
        String text(int node) {
            return DcgmText.of(node);
        }

        @Override
        Function<String, NodePage.Text> changing(String first) {
            var figures = ChangingText.Figure.all(first);
            return text -> new ChangingText(text, figures);
        }
    },
    /// gpu-exporter's: GPUs of several makes, some in MIG mode.
    OURS {
        @Override
        String text(int node) {
            return OurText.of(node);
        }

        @Override
        Function<String, NodePage.Text> changing(String first) {
            return steady(first);
        }
    };

    abstract String text(int node);

    /// Returns what makes a page that changes out of the text of a node.
    ///
    /// @param first the text of any node
    abstract Function<String, NodePage.Text> changing(String first);

    private static Function<String, NodePage.Text> steady(String first) {
        var places = Place.on(first);
        return text -> new SteadyText(text, places);
    }

    static String nodeName(int node) {
        return "gpu-node-%05d".formatted(node);
    }
}
