package io.gpuledger.analyzer.rows;

import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.telemetry.Batch;
import java.util.List;

/// Makes rows of samples. A mapper knows what becomes of each series that it was asked for. Several threads may use one
/// at once, as a sender sends several requests at the same time.
public interface RowMapper {
    /// Returns who wants which series. The route of a series is always the same, and is asked for once. Others
    /// who meet new series wait meanwhile, so finding a route must not wait itself.
    SeriesRouter router();

    /// Returns what samples come to, in one batch for each origin. The samples belong to the caller, who fills
    /// them with others afterwards.
    ///
    /// @param receivedMillis when the samples were here, since 1970
    List<Batch> batches(RoutedSamples samples, long receivedMillis);
}
