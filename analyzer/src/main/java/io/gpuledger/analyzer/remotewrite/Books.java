package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.Slots;
import io.gpuledger.analyzer.telemetry.Batch;
import java.util.List;

/// What makes rows of samples.
@FunctionalInterface
public interface Books {
    /// One that knows no series yet.
    Book begin();

    /// Knows what becomes of each series that it was asked for. A sender sends several requests at the same time, so
    /// all of this is asked by several threads at once.
    interface Book {
        /// A slot stands for the same series in each request, and is asked for once. Asked while others who meet new
        /// series wait, so it must not wait itself.
        Slots slots();

        /// What samples come to, by who says it. They are the caller's, and others by the next request.
        ///
        /// @param receivedMillis when the request was here, since 1970
        List<Batch> batches(Samples samples, long receivedMillis);
    }
}
