package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.read.Matcher;
import io.gpuledger.analyzer.parse.read.ReadLimits;
import io.gpuledger.analyzer.parse.read.SeriesSink;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import java.util.List;

/// A way in which a server gives its samples as they were taken. `query_range` is none: it makes samples of its own.
public enum Way {
    /// Prometheus' remote read, which Mimir, Cortex and Thanos' receivers know too.
    REMOTE_READ {
        @Override
        void read(Peer peer, TimeRange range, List<Matcher> matchers, SeriesSink sink)
                throws PeerException, InterruptedException {
            RemoteRead.read(peer, range, matchers, sink);
        }
    },
    /// VictoriaMetrics' `/api/v1/export`.
    EXPORT {
        @Override
        void read(Peer peer, TimeRange range, List<Matcher> matchers, SeriesSink sink)
                throws PeerException, InterruptedException {
            Export.read(peer, range, matchers, sink);
        }
    },
    /// Range selectors, which all servers know, and which do not say where a series ended.
    QUERY {
        @Override
        void read(Peer peer, TimeRange range, List<Matcher> matchers, SeriesSink sink)
                throws PeerException, InterruptedException {
            RangeSelector.read(peer, range, matchers, sink);
        }
    };

    static final ReadLimits LIMITS = ReadLimits.USUAL;

    /// Passes on all samples of a range. What was passed on before an exception is not all that there is.
    abstract void read(Peer peer, TimeRange range, List<Matcher> matchers, SeriesSink sink)
            throws PeerException, InterruptedException;
}
