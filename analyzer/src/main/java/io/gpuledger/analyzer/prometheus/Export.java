package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.read.ExportLines;
import io.gpuledger.analyzer.parse.read.Matcher;
import io.gpuledger.analyzer.parse.read.SeriesSink;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import java.util.List;
import java.util.Map;

/// Asks VictoriaMetrics for the lines of its export. It takes times in seconds, so that a little more is asked for than
/// is wanted; the reader leaves that out.
final class Export {
    private static final long SECOND = 1_000;

    private Export() {}

    static void read(Peer peer, TimeRange range, List<Matcher> matchers, SeriesSink sink)
            throws PeerException, InterruptedException {
        var fields = Map.of(
                "match[]", Matcher.selector(matchers),
                "start", String.valueOf(Math.floorDiv(range.fromMillis(), SECOND)),
                "end", String.valueOf(Math.ceilDiv(range.toMillis(), SECOND)));
        peer.post("/api/v1/export", fields, body -> new ExportLines(range, Way.LIMITS, sink).read(body.in()));
    }
}
