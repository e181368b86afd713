package io.gpuledger.analyzer.parse.text;

import io.gpuledger.analyzer.parse.Labels;
import java.util.Optional;

/// Holds what a page says between braces.
///
/// @param name of the metric, where it stands in quotes among the labels, as one that is no identifier does
record LabelBlock(Optional<String> name, Labels labels) {
    static final LabelBlock NONE = new LabelBlock(Optional.empty(), Labels.NONE);
}
