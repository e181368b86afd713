package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.Slots;
import io.gpuledger.analyzer.telemetry.Batch;
import java.util.List;

/// What makes rows of samples. A sender sends several requests at the same time, so all of this is asked by several
/// threads at once.
public interface Books {
    /// One for all requests: a slot stands for the same series in each of them, and is asked for once, until the series
    /// is forgotten and asked for anew. Asked while others who meet new series wait, so it must not wait itself.
    Slots slots();

    /// What samples come to, by who says it. They are the caller's, and others by the next request.
    ///
    /// @param receivedMillis when the request was here, since 1970
    List<Batch> batches(Samples samples, long receivedMillis);
}
