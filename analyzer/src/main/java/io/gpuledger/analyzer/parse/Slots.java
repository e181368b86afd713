package io.gpuledger.analyzer.parse;

/// Gives each series a slot when it is first seen; a reader remembers it, so that it asks once for each series.
public interface Slots {
    /// For series that nobody wants: their samples are counted, and their values not even read.
    int IGNORED = -1;

    /// The slot of a series: 0 or more, or [#IGNORED].
    int slot(String name, Labels labels);
}
