package io.gpuledger.analyzer.fit.spec;

import io.gpuledger.analyzer.fit.Selection;
import java.util.Optional;

/// Reads a label selector that stands by itself.
public final class PodSelector {
    private PodSelector() {}

    /// Returns whom it selects; nothing where it cannot be read.
    ///
    /// @param json in the words of Kubernetes; `null` selects nobody
    public static Optional<Selection> read(String json) {
        try {
            return Optional.of(
                    SelectionReader.selection(new Part("", Tree.of("{\"selector\":" + json + "}")), "selector"));
        } catch (UnreadableException _) {
            return Optional.empty();
        }
    }
}
