package io.gpuledger.analyzer.store.pods;

import java.util.List;
import java.util.Optional;

/// Says what stood free while pods waited, in GPU-hours.
///
/// @param total of which the rows are a part
/// @param rows the largest first
/// @param count of rows, with those that the limit left out
public record WaitingAnswer(Total total, List<Row> rows, int count) {
    public WaitingAnswer {
        rows = List.copyOf(rows);
    }

    /// All of a time.
    ///
    /// @param gpuHours what the filters leave of what stood free while as much was waited for
    /// @param free all that nobody held while pods waited, of the clusters that the filters leave
    /// @param wanted all that pods waited for, of these clusters
    /// @param clusterHours how many hours of these clusters were found; the others are left out
    public record Total(double gpuHours, double free, double wanted, long clusterHours) {}

    /// The GPU-hours that have the same value of each dimension that was asked by.
    ///
    /// @param key in the order of the question
    public record Row(List<Optional<String>> key, double gpuHours) {}
}
