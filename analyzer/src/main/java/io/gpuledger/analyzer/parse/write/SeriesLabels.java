package io.gpuledger.analyzer.parse.write;

import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.proto.ProtoCursor;
import java.util.Optional;

/// How a series says its labels, in one of the versions. The message stands at the start of the series each time.
interface SeriesLabels {
    /// Reads what stands in the message before its series.
    void begin(ProtoCursor message) throws MalformedMessageException;

    /// What the labels are, in short. Leaves the message at the first field that is something else.
    ///
    /// @return why they cannot be told, where they cannot
    Optional<Rejection> identify(ProtoCursor series, Fingerprint identity) throws MalformedMessageException;

    /// Reads the labels at length.
    void read(ProtoCursor series, SeriesDraft draft) throws MalformedMessageException;
}
