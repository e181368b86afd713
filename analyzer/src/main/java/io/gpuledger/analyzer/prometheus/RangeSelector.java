package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.read.Matcher;
import io.gpuledger.analyzer.parse.read.MatrixAnswer;
import io.gpuledger.analyzer.parse.read.SeriesSink;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/// Asks by a range selector, as `{__name__=~"..."}[5m]`, at the end of the range. Prometheus 3 leaves out the first
/// instant of the selector and others have it, so that a millisecond more is asked for; the reader leaves it out.
/// Thanos and VictoriaMetrics would leave out what a part of their storage does not answer, and are told not to.
final class RangeSelector {
    private RangeSelector() {}

    static void read(Peer peer, TimeRange range, List<Matcher> matchers, SeriesSink sink)
            throws PeerException, InterruptedException {
        var length = range.toMillis() - range.fromMillis() + 1;
        var fields = Map.of(
                "query",
                "%s[%dms]".formatted(Matcher.selector(matchers), length),
                "partial_response",
                "false",
                "deny_partial_response",
                "1",
                "time",
                BigDecimal.valueOf(range.toMillis(), 3).toPlainString());
        peer.post("/api/v1/query", fields, body -> new MatrixAnswer(range, Way.LIMITS, sink).read(body.in()));
    }
}
