package io.gpuledger.analyzer.source;

import java.util.Optional;

/// The label by which the series of a table name their GPU, of several the one that counts first.
///
/// @param prefix what the GPU's id begins with although the label may leave it out
public record GpuLabel(String name, Optional<String> prefix) {
    /// Returns the label to which a scraper moved this one, as its target had one of the same name. Where a series has
    /// it, that one counts.
    public String moved() {
        return SourceTable.MOVED + name;
    }
}
